// The logarithmic scale of features: ln(1 + x), mirrored for negative values. Counts, sums and days are
// skewed; on this scale they are closer to linear.

import { openLinearKernel } from "./linear-kernel.js";

const blockRows = 4096;

/** Term that a feature's logarithms become in a score: those outside the range count as its ends. */
export interface LogScaledTerm {
  lowest: number;
  highest: number;
  mean: number;
  slope: number;
}

const open = () =>
  openLinearKernel({ values: ["f32", blockRows], scaled: ["f64", blockRows], score: ["f64", blockRows] });
let opened: ReturnType<typeof open> | undefined;
const kernelOfBlocks = () => {
  opened ??= open();
  return opened;
};

/** NaN stays NaN. */
export const logScaled = (column: Float32Array): Float64Array => {
  const scaled = new Float64Array(column.length);
  const { memory, kernel } = kernelOfBlocks();
  eachBlock(column, memory.values, (start, count) => {
    kernel.logScale(memory.values.byteOffset, count, memory.scaled.byteOffset);
    scaled.set(memory.scaled.subarray(0, count), start);
  });
  return scaled;
};

/** Adds the term to the score of each row; nothing where the value is missing. */
export const addLogScaledTerm = (
  { lowest, highest, mean, slope }: LogScaledTerm,
  column: Float32Array,
  score: Float64Array,
): void => {
  const { memory, kernel } = kernelOfBlocks();
  eachBlock(column, memory.values, (start, count) => {
    const part = score.subarray(start, start + count);
    memory.score.set(part);
    const { byteOffset } = memory.values;
    kernel.addTerm(byteOffset, count, lowest, highest, mean, slope, memory.score.byteOffset);
    part.set(memory.score.subarray(0, count));
  });
};

const eachBlock = (
  column: Float32Array,
  values: Float32Array,
  act: (start: number, count: number) => void,
): void => {
  for (let start = 0; start < column.length; start += blockRows) {
    const part = column.subarray(start, start + blockRows);
    values.set(part);
    act(start, part.length);
  }
};
