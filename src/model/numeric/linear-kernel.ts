// The kernel of linear models and of BG/NBD: loops in WebAssembly (linear.as) over arrays in one block of memory.

import {
  compiled,
  exportsOf,
  type LaidOut,
  type Layout,
  layOut,
  newMemory,
  pagesOf,
} from "./kernel-memory.js";
import { linearBase64 } from "./linear.bytes.js";

/** Numbers in, pointers among them, and a number or nothing out; see linear.as. */
export type LinearKernel = Record<
  | "logScale"
  | "addTerm"
  | "scoreRows"
  | "timesColumns"
  | "timesSquare"
  | "weightedSquares"
  | "crossProducts"
  | "sumOfHistories",
  (...numbers: number[]) => number
>;

let module: ReturnType<typeof compiled> | undefined;

/** Memory of its own, all zeros, and loops that work on it. */
export const openLinearKernel = <const L extends Layout>(
  layout: L,
): { memory: LaidOut<L>; kernel: LinearKernel } => {
  const memory = newMemory(pagesOf(layout));
  module ??= compiled(linearBase64);
  return { memory: layOut(layout, memory.buffer), kernel: exportsOf(module, memory) as LinearKernel };
};
