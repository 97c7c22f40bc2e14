// Monthly mail: predictions whose horizon has ended since the last one, expected against actual numbers. An
// account gets at most one in a calendar month (UTC), and none in a month in which no horizon ended.

import type { Kysely } from "kysely";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import { lockAccount } from "../db/transaction.js";
import type { ObservedPerformance } from "../domain/pipeline/observed-performance.js";
import { firstOfMonth } from "../domain/resource/months.js";
import type { EpochMs, EpochSeconds } from "../domain/resource/resource.js";
import { findAccount } from "../store/accounts.js";
import { accountsWithoutMonthlyMail, mailedOf, markMailed, markMonthlyMail } from "../store/mailed-builds.js";
import { listResources, type Resource } from "../store/resources.js";
import { mailOwner } from "./announce.js";
import { htmlOf, textOf } from "./mail-page.js";
import { monthlyPage } from "./monthly-message.js";
import { largestOf, type RunMailRules } from "./run-mail.js";

export interface Comparison {
  outcome: Resource<"outcomes">;
  /** Oldest first, never empty. */
  observed: ObservedPerformance[];
}

interface Mailed {
  /** Cutoff of the newest scores that were compared. */
  compared?: EpochSeconds;
}

/** Returns the number of mails written. */
export const mailMonthly = async (db: Db, rules: RunMailRules, now: EpochMs): Promise<number> => {
  let written = 0;
  for await (const accountId of accountsWithoutMonthlyMail(db.kysely, monthStart(now)))
    if (await db.transaction((trx) => mailAccount(trx, rules, accountId, now))) written++;
  return written;
};

const monthStart = (now: EpochMs): EpochMs => 1000 * firstOfMonth(now / 1000);

const mailAccount = async (
  trx: Kysely<Database>,
  rules: RunMailRules,
  accountId: string,
  now: EpochMs,
): Promise<boolean> => {
  await lockAccount(trx, accountId);
  const account = await findAccount(trx, accountId);
  if (!account?.emails.monthly || (account.monthlyMailAt ?? 0) >= monthStart(now)) return false;
  const comparisons = await newComparisons(trx, accountId);
  if (comparisons.length === 0) return false;
  const page = monthlyPage(comparisons, rules.publicUrl);
  await mailOwner(
    trx,
    rules,
    account,
    { subject: page.subject, body: textOf(page), html: htmlOf(page) },
    now,
  );
  for (const { outcome, observed } of comparisons)
    await markMailed(trx, outcome.id, { compared: observed.at(-1)!.cutoff } satisfies Mailed);
  await markMonthlyMail(trx, accountId, now);
  return true;
};

const newComparisons = async (trx: Kysely<Database>, accountId: string): Promise<Comparison[]> => {
  const scopes = await listResources(trx, accountId, "scopes");
  if (!scopes.some(({ result }) => result)) return [];
  const found: Comparison[] = [];
  for (const outcome of await listResources(trx, accountId, "outcomes")) {
    const history = largestOf(scopes, outcome.id)?.scope.result?.performance[outcome.id]?.observed ?? [];
    const { compared = -Infinity } = (await mailedOf<Mailed>(trx, outcome.id)) ?? {};
    const observed = history.filter(({ cutoff }) => cutoff > compared).sort((a, b) => a.cutoff - b.cutoff);
    if (observed.length > 0 && outcome.archivedAt === null) found.push({ outcome, observed });
  }
  return found;
};
