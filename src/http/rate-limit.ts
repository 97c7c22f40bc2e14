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

// Guessing passwords is made slow: of an address of e-mail, and from an address of the network, only so many sign-ins may
// fail in a quarter of an hour. A sign-in counts as failed from its beginning until it succeeds, so that guesses sent all at
// once count too. That is of this process, and begins anew with it.

const windowMs = 15 * 60_000;
const mostOfEmail = 10;
const mostOfAddress = 50;

/** Those who have not failed lately are forgotten once there are so many. */
const mostKnown = 10_000;

export class SignInThrottle {
  /** When sign-ins failed, oldest first, by what they are counted by. */
  private readonly failures = new Map<string, number[]>();

  /** Carries out a sign-in, which fails by throwing. Throws `sign-ins-too-many` instead where there were. */
  async attempt<T>(emailKey: string, address: string, nowMs: number, signIn: () => Promise<T>): Promise<T> {
    const counted = [`e-mail ${emailKey}`, `address ${address}`];
    const [ofEmail, ofAddress] = counted.map((name) => this.recent(name, nowMs)) as [number[], number[]];
    const seconds = Math.max(
      waitSeconds(ofEmail, mostOfEmail, nowMs),
      waitSeconds(ofAddress, mostOfAddress, nowMs),
    );
    if (seconds > 0) throw refuse("sign-ins-too-many", { seconds });
    for (const name of counted) this.failures.set(name, [...this.recent(name, nowMs), nowMs]);
    const done = await signIn();
    for (const name of counted) this.takeBack(name, nowMs);
    return done;
  }

  private recent(name: string, nowMs: number): number[] {
    if (this.failures.size >= mostKnown) this.forgetOld(nowMs);
    return (this.failures.get(name) ?? []).filter((at) => at > nowMs - windowMs);
  }

  private takeBack(name: string, at: number): void {
    const known = this.failures.get(name) ?? [];
    this.failures.set(name, known.toSpliced(known.indexOf(at), 1));
  }

  private forgetOld(nowMs: number): void {
    for (const [name, known] of this.failures)
      if ((known.at(-1) ?? 0) <= nowMs - windowMs) this.failures.delete(name);
  }
}

/** Until the failure that is one too many is a quarter of an hour old. */
const waitSeconds = (failures: readonly number[], most: number, nowMs: number): number => {
  const oldest = failures.at(-most);
  return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - nowMs) / 1000);
};
