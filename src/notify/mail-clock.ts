// Mail clock: writes what becomes due by time alone, summaries that were kept for a day, the monthly mail and the daily
// checkpoints of audit logs.

import type { Db } from "../db/connection.js";
import { lockAccount } from "../db/transaction.js";
import { startRounds } from "../domain/machine/rounds.js";
import type { EpochMs } from "../domain/resource/resource.js";
import type { Troubles } from "../errors/troubles.js";
import type { Queue } from "../queue/queue.js";
import { accountsWithUnmailedBuilds } from "../store/mailed-builds.js";
import { announceCheckpoints } from "./announce.js";
import { mailMonthly } from "./monthly-mail.js";
import { type RunMailRules, settleRun } from "./run-mail.js";

export interface MailClockOptions {
  db: Db;
  rules: RunMailRules;
  queue: Pick<Queue, "enqueue">;
  /** Whether this process writes them now, and not another one on the store. */
  isKeeper(): boolean;
  clock: () => EpochMs;
  troubles: Pick<Troubles, "covers">;
  log: { error(fields: object, text: string): void };
}

const everyMs = 10 * 60_000;

/** Looks now and every ten minutes. The returned function stops it. */
export const startMailClock = (options: MailClockOptions): (() => Promise<void>) =>
  startRounds(everyMs, () => look(options));

const look = async ({
  db,
  rules,
  queue,
  isKeeper,
  clock,
  troubles,
  log,
}: MailClockOptions): Promise<void> => {
  if (!isKeeper()) return;
  try {
    await settleRuns(db, rules, clock());
    await mailMonthly(db, rules, clock());
    await announceCheckpoints(db, queue, clock());
  } catch (error) {
    if (!troubles.covers(error)) log.error({ err: error }, "the mail clock failed");
  }
};

/** Settles the runs of all accounts. */
export const settleRuns = async (db: Db, rules: RunMailRules, now: EpochMs): Promise<void> => {
  for await (const accountId of accountsWithUnmailedBuilds(db.kysely))
    await db.transaction(async (trx) => {
      await lockAccount(trx, accountId);
      await settleRun(trx, rules, accountId, now);
    });
};
