// Clock watch: notices when the machine's clock is moved, because it then differs from the time that has
// passed. What waits for a moment must not wait for a moment that came closer or went away; what is removed
// for good by age waits until the clock can be trusted.

import type { EpochMs } from "../../domain/resource/resource.js";

/** Clocks are adjusted by seconds all the time. */
const minMoveMs = 10_000;

/** A clock that was moved forward by mistake is usually set right within this time. */
const mistrustMs = 60 * 60_000;

export class ClockWatch {
  private differenceMs: number;
  private trustedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: () => EpochMs,
    /** Milliseconds of a clock that never jumps. */
    private readonly monotonicMs: () => number,
  ) {
    this.differenceMs = clock() - monotonicMs();
  }

  /** Milliseconds by which the clock was moved since the last look: 0 for hardly, negative for back. */
  look(): number {
    const differenceMs = this.clock() - this.monotonicMs();
    const movedMs = differenceMs - this.differenceMs;
    this.differenceMs = differenceMs;
    if (Math.abs(movedMs) < minMoveMs) return 0;
    if (movedMs > 0) this.trustedAtMs = this.monotonicMs() + mistrustMs;
    return movedMs;
  }

  /** Whether the clock has not been moved forward within the last hour. */
  isTrusted(): boolean {
    return this.monotonicMs() >= this.trustedAtMs;
  }
}
