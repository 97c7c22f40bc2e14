// Polling until a result appears.

import { setTimeout as sleep } from "node:timers/promises";

/**
 * Far longer than anything takes, even on a busy machine. It ends a test that hangs and measures no speed:
 * tests wait for events and count work, and none passes or fails by the clock.
 */
export const hangMs = 600_000;

/** The first result that is not undefined. Throws with `what` if there is none in time. */
export const eventually = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  for (const until = Date.now() + hangMs; Date.now() < until; await sleep(20)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${hangMs} ms`);
};
