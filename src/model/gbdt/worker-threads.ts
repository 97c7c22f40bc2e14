// Worker threads that a fit may borrow. Starting them is not the model's business: src/threads does. Each
// joins a fit when it is sent one, and works on its memory until the fit is over.

import { binningTasks } from "./binner.js";
import { type FitContext, type FitPlan, fitLayout } from "./fit.js";
import { openSharedKernel, type SharedMemory } from "./kernel.wasm.js";
import { leafTasks } from "./leaf-evaluation.js";
import { gradientTask } from "./loss.js";
import { partitionTask } from "./partition.js";
import { scoreTask } from "./predictor.js";
import { joinPool, type Tasks } from "./thread-pool.js";
import { columnTask } from "./tree-columns.js";

export interface WorkerThreads {
  /** Without the calling thread. */
  workers: number;
  /** Kept from fit to fit: the garbage collector does not count shared memory, and would be slow to free it. */
  memory: SharedMemory;
  /** Sends the fit to every worker, and returns at once. */
  send(fit: SharedFit): void;
}

export interface SharedFit {
  plan: FitPlan;
  memory: SharedMemory;
  control: Int32Array;
}

/**
 * Works for a fit until it is over; does not touch one that is over already. Threads count from 1, after the
 * leader.
 */
export const joinFit = ({ plan, memory, control }: SharedFit, thread: number): void =>
  joinPool(control, () => fitTasks({ ...plan, ...openSharedKernel(memory, fitLayout(plan)), thread }));

export const fitTasks = (context: FitContext): Tasks => ({
  ...binningTasks(context),
  ...leafTasks(context),
  columns: columnTask(context),
  gradients: gradientTask(context),
  partition: partitionTask(context),
  scores: scoreTask(context),
});
