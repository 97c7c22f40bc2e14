// Requests that are sent again while the service is away, busy or out of room.

import { setTimeout as sleep } from "node:timers/promises";
import { NoResponse, RequestRefused } from "./client.js";

const tries = 12;
const longestPauseMs = 30_000;

/** The request must be one that may be repeated. Throws the last error after some five minutes. */
export const insistently = async <R>(request: () => Promise<R>, signal?: AbortSignal): Promise<R> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await request();
    } catch (error) {
      if (attempt >= tries || signal?.aborted || !canPass(error)) throw error;
      await sleep(Math.min(250 * 2 ** attempt, longestPauseMs), undefined, signal && { signal });
    }
};

const canPass = (error: unknown): boolean =>
  error instanceof NoResponse ||
  (error instanceof RequestRefused && (error.status === 429 || error.status >= 500));
