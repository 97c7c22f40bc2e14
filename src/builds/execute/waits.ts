// Waits of builds for the world: for room on the disk, for a database that is away. A wait does not count as a failure. Its pauses grow
// to a minute, and it lasts as long as the trouble does. Troubles of this machine are listed in `GET /ready` while a build waits for
// them; an owner's own database is the owner's matter and stands on the record alone.

import type { ErrorCode } from "../../errors/catalogue.js";
import type { Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";

interface Wait {
  code: ErrorCode;
  times: number;
  /** When its build should have been tried again. */
  dueMs: number;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** A build that is not tried again for so long after its pause was deleted with its resource or account. */
const forgottenAfterMs = 10 * longestPauseMs;

/** Troubles of the machine, which its operator can end. */
const machineCodes: ReadonlySet<ErrorCode> = new Set([
  "disk-full",
  "disk-failing",
  "files-too-many",
  "disk-split",
]);

export const isMachineTrouble = (code: ErrorCode): boolean => machineCodes.has(code);

/** Who reports: the store has troubles of the same codes. */
const source = "builds";

export class Waits {
  private readonly open = new Map<string, Wait>();

  constructor(
    private readonly troubles: Pick<Troubles, "report" | "clear">,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /** A build waits, once more. Returns its pause in milliseconds. */
  begin(resourceId: string, { code, message, cause }: Refusal): number {
    const times = this.open.get(resourceId)?.times ?? 0;
    const pauseMs = Math.min(firstPauseMs * 2 ** times, longestPauseMs);
    this.open.set(resourceId, { code, times: times + 1, dueMs: this.monotonicMs() + pauseMs });
    if (machineCodes.has(code)) this.troubles.report(code, message, cause, source);
    this.settle();
    return pauseMs;
  }

  /** The build has gone on, or is not wanted any more. */
  end(resourceId: string): void {
    if (this.open.delete(resourceId)) this.settle();
  }

  /** Ends the troubles for which no build waits. */
  settle(): void {
    const now = this.monotonicMs();
    for (const [id, { dueMs }] of this.open) if (now > dueMs + forgottenAfterMs) this.open.delete(id);
    const left = new Set([...this.open.values()].map(({ code }) => code));
    for (const code of machineCodes) if (!left.has(code)) this.troubles.clear(code, source);
  }
}
