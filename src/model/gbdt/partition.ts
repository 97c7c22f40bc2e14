// Partition of a leaf's rows. They are a range of one shared list, reordered so that each child has a range
// of its own: blocks are partitioned in place, those that go left are then moved together, and those that go
// right follow.

import { binOffset, blockRows, type Fit, type FitContext, rowBlocks } from "./fit.js";
import { binSlots, type Kernel } from "./kernel.js";

interface PartitionedNode {
  node: number;
  start: number;
  end: number;
}

/** Returns where the rows begin that go right; `goesRight` of the node is written. */
export const partitionRows = (
  { pool, kernel, memory, rows }: Fit,
  { node, start, end }: PartitionedNode,
  feature: number,
): number => {
  memory.partitioned.set([start, end - start, binOffset(feature, rows), binSlots * node]);
  pool.run("partition", rowBlocks(end - start));
  return joinBlocks(kernel, memory, start, end);
};

const joinBlocks = (
  kernel: Kernel,
  { index, rightRows, leftCounts }: Fit["memory"],
  start: number,
  end: number,
): number => {
  let to = start;
  for (let from = start, block = 0; from < end; from += blockRows, block++) {
    if (from !== to) kernel.moveRows(index, from, leftCounts[block]!, index, to);
    to += leftCounts[block]!;
  }
  const middle = to;
  for (let from = start, block = 0; from < end; from += blockRows, block++) {
    const count = Math.min(blockRows, end - from) - leftCounts[block]!;
    kernel.moveRows(rightRows, from, count, index, to);
    to += count;
  }
  return middle;
};

export const partitionTask = ({ kernel, memory }: FitContext) => {
  const { bins, index, rightRows, goesRight, partitioned, leftCounts } = memory;
  return (block: number): void => {
    const done = block * blockRows;
    const start = partitioned[0]! + done;
    const count = Math.min(blockRows, partitioned[1]! - done);
    const rows = { index, start, count };
    leftCounts[block] = kernel.partition(bins, partitioned[2]!, rows, goesRight, partitioned[3]!, rightRows);
  };
};
