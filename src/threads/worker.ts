// A worker thread: helps in one fit after the other, and does tasks of its own.

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { joinFit } from "../model/gbdt/worker-threads.js";
import { joinTasks } from "./shared-tasks.js";
import type { WorkerMessage } from "./threads.js";

const answers = workerData as MessagePort;

parentPort?.on("message", (message: WorkerMessage) => {
  if ("fit" in message) joinFit(message.fit, message.thread);
  else joinTasks(message.tasks, answers);
});
