// A leaf's rows are a range of one shared list. Dividing reorders the range, so that each child has its own: stretches are
// parted where they lie, those that go left are then moved together, and those that go right follow.

import { placeOfBins } from "./binner.js";
import { type Kernel, type Laid, sideBins } from "./kernel.js";
import { rowsAtOnce, stretches, type ThreadPool } from "./thread-pool.js";

export const divideLayout = (trained: number, nodes: number) =>
  ({
    aside: ["i32", trained],
    /** Per node, the side that each bin of its feature goes to. */
    sides: ["u8", sideBins * nodes],
    /** First row, number of rows, place of their bins and of their sides. */
    divided: ["f64", 4],
    /** Rows of each stretch that go left. */
    lefts: ["i32", stretches(trained)],
  }) as const;

export type DivideMemory = Laid<ReturnType<typeof divideLayout>> & { bins: Uint8Array; index: Int32Array };

/** Returns where the rows begin that go to the right of a node, of `count` from `start` on. */
export const divideRows = (
  crew: ThreadPool,
  kernel: Kernel,
  { index, aside, divided, lefts }: DivideMemory,
  node: number,
  feature: number,
  start: number,
  count: number,
): number => {
  divided.set([start, count, placeOfBins(feature, index.length), sideBins * node]);
  const pieces = stretches(count);
  crew.run("divide", pieces);
  let to = start;
  for (let piece = 0; piece < pieces; piece++) {
    const from = start + piece * rowsAtOnce;
    if (from !== to) kernel.moveRows(index, from, lefts[piece]!, index, to);
    to += lefts[piece]!;
  }
  const middle = to;
  for (let piece = 0; piece < pieces; piece++) {
    const from = start + piece * rowsAtOnce;
    const rights = Math.min(rowsAtOnce, start + count - from) - lefts[piece]!;
    kernel.moveRows(aside, from, rights, index, to);
    to += rights;
  }
  return middle;
};

export const divideWork =
  (kernel: Kernel, { bins, index, aside, sides, divided, lefts }: DivideMemory) =>
  (piece: number): void => {
    const [start, count, place, to] = [divided[0]!, divided[1]!, divided[2]!, divided[3]!];
    const from = start + piece * rowsAtOnce;
    const size = Math.min(rowsAtOnce, start + count - from);
    lefts[piece] = kernel.partition(bins, place, index, from, size, sides, to, aside);
  };
