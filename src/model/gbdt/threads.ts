// Threads that a fit may borrow. Starting them is not the model's business: src/threads does, and each of them joins a fit
// when it is lent to one.

import { type FitPlan, fitLayout, fitWork } from "./fit.js";
import { openSharedKernel, type SharedMemory } from "./kernel.wasm.js";
import { joinPool } from "./thread-pool.js";

export interface WorkerThreads {
  /** How many there are besides the calling one. */
  helpers: number;
  /** Kept from fit to fit: the garbage collector does not count shared memory, and would be slow to free it. */
  memory: SharedMemory;
  /** Tells each of them to join, and returns at once. */
  lend(fit: SharedFit): void;
}

/** What a thread is told of a fit. */
export interface SharedFit {
  plan: FitPlan;
  memory: SharedMemory;
  control: Int32Array;
}

/** Helps until the fit is over; of one that is over already nothing is touched. `thread` counts from 1. */
export const joinFit = ({ plan, memory, control }: SharedFit, thread: number): void =>
  joinPool(control, () => fitWork(openSharedKernel(memory, fitLayout(plan)), plan, thread));
