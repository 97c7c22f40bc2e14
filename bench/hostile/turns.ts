// Turns of builds, from the service's store: when a job of an account waits, when it begins, and how many
// jobs of others began in between.

import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Db, openDb } from "../../src/db/connection.js";

interface JobSeen {
  id: string;
  attempt: number;
  account_id: string;
  state: string;
}

interface Turn {
  accountId: string;
  /** Milliseconds of a clock that never jumps. */
  since: number;
  until: number;
}

const lookEveryMs = 50;

/** Looks at the jobs of builds until it is closed. */
export class Turns {
  /** Claims of jobs, in the order in which they began. */
  private readonly begun: Turn[] = [];
  private readonly seen = new Map<string, Turn>();
  private readonly closing = new AbortController();
  private readonly looking: Promise<void>;

  private constructor(private readonly db: Db) {
    this.looking = this.look();
  }

  static async watch(dataDir: string): Promise<Turns> {
    return new Turns(await openDb({ file: path.join(dataDir, "bellwether.sqlite") }));
  }

  /** Number of builds that have begun; of an account or of all. */
  count(accountId?: string): number {
    return this.begun.filter((each) => accountId === undefined || each.accountId === accountId).length;
  }

  /** Seconds that builds of an account held slots since `from`: all together, and the longest of them. */
  secondsHeld(accountId: string, from: number): { all: number; longest: number } {
    const held = this.begun
      .slice(from)
      .filter((each) => each.accountId === accountId)
      .map(({ since, until }) => (until - since) / 1_000);
    return { all: held.reduce((sum, each) => sum + each, 0), longest: Math.max(0, ...held) };
  }

  /** Builds of others that have begun since `from`, until the account's next one begins or now. */
  othersBefore(accountId: string, from: number): number {
    const since = this.begun.slice(from);
    const own = since.findIndex((each) => each.accountId === accountId);
    return own === -1 ? since.length : own;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.looking;
    await this.db.close();
  }

  private async look(): Promise<void> {
    const { signal } = this.closing;
    for (; !signal.aborted; await sleep(lookEveryMs, undefined, { signal }).catch(() => {})) {
      const running: JobSeen[] = await this.db.kysely
        .selectFrom("job")
        .select(["id", "attempt", "account_id", "state"])
        .where("kind", "=", "build")
        .where("state", "=", "running")
        .execute();
      for (const { id, attempt, account_id: accountId } of running) {
        const claim = `${id} ${attempt}`;
        const now = performance.now();
        const turn = this.seen.get(claim);
        if (turn) turn.until = now;
        else {
          const began = { accountId, since: now, until: now };
          this.seen.set(claim, began);
          this.begun.push(began);
        }
      }
    }
  }
}
