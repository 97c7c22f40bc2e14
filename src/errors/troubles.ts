// Troubles that the service has at present, such as a full disk or an absent store: one per code, from the moment when it was first
// reported until it is cleared. `GET /ready` serves them, and the log has one line when each begins and one when it ends.

import type { EpochMs } from "../domain/resource.js";
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
  private readonly open = new Map<ErrorCode, Trouble>();
  private log: TroubleLog | undefined;

  constructor(private readonly clock: () => EpochMs) {}

  /** Logs the present troubles and all later ones. */
  logTo(log: TroubleLog): void {
    this.log = log;
    for (const trouble of this.list()) this.logBegin(trouble);
  }

  /** Begins a trouble, unless it has begun already. `cause` is logged with it. */
  report(code: ErrorCode, message: string, cause?: unknown): void {
    const known = this.open.get(code);
    const trouble = { code, message, since: known?.since ?? this.clock() };
    this.open.set(code, trouble);
    if (!known) this.logBegin(trouble, cause);
  }

  /** Ends a trouble, if there is one. */
  clear(code: ErrorCode): void {
    const known = this.open.get(code);
    if (!known || !this.open.delete(code)) return;
    const seconds = Math.round((this.clock() - known.since) / 1000);
    this.log?.info({ code, seconds }, `Over after ${seconds} s: ${known.message}`);
  }

  /** Whether an error comes from a present trouble, and so is in the log already. */
  covers(error: unknown): boolean {
    const code = worldTrouble(error)?.code;
    return code !== undefined && this.open.has(code);
  }

  /** The oldest first. */
  list(): Trouble[] {
    return [...this.open.values()];
  }

  private logBegin({ code, message }: Trouble, cause?: unknown): void {
    this.log?.warn({ code, ...(cause !== undefined && { err: cause }) }, message);
  }
}
