import { expect, test } from "vitest";
import { logit } from "../numeric/special-functions.js";
import { binSlots, type Kernel, lanes, sigmoidEntries } from "./kernel.js";
import { openOracleKernel } from "./kernel.oracle.js";
import { openKernel } from "./kernel.wasm.js";
import { fillSigmoids, packedBlock, unitsFor } from "./loss.js";

const layout = (rows: number) =>
  ({
    score: ["f64", rows],
    label: ["u8", rows],
    weight: ["f64", 0],
    sigmoids: ["f64", sigmoidEntries],
    packed: ["f64", rows],
    sums: ["f64", lanes * binSlots],
    histogram: ["f64", 2],
  }) as const;

const kernels = [
  ["oracle", openOracleKernel],
  ["WebAssembly", openKernel],
] as const;

/** Sums of all packed gradients and hessians, as one bin of a histogram has them. */
const unpacked = (kernel: Kernel, packed: Float64Array, sums: Float64Array, histogram: Float64Array) => {
  for (let start = 0; start < packed.length; start += packedBlock) {
    for (const x of packed.subarray(start, start + packedBlock)) sums[0]! += x;
    kernel.unpack(sums, 0, 1, histogram, 0);
  }
  return [...histogram];
};

test.each(kernels)("a full block of the largest numbers unpacks exactly (%s)", (_, open) => {
  const { kernel, memory } = open(layout(packedBlock));
  memory.packed.fill(-4095 * 2 ** 26 + 4095);
  const sums = unpacked(kernel, memory.packed, memory.sums, memory.histogram);
  expect(sums).toEqual([-4095 * packedBlock, 4095 * packedBlock]);
});

test.each(kernels)("small gradients keep their mean when they are rounded (%s)", (_, open) => {
  const units = unitsFor(1);
  const { kernel, memory } = open(layout(16_000));
  fillSigmoids(memory.sigmoids);
  memory.score.fill(logit(0.001));
  const { packed } = memory;
  kernel.packGradients(memory, 0, 16_000, 7, units, packed);
  const [gradient, hessian] = unpacked(kernel, packed, memory.sums, memory.histogram);
  expect((gradient! * units.gradient) / 16_000).toBeCloseTo(0.001, 6);
  expect((hessian! * units.hessian) / 16_000).toBeCloseTo(0.000999, 6);
});
