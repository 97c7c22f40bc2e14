// Pipelined requests: twenty thousand on one connection, sent without waiting for an answer. A server that
// begins all that it has read holds them all at once, and all others wait behind them.

import { setTimeout as sleep } from "node:timers/promises";
import { openRaw } from "../ask.js";
import type { Attack } from "../attack.js";

const requests = 20_000;
const forMs = 4_000;
const bytes = Buffer.from("GET /v1/cohorts HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests));

export const pipelining: Attack = {
  name: "pipelining",
  hasAccount: false,
  everyMs: 5_000,
  begin: (target) => async () => {
    const socket = openRaw(target);
    socket.write(bytes);
    await sleep(forMs, undefined, { signal: target.signal }).catch(() => {});
    socket.end();
  },
};
