import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import type { LiveJudgement } from "../domain/target/live-judgement.js";
import { sides } from "../domain/target/trigger-rule.js";
import { createAccount } from "./accounts.js";
import { insertResource, removeResource } from "./resources.js";
import {
  accountsWithLiveTriggers,
  countJudged,
  findJudged,
  forgetJudged,
  listAhead,
  listJudged,
  saveJudged,
} from "./trigger-judgement.js";

const newTrigger = async (db: Db, live?: boolean) => {
  const accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, 0)).id;
  const config = { when: { cohort: { cohort_id: "c", ...(live !== undefined && { live }) } } };
  const settings = { accountId, type: "triggers" as const, name: "T", config };
  return insertResource(db.kysely, { ...settings, upstreamIds: [], uniqueName: false }, 0);
};

const judged = (personId: string, more: Partial<LiveJudgement> = {}): LiveJudgement => ({
  personId,
  side: sides.above,
  value: 0.625,
  reportedAt: null,
  sentAt: null,
  judgedAt: 1,
  isAhead: true,
  ...more,
});

onEveryStore(({ open }) => {
  test("the last judgement of a person counts until a build remembers it, or the trigger goes", async () => {
    const db = await open();
    const trigger = await newTrigger(db);
    const largest = String(2n ** 63n - 1n);
    const sent = judged(largest, { side: sides.unknown, value: null, reportedAt: 5, sentAt: 5000 });
    await saveJudged(db.kysely, trigger.id, [judged("1"), sent]);
    await saveJudged(db.kysely, trigger.id, [judged("1", { judgedAt: 2, side: sides.below })]);
    expect(await listJudged(db.kysely, trigger.id)).toEqual([
      judged("1", { judgedAt: 2, side: sides.below }),
      sent,
    ]);
    expect(await findJudged(db.kysely, trigger.id, [largest, "3"])).toEqual([sent]);
    expect(await countJudged(db.kysely, trigger.id)).toEqual({ judged: 2, sent: 1 });
    await forgetJudged(db.kysely, trigger.id, [largest]);
    expect((await listJudged(db.kysely, trigger.id)).map(({ personId }) => personId)).toEqual(["1"]);
    await removeResource(db.kysely, trigger, 3);
    expect(await db.kysely.selectFrom("trigger_judgement").selectAll().execute()).toEqual([]);
  });

  test("people who are ahead of a build are named, the first of them before the others", async () => {
    const db = await open();
    const trigger = await newTrigger(db);
    const at = (judgedAt: number) => ({ judgedAt });
    await saveJudged(db.kysely, trigger.id, [
      judged("1", at(3)),
      judged("2", at(1)),
      judged("3", { isAhead: false }),
      judged("4", at(9)),
    ]);
    expect(await listAhead(db.kysely, [trigger.id], 9, 10)).toEqual(["2", "1"]);
    expect(await listAhead(db.kysely, [trigger.id], 10, 1)).toEqual(["2"]);
  });

  test("accounts with live triggers are found", async () => {
    const db = await open();
    await newTrigger(db);
    await newTrigger(db, false);
    const live = await newTrigger(db, true);
    expect(await accountsWithLiveTriggers(db.kysely)).toEqual([live.accountId]);
  });
});
