import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import {
  forgetAnswers,
  forgetOldRequests,
  keepAnswer,
  markExecuted,
  releaseKey,
  reserve,
} from "./idempotency.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  let transaction: Db["transaction"];
  let accountId: string;
  beforeAll(async () => {
    const opened = await open();
    db = opened.kysely;
    transaction = opened.transaction;
    accountId = (await createAccount(db, { name: "Shop", email: "" }, now)).id;
  });
  const reserveAt = (key: string, at = now) =>
    reserve(db, { accountId, key, reservedAt: at }, "POST /x", "hash");

  test("of several concurrent reservations one succeeds, and the others see it", async () => {
    const earlier = await Promise.all([1, 2, 3, 4].map(() => reserveAt("many")));
    expect(earlier.filter((found) => found === undefined)).toHaveLength(1);
    expect(earlier.find((found) => found)).toMatchObject({ request: "POST /x", status: null });
  });

  test("an answer is kept for a day", async () => {
    const held = { accountId, key: "a", reservedAt: now };
    await reserveAt("a");
    const answered = { status: 201, contentType: "application/json", answer: "{}", bodyHash: "hash" };
    await keepAnswer(db, held, answered);
    expect(await reserveAt("a", now + 86_399_999)).toMatchObject({ status: 201, answer: "{}" });
    await releaseKey(db, held);
    expect(await reserveAt("a", now + 86_399_999)).toMatchObject({ status: 201 });
    expect(await reserveAt("a", now + 86_400_000)).toBeUndefined();
  });

  test("answers are forgotten at once where they may be about people, and all requests after a day", async () => {
    const held = { accountId, key: "c", reservedAt: now };
    await reserveAt("c");
    const answered = { status: 201, contentType: "application/json", answer: "Ada", bodyHash: "hash" };
    await keepAnswer(db, held, answered);
    await forgetAnswers(db, accountId);
    expect(await reserveAt("c")).toMatchObject({ status: 201, answer: null });
    await forgetOldRequests(db, now + 86_399_999);
    expect(await reserveAt("c")).toMatchObject({ status: 201 });
    await forgetOldRequests(db, now + 86_400_000);
    const left = await db.selectFrom("idempotency").select("idempotency_key").execute();
    expect(left.map(({ idempotency_key }) => idempotency_key)).not.toContain("c");
  });

  test("the key of an executed request is not freed, also while its transaction lasts", async () => {
    const held = { accountId, key: "d", reservedAt: now };
    await reserveAt("d");
    let releasing: Promise<void> | undefined;
    await transaction(async (trx) => {
      await markExecuted(trx, held, "17");
      releasing = releaseKey(db, held);
    });
    await releasing;
    expect(await reserveAt("d")).toMatchObject({ status: null, changed_id: "17" });
    await transaction(async (trx) => {
      await markExecuted(trx, { accountId, key: "d", reservedAt: now - 1 }, "18");
    });
    expect(await reserveAt("d")).toMatchObject({ changed_id: "17" });
  });

  test("a released key is free at once, unless another request has it", async () => {
    const held = { accountId, key: "b", reservedAt: now };
    await reserveAt("b");
    await releaseKey(db, held);
    expect(await reserveAt("b", now + 1)).toBeUndefined();
    await releaseKey(db, held);
    expect(await reserveAt("b")).toMatchObject({ status: null });
  });
});
