// Polling for something that comes by itself.

import { setTimeout as sleep } from "node:timers/promises";

/**
 * Far longer than anything takes, also on a machine that is busy with other things. It ends what hangs and says nothing about
 * speed: tests wait for events and count work, and none of them passes or fails by the clock.
 */
export const hangMs = 600_000;

/** The first answer that is not undefined. Throws with `what` if none comes. */
export const eventually = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  for (const until = Date.now() + hangMs; Date.now() < until; await sleep(20)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${hangMs} ms`);
};
