// Rate limits on requests and sign-ups, kept in this process and reset with it: an allowance that can be used
// at once and comes back at a steady rate (GCRA, a leaky bucket).

/** Buckets with a full allowance are dropped when there are this many, and twice as many as after the last time. */
const manyBuckets = 10_000;

export class RateLimiter {
  private readonly allBackAt = new Map<string, number>();
  private dropAt = manyBuckets;

  constructor(
    private readonly allowance: number,
    private readonly periodMs: number,
  ) {}

  /**
   * Takes one. Returns 0, or the seconds until one is available. A clock that is set back by more than a
   * period gives all back.
   */
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
