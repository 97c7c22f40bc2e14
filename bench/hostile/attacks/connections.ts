// Connections: three hundred at once, more than one network address may have, each with one request after the
// other. Whoever holds all places of a server, or all its turns, keeps others out.

import { setTimeout as sleep } from "node:timers/promises";
import { openRaw } from "../ask.js";
import type { Attack } from "../attack.js";

const atOnce = 300;
const forMs = 5_000;
const pauseMs = 500;
const get = "GET /v1/cohorts HTTP/1.1\r\nHost: x\r\n\r\n";

export const connections: Attack = {
  name: "connections",
  hasAccount: false,
  everyMs: 10_000,
  begin: (target) => async () => {
    const sockets = Array.from({ length: atOnce }, () => openRaw(target));
    for (let ms = 0; ms < forMs && !target.signal.aborted; ms += pauseMs) {
      for (const socket of sockets) socket.write(get);
      await sleep(pauseMs, undefined, { signal: target.signal }).catch(() => {});
    }
    for (const socket of sockets) socket.end();
  },
};
