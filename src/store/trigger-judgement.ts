// People whom triggers judged by live scores since their last build. A build takes them into its result.

import type { Kysely, Selectable } from "kysely";
import type { Database, TriggerJudgementTable } from "../db/schema.js";
import type { EpochMs } from "../domain/resource/resource.js";
import type { LiveJudgement } from "../domain/target/live-judgement.js";
import type { Side } from "../domain/target/trigger-rule.js";
import { inParts } from "./parts.js";

/** Accounts with triggers that are judged between builds. */
export const accountsWithLiveTriggers = async (db: Kysely<Database>): Promise<string[]> => {
  const rows = await db
    .selectFrom("resource")
    .select("account_id")
    .distinct()
    .where("type", "=", "triggers")
    .where("archived_at", "is", null)
    .where("config", "like", '%"live":true%')
    .orderBy("account_id")
    .execute();
  return rows.map(({ account_id }) => account_id);
};

/** In order of the ids. */
export const listJudged = async (db: Kysely<Database>, triggerId: string): Promise<LiveJudgement[]> => {
  const rows = await ofTrigger(db, triggerId).orderBy("person_id").execute();
  return rows.map(toJudgement);
};

/** Those of these people, in no order. */
export const findJudged = (
  db: Kysely<Database>,
  triggerId: string,
  personIds: readonly string[],
): Promise<LiveJudgement[]> =>
  inParts(personIds, async (part) => {
    const rows = await ofTrigger(db, triggerId).where("person_id", "in", part).execute();
    return rows.map(toJudgement);
  });

/** Ids of people who were judged before a moment by events that no build had, in the order of these judgements. */
export const listAhead = async (
  db: Kysely<Database>,
  triggerIds: readonly string[],
  before: EpochMs,
  most: number,
): Promise<string[]> => {
  const rows = await inParts(triggerIds, (part) =>
    db
      .selectFrom("trigger_judgement")
      .select("person_id")
      .where("trigger_id", "in", part)
      .where("is_ahead", "=", 1)
      .where("judged_at", "<", before)
      .orderBy("judged_at")
      .orderBy("person_id")
      .limit(most)
      .execute(),
  );
  return [...new Set(rows.map(({ person_id }) => person_id))];
};

export interface JudgedCounts {
  judged: number;
  /** Those who were reported. */
  sent: number;
}

export const countJudged = (db: Kysely<Database>, triggerId: string): Promise<JudgedCounts> =>
  db
    .selectFrom("trigger_judgement")
    .select(({ fn }) => [fn.countAll<number>().as("judged"), fn.count<number>("sent_at").as("sent")])
    .where("trigger_id", "=", triggerId)
    .executeTakeFirstOrThrow();

/** In place of the judgements of the same people before. */
export const saveJudged = async (
  db: Kysely<Database>,
  triggerId: string,
  judgements: readonly LiveJudgement[],
): Promise<void> => {
  for (const { personId, ...judgement } of judgements) {
    const row = {
      side: judgement.side,
      value: judgement.value,
      reported_at: judgement.reportedAt,
      sent_at: judgement.sentAt,
      judged_at: judgement.judgedAt,
      is_ahead: Number(judgement.isAhead),
    };
    await db
      .insertInto("trigger_judgement")
      .values({ trigger_id: triggerId, person_id: personId, ...row })
      .onConflict((before) => before.columns(["trigger_id", "person_id"]).doUpdateSet(row))
      .execute();
  }
};

export const forgetJudged = async (
  db: Kysely<Database>,
  triggerId: string,
  personIds: readonly string[],
): Promise<void> => {
  await inParts(personIds, async (part) => {
    await db
      .deleteFrom("trigger_judgement")
      .where("trigger_id", "=", triggerId)
      .where("person_id", "in", part)
      .execute();
    return [];
  });
};

const ofTrigger = (db: Kysely<Database>, triggerId: string) =>
  db.selectFrom("trigger_judgement").selectAll().where("trigger_id", "=", triggerId);

const toJudgement = (row: Selectable<TriggerJudgementTable>): LiveJudgement => ({
  personId: row.person_id,
  side: row.side as Side,
  value: row.value,
  reportedAt: row.reported_at,
  sentAt: row.sent_at,
  judgedAt: row.judged_at,
  isAhead: row.is_ahead === 1,
});
