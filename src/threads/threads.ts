// Threads for a fit: the only place that starts any. They start when they are first lent, wait in their event loops between
// fits, hold no process alive and end with the one they are in.

import { Worker } from "node:worker_threads";
import { openSharedMemory, type SharedMemory } from "../model/gbdt/kernel.wasm.js";
import type { SharedFit, WorkerThreads } from "../model/gbdt/threads.js";

/** What a thread is told; threads count from 1, after the calling one. */
export interface Call {
  fit: SharedFit;
  thread: number;
}

export type OwnedThreads = WorkerThreads & AsyncDisposable;

/** `count` with the calling one. */
export const openThreads = (count: number): OwnedThreads => {
  const workers: Worker[] = [];
  let memory: SharedMemory | undefined;
  return {
    helpers: count - 1,
    get memory() {
      memory ??= openSharedMemory();
      return memory;
    },
    lend(fit) {
      while (workers.length < count - 1) workers.push(startHelper());
      workers.forEach((worker, i) => {
        worker.postMessage({ fit, thread: i + 1 } satisfies Call);
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};

/** What it works on lies in shared memory: a small heap of its own is enough. */
const startHelper = (): Worker => {
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  const worker = new Worker(new URL("./worker.js", import.meta.url), { execArgv: [], resourceLimits });
  worker.unref();
  return worker;
};
