// Worker threads for fits; no other module starts any. They start when a fit first needs them, wait in their event loops
// between fits, keep no process alive and end with the thread that started them.

import { Worker } from "node:worker_threads";
import { openSharedMemory, type SharedMemory } from "../model/gbdt/kernel.wasm.js";
import type { SharedFit, WorkerThreads } from "../model/gbdt/worker-threads.js";

/** Threads count from 1, after the calling one. */
export interface FitMessage {
  fit: SharedFit;
  thread: number;
}

export type OwnedThreads = WorkerThreads & AsyncDisposable;

/** `count` includes the calling thread. */
export const openThreads = (count: number): OwnedThreads => {
  const workers: Worker[] = [];
  let memory: SharedMemory | undefined;
  return {
    workers: count - 1,
    get memory() {
      memory ??= openSharedMemory();
      return memory;
    },
    send(fit) {
      while (workers.length < count - 1) workers.push(startWorker());
      workers.forEach((worker, i) => {
        worker.postMessage({ fit, thread: i + 1 } satisfies FitMessage);
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
};

/** Its data is in shared memory: a small heap of its own is enough. */
const startWorker = (): Worker => {
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  const worker = new Worker(new URL("./worker.js", import.meta.url), { execArgv: [], resourceLimits });
  worker.unref();
  return worker;
};
