// Worker thread of the benchmark that sends hostile requests all at once. It is a thread of its own, so that the response times of others
// that the benchmark measures contain none of the work of sending.

import { workerData } from "node:worker_threads";
import { hostileRequests } from "./requests.js";
import { send } from "./send.js";

export interface FloodOptions {
  url: string;
  key: string;
  requests: number;
}

const { url, key, requests } = workerData as FloodOptions;

await Promise.all(
  Array.from({ length: requests }, (_, i) => send(url, hostileRequests[i % hostileRequests.length]!, key)),
);
