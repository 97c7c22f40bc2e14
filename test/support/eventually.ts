// Waiting for what comes by itself, without a sleep that is too short or too long.

import { setTimeout as sleep } from "node:timers/promises";

/** The first answer that is not undefined; throws, saying what was waited for, when none comes in time. */
export const eventually = async <T>(
  what: string,
  look: () => Promise<T | undefined>,
  withinMs = 30_000,
): Promise<T> => {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(20)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${withinMs} ms`);
};
