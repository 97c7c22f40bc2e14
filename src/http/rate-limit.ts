// Rate limits, kept in this process and reset with it. Requests and sign-ups: an allowance that can be used at once and comes back at
// a steady rate (GCRA, a leaky bucket). Sign-ins: a number of failures in 15 minutes.

import { limits } from "../domain/limits.js";
import { refuse } from "../errors/refusal.js";

/** Buckets with a full allowance are dropped when there are this many, and twice as many as after the last time. */
const manyBuckets = 10_000;

export class RateLimiter {
  private readonly allBackAt = new Map<string, number>();
  private dropAt = manyBuckets;

  constructor(
    private readonly allowance: number,
    private readonly periodMs: number,
  ) {}

  /** Takes one. Returns 0, or the seconds until one is available. A clock that is set back by more than a period gives all back. */
  take(bucket: string, nowMs: number): number {
    if (this.allBackAt.size >= this.dropAt) this.dropFull(nowMs);
    const known = this.allBackAt.get(bucket) ?? nowMs;
    // Everything is back within a period, so a later moment is from before the clock was set back.
    const isBefore = known > nowMs + this.periodMs;
    const taken = (isBefore ? nowMs : Math.max(known, nowMs)) + this.periodMs / this.allowance;
    const waitMs = Math.round(taken - nowMs - this.periodMs);
    if (waitMs > 0) return Math.ceil(waitMs / 1000);
    this.allBackAt.set(bucket, taken);
    return 0;
  }

  private dropFull(nowMs: number): void {
    for (const [bucket, at] of this.allBackAt) if (at <= nowMs) this.allBackAt.delete(bucket);
    this.dropAt = Math.max(manyBuckets, 2 * this.allBackAt.size);
  }
}

const windowMs = 15 * 60_000;
const maxPerEmail = limits.signInsPerEmail.is;
const maxPerAddress = limits.signInsPerAddress.is;

/** Entries without recent failures are dropped when there are this many. */
const maxEntries = 10_000;

/**
 * Slows down guessing of passwords, by e-mail address and by network address. A sign-in counts as failed until it succeeds, so that
 * simultaneous guesses count too.
 */
export class SignInThrottle {
  /** Times of failed sign-ins, oldest first, by e-mail address and by network address. */
  private readonly failures = new Map<string, number[]>();

  /** Runs a sign-in, which fails by throwing. Throws `sign-ins-too-many` without running it after too many failures. */
  async attempt<T>(emailKey: string, address: string, nowMs: number, signIn: () => Promise<T>): Promise<T> {
    const counted = [`e-mail ${emailKey}`, `address ${address}`];
    const [ofEmail, ofAddress] = counted.map((name) => this.recent(name, nowMs)) as [number[], number[]];
    const seconds = Math.max(
      waitSeconds(ofEmail, maxPerEmail, nowMs),
      waitSeconds(ofAddress, maxPerAddress, nowMs),
    );
    if (seconds > 0) throw refuse("sign-ins-too-many", { seconds });
    for (const name of counted) this.failures.set(name, [...this.recent(name, nowMs), nowMs]);
    const done = await signIn();
    for (const name of counted) this.forgive(name, nowMs);
    return done;
  }

  private recent(name: string, nowMs: number): number[] {
    if (this.failures.size >= maxEntries) this.dropOld(nowMs);
    // A failure of later than now is from before the clock was set back.
    return (this.failures.get(name) ?? []).filter((at) => at > nowMs - windowMs && at <= nowMs);
  }

  private forgive(name: string, at: number): void {
    const known = this.failures.get(name) ?? [];
    const place = known.indexOf(at);
    if (place >= 0) this.failures.set(name, known.toSpliced(place, 1));
  }

  private dropOld(nowMs: number): void {
    for (const [name, known] of this.failures)
      if ((known.at(-1) ?? 0) <= nowMs - windowMs) this.failures.delete(name);
  }
}

/** Seconds until the number of recent failures is below the limit. */
const waitSeconds = (failures: readonly number[], max: number, nowMs: number): number => {
  const oldest = failures.at(-max);
  return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - nowMs) / 1000);
};
