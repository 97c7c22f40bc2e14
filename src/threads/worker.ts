// A thread that helps in one fit after the other.

import { parentPort } from "node:worker_threads";
import { joinFit } from "../model/gbdt/threads.js";
import type { Call } from "./threads.js";

parentPort?.on("message", ({ fit, thread }: Call) => joinFit(fit, thread));
