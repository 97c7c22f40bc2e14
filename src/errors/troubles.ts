// Troubles that the service has at present, such as a full disk or an absent store: one per code, from the
// moment when it was first reported until it is cleared. `GET /ready` serves them, and the log has one line
// when each begins and one when it ends.

import type { EpochMs } from "../domain/resource/resource.js";
import type { ErrorCode } from "./catalogue.js";
import { worldTrouble } from "./world.js";

export interface Trouble {
  code: ErrorCode;
  /** A sentence for operators, which is public: no path, host name or secret. */
  message: string;
  since: EpochMs;
}

export interface TroubleLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

export class Troubles {
  private readonly open = new Map<ErrorCode, Trouble & { sources: Set<string> }>();
  private readonly causes = new WeakSet<Error>();
  private log: TroubleLog | undefined;

  constructor(private readonly clock: () => EpochMs) {}

  /** Logs the present troubles and all later ones. */
  logTo(log: TroubleLog): void {
    this.log = log;
    for (const trouble of this.list()) this.logBegin(trouble);
  }

  /**
   * Begins a trouble, unless it has begun already. `cause` is logged with it. Several sources may have the
   * same trouble.
   */
  report(code: ErrorCode, message: string, cause?: unknown, source = ""): void {
    if (cause instanceof Error) this.causes.add(cause);
    const known = this.open.get(code);
    const sources = (known?.sources ?? new Set()).add(source);
    const trouble = { code, message, since: known?.since ?? this.clock(), sources };
    this.open.set(code, trouble);
    if (!known) this.logBegin(trouble, cause);
  }

  /** Ends a trouble of a source, if there is one. It is over when no source has it. */
  clear(code: ErrorCode, source = ""): void {
    const known = this.open.get(code);
    if (!known?.sources.delete(source) || known.sources.size > 0) return;
    this.open.delete(code);
    const seconds = Math.round((this.clock() - known.since) / 1000);
    this.log?.info({ code, seconds }, `Over after ${seconds} s: ${known.message}`);
  }

  /** Whether an error comes from a trouble that is present or was reported with it, and so is in the log already. */
  covers(error: unknown): boolean {
    const refusal = worldTrouble(error);
    if (refusal === undefined) return false;
    return this.open.has(refusal.code) || (refusal.cause instanceof Error && this.causes.has(refusal.cause));
  }

  /** The oldest first. */
  list(): Trouble[] {
    return [...this.open.values()].map(({ sources: _, ...trouble }) => trouble);
  }

  private logBegin({ code, message }: Trouble, cause?: unknown): void {
    this.log?.warn({ code, ...(cause !== undefined && { err: cause }) }, message);
  }
}
