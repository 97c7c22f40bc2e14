// Worker threads for fits; no other module starts any. They start when a fit first needs them, wait in their
// event loops between fits, keep no process alive and end with the thread that started them.

import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { openSharedMemory, type SharedMemory } from "../model/gbdt/kernel.wasm.js";
import type { SharedFit } from "../model/gbdt/worker-threads.js";
import type { TaskThreads } from "../model/propensity/fit-tasks.js";
import { leadTasks, type SharedTasks, sharedTasks } from "./shared-tasks.js";

/** A fit that threads share, or tasks of which each thread does some. Threads count from 1, after the calling one. */
export type WorkerMessage = { fit: SharedFit; thread: number } | { tasks: SharedTasks };

export type OwnedThreads = TaskThreads & AsyncDisposable;

/** A worker, and the port by which it answers. */
interface Started {
  worker: Worker;
  answers: MessagePort;
}

/** `count` includes the calling thread. */
export const openThreads = (count: number): OwnedThreads => {
  const started: Started[] = [];
  let memory: SharedMemory | undefined;
  let batches = 0;
  const send = (messageTo: (thread: number) => WorkerMessage): void => {
    while (started.length < count - 1) started.push(startWorker());
    started.forEach(({ worker }, i) => {
      worker.postMessage(messageTo(i + 1));
    });
  };
  return {
    workers: count - 1,
    get memory() {
      memory ??= openSharedMemory();
      return memory;
    },
    send: (fit) => send((thread) => ({ fit, thread })),
    share(work, progress) {
      const tasks = sharedTasks(++batches, work);
      send(() => ({ tasks }));
      return leadTasks(
        tasks,
        started.map(({ answers }) => answers),
        progress,
      );
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(({ worker }) => worker.terminate()));
    },
  };
};

/** Starts a worker. Its data is mostly in shared memory: a small heap of its own is enough. */
const startWorker = (): Started => {
  const resourceLimits = { maxYoungGenerationSizeMb: 4 };
  const { port1: answers, port2 } = new MessageChannel();
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    execArgv: [],
    resourceLimits,
    workerData: port2,
    transferList: [port2],
  });
  worker.unref();
  return { worker, answers };
};
