// The loops of boosting in WebAssembly, compiled from kernel.as. Arrays are handed over as pointers into the memory that they
// share with the loops.

import { kernelBase64 } from "./kernel.bytes.js";
import { bytesOf, type Kernel, laneBins, layOut, type OpenKernel } from "./kernel.js";

/** What we use of it: TypeScript tells of WebAssembly only together with browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: unknown;
  }
}

const pageBytes = 65_536;

/** Throws where the engine has no WebAssembly, or no memory of the size asked for. */
export const openWasmKernel: OpenKernel = (layout) => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytesOf(layout) / pageBytes) });
  const { exports } = new WebAssembly.Instance(compiled(), { env: { memory } });
  return { memory: layOut(layout, memory.buffer), kernel: bind(exports as Exports) };
};

let module: WebAssembly.Module | undefined;
const compiled = (): WebAssembly.Module => {
  module ??= new WebAssembly.Module(Uint8Array.from(atob(kernelBase64), (c) => c.charCodeAt(0)));
  return module;
};

/** Numbers in, a number or nothing out. */
type Exports = Record<keyof Kernel, (...numbers: number[]) => number>;

const bind = (wasm: Exports): Kernel => ({
  assignBins(values, count, edges, missing, bins, at) {
    wasm.assignBins(values.byteOffset, count, edges.byteOffset, missing, bins.byteOffset + at);
  },
  packGradients(score, label, weight, sigmoids, chance, units, packed) {
    wasm.packGradients(
      score.byteOffset,
      label.byteOffset,
      weight?.byteOffset ?? 0,
      label.length,
      sigmoids.byteOffset,
      chance,
      1 / units.gradient,
      1 / units.hessian,
      packed.byteOffset,
    );
  },
  gather(from, index, start, count, to) {
    wasm.gather(from.byteOffset, index.byteOffset + 4 * start, count, to.byteOffset);
  },
  addRows(bins, at, index, start, count, packed, sums) {
    wasm.addRows(
      bins.byteOffset + at,
      index.byteOffset + 4 * start,
      count,
      packed.byteOffset,
      sums.byteOffset,
    );
  },
  unpack(sums, lane, count, histogram, to) {
    wasm.unpack(sums.byteOffset + 8 * laneBins * lane, count, histogram.byteOffset + 8 * to);
  },
  subtract(from, part) {
    wasm.subtract(from.byteOffset, part.byteOffset, from.length / 2);
  },
  bestCut(histogram, at, last, firstGradient, firstHessian, gradient, hessian, l1, l2, minHessian, best) {
    const found = wasm.bestCut(
      histogram.byteOffset + 8 * at,
      last,
      firstGradient,
      firstHessian,
      gradient,
      hessian,
      l1,
      l2,
      minHessian,
      best.byteOffset,
    );
    return found !== 0;
  },
  partition(bins, at, index, start, count, { from, span }, aside) {
    const rows = index.byteOffset + 4 * start;
    return wasm.partition(bins.byteOffset + at, rows, count, from, span, aside.byteOffset);
  },
  addValue(index, start, count, value, score) {
    wasm.addValue(index.byteOffset + 4 * start, count, value, score.byteOffset);
  },
  walkBins(bins, index, start, count, nodes, values, score) {
    wasm.walkBins(
      bins.byteOffset,
      index.byteOffset + 4 * start,
      count,
      nodes.byteOffset,
      values.byteOffset,
      score.byteOffset,
    );
  },
  walkBlock(nodes, roots, depths, block, rows, score) {
    wasm.walkBlock(
      nodes.byteOffset,
      roots.byteOffset,
      depths.byteOffset,
      roots.length,
      block.byteOffset,
      rows,
      score.byteOffset,
    );
  },
});
