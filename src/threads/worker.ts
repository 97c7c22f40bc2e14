// A worker thread: helps in one fit after the other.

import { parentPort } from "node:worker_threads";
import { joinFit } from "../model/gbdt/worker-threads.js";
import type { FitMessage } from "./threads.js";

parentPort?.on("message", ({ fit, thread }: FitMessage) => joinFit(fit, thread));
