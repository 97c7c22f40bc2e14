// Waits of builds for the world: for room on the disk, for a database that is away. A wait does not count as
// a failure. Each pause is as long as the wait so far, up to a minute, and the wait lasts as long as the
// trouble does. Troubles of this machine are listed in `GET /ready` while a build waits for them; an owner's
// own database is the owner's matter and stands on the record alone.

import type { ErrorCode } from "../../errors/catalogue.js";
import type { Refusal } from "../../errors/refusal.js";
import type { Troubles } from "../../errors/troubles.js";
import { operatorNotes } from "../../errors/world.js";

interface Wait {
  code: ErrorCode;
  sinceMs: number;
  /** When its build should have been tried again. */
  dueMs: number;
}

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** A build that is not tried again for so long after its pause was deleted with its resource or account. */
const forgottenAfterMs = 10 * longestPauseMs;

/** Troubles of the cluster. */
export const clusterCodes = ["cluster-unavailable", "cluster-refused", "cluster-directory"] as const;

/** Troubles of the machine and of what belongs to it, which its operator can end. */
const machineCodes: ReadonlySet<ErrorCode> = new Set([
  "disk-full",
  "disk-failing",
  "files-too-many",
  "processes-too-many",
  "disk-split",
  ...clusterCodes,
  "files-unavailable",
]);

export const isMachineTrouble = (code: ErrorCode): boolean => machineCodes.has(code);

const noteOf = (code: ErrorCode): string | undefined =>
  (operatorNotes as { [code in ErrorCode]?: string })[code];

/** Reporter of these troubles: the store has troubles of the same codes. */
const source = "builds";

export class Waits {
  private readonly open = new Map<string, Wait>();

  constructor(
    private readonly troubles: Pick<Troubles, "report" | "clear">,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  /**
   * A build waits, once more. Returns its pause in milliseconds. Attempts that an upload brought forward do
   * not make it longer.
   */
  begin(resourceId: string, { code, message, cause }: Refusal): number {
    const nowMs = this.monotonicMs();
    const sinceMs = this.open.get(resourceId)?.sinceMs ?? nowMs;
    const pauseMs = Math.min(Math.max(Math.round(nowMs - sinceMs), firstPauseMs), longestPauseMs);
    this.open.set(resourceId, { code, sinceMs, dueMs: nowMs + pauseMs });
    if (machineCodes.has(code)) this.troubles.report(code, noteOf(code) ?? message, cause, source);
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
