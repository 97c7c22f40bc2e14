// The kernel in WebAssembly, compiled from kernel.as. Arrays are handed over as pointers into the memory that
// they share with it.

import {
  compiled,
  exportsOf,
  type Layout,
  layOut,
  newMemory,
  newSharedMemory,
  pageBytes,
  pagesOf,
  type WasmMemory,
  type WasmModule,
} from "../numeric/kernel-memory.js";
import { kernelBase64, sharedKernelBase64 } from "./kernel.bytes.js";
import type { Kernel, Opened, OpenKernel } from "./kernel.js";

/** Memory that other threads can be sent. */
export type SharedMemory = WasmMemory;

/** Throws where the engine has no memory of the size. */
export const openKernel: OpenKernel = (layout) => {
  const memory = newMemory(pagesOf(layout));
  ownModule ??= compiled(kernelBase64);
  return openIn(memory, ownModule, layout);
};

/**
 * The garbage collector frees memory of one thread when nothing refers to it. It does not count shared
 * memory, so this is kept and used again.
 */
export const openSharedMemory = (): SharedMemory => newSharedMemory();

/** Makes the memory large enough; what was laid out in it before is lost. */
export const openSharedKernel = <const L extends Layout>(memory: SharedMemory, layout: L): Opened<L> => {
  const missing = pagesOf(layout) - memory.buffer.byteLength / pageBytes;
  if (missing > 0) memory.grow(missing);
  sharedModule ??= compiled(sharedKernelBase64);
  return openIn(memory, sharedModule, layout);
};

const openIn = <const L extends Layout>(memory: WasmMemory, module: WasmModule, layout: L): Opened<L> => ({
  memory: layOut(layout, memory.buffer),
  kernel: bind(exportsOf(module, memory) as Exports),
});

let ownModule: WasmModule | undefined;
let sharedModule: WasmModule | undefined;

/** Numbers in, a number or nothing out. */
type Exports = Record<
  Exclude<keyof Kernel, "addRows"> | "addToEight" | "addToFour",
  (...numbers: number[]) => number
>;

const bind = (wasm: Exports): Kernel => ({
  assignBins(values, first, count, { edges, first: firstEdge, missing }, bins, at) {
    wasm.assignBins(
      values.byteOffset + 4 * first,
      count,
      edges.byteOffset + 4 * firstEdge,
      missing,
      bins.byteOffset + at,
    );
  },
  sortValues(values, first, count, room, at) {
    wasm.sortValues(values.byteOffset + 4 * first, count, room.byteOffset + 4 * at);
  },
  gatherLanes(bins, from, count, to, at) {
    const lane = (k: number) => bins.byteOffset + from[k]!;
    wasm.gatherLanes(
      ...[lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7)],
      ...[count, to.byteOffset + at],
    );
  },
  packGradients({ score, label, weight, sigmoids }, start, count, seed, units, packed) {
    wasm.packGradients(
      score.byteOffset + 8 * start,
      label.byteOffset + start,
      weight.length > 0 ? weight.byteOffset + 8 * start : 0,
      count,
      sigmoids.byteOffset,
      seed,
      1 / units.gradient,
      1 / units.hessian,
      packed.byteOffset + 8 * start,
    );
  },
  gather(from, { index, start, count }, to, at) {
    wasm.gather(from.byteOffset, index.byteOffset + 4 * start, count, to.byteOffset + 8 * at);
  },
  addRows({ bins, at, width }, { index, start, count }, packed, first, sums, to) {
    (width === 8 ? wasm.addToEight : wasm.addToFour)(
      bins.byteOffset + at,
      index.byteOffset + 4 * start,
      count,
      packed.byteOffset + 8 * first,
      sums.byteOffset + 8 * to,
    );
  },
  unpack(sums, from, count, histogram, to) {
    wasm.unpack(sums.byteOffset + 8 * from, count, histogram.byteOffset + 8 * to);
  },
  clear(numbers, at, count) {
    wasm.clear(numbers.byteOffset + 8 * at, 8 * count);
  },
  subtract(numbers, from, part, count) {
    wasm.subtract(numbers.byteOffset + 8 * from, numbers.byteOffset + 8 * part, count / 2);
  },
  bestCut(sums, at, last, gradient, hessian, search) {
    const found = wasm.bestCut(
      sums.byteOffset + 8 * at,
      last,
      gradient,
      hessian,
      search.gradient,
      search.hessian,
      search.l1,
      search.l2,
      search.minHessian,
      search.candidates.byteOffset + 8 * search.to,
    );
    return found !== 0;
  },
  partition(bins, at, { index, start, count }, goesRight, to, rightRows) {
    return wasm.partition(
      bins.byteOffset + at,
      index.byteOffset + 4 * start,
      count,
      goesRight.byteOffset + to,
      rightRows.byteOffset + 4 * start,
    );
  },
  moveRows(from, start, count, to, at) {
    wasm.moveRows(from.byteOffset + 4 * start, count, to.byteOffset + 4 * at);
  },
  addValue({ index, start, count }, value, score) {
    wasm.addValue(index.byteOffset + 4 * start, count, value, score.byteOffset);
  },
  walkBins(bins, { index, start, count }, { nodes, goesRight, leafValues }, score) {
    wasm.walkBins(
      bins.byteOffset,
      index.byteOffset + 4 * start,
      count,
      nodes.byteOffset,
      goesRight.byteOffset,
      leafValues.byteOffset,
      score.byteOffset,
    );
  },
  walkForest({ nodes, sets, roots, depths }, block, rows, score) {
    wasm.walkForest(
      nodes.byteOffset,
      sets.byteOffset,
      roots.byteOffset,
      depths.byteOffset,
      roots.length,
      block.byteOffset,
      rows,
      score.byteOffset,
    );
  },
});
