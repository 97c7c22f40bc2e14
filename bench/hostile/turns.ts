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

const lookEveryMs = 50;

/** Looks at the jobs of builds until it is closed. */
export class Turns {
  /** Claims of jobs by account, in the order in which they began. */
  private readonly begun: { accountId: string; claim: string }[] = [];
  private readonly seen = new Set<string>();
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
        if (this.seen.has(claim)) continue;
        this.seen.add(claim);
        this.begun.push({ accountId, claim });
      }
    }
  }
}
