// A key may make its requests of a minute at once, and gets them back one by one at a steady rate; all sessions of an
// account count as one key. It is enough to remember when all of them will be back: the bucket, or rather its leak (GCRA).
// That is of this process, and begins anew with it.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../errors/refusal.js";
import { hashKey } from "../store/key-text.js";
import { bearerKey } from "./auth.js";
import type { AppOptions } from "./options.js";

const minuteMs = 60_000;

/** Keys that have all of their requests are forgotten once there are so many. */
const mostKeys = 10_000;

export class RateLimiter {
  private readonly allBackAt = new Map<string, number>();

  constructor(private readonly perMinute: number) {}

  /** Takes a request. Seconds until there is one, 0 if there was. A clock that is set back costs a minute at most. */
  take(key: string, nowMs: number): number {
    if (this.allBackAt.size >= mostKeys) this.forgetRested(nowMs);
    const eachMs = minuteMs / this.perMinute;
    const known = this.allBackAt.get(key) ?? nowMs;
    const taken = Math.min(Math.max(known, nowMs), nowMs + minuteMs) + eachMs;
    const waitMs = Math.round(taken - nowMs - minuteMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.allBackAt.set(key, taken);
    return 0;
  }

  private forgetRested(nowMs: number): void {
    for (const [key, at] of this.allBackAt) if (at <= nowMs) this.allBackAt.delete(key);
  }
}

/** To be registered after the check of the key. Public routes, which have none, are not limited. */
export const limitRequests = (app: FastifyInstance, { limits, clock }: AppOptions): void => {
  const limiter = new RateLimiter(limits.requestsPerMinute);
  app.addHook("onRequest", async (request) => {
    if (!request.account) return;
    const seconds = limiter.take(bucketOf(request), clock());
    if (seconds > 0) throw refuse("requests-too-many", { limit: limits.requestsPerMinute, seconds });
  });
};

const bucketOf = (request: FastifyRequest): string => {
  const key = bearerKey(request);
  return key === undefined ? request.account.id : hashKey(key);
};
