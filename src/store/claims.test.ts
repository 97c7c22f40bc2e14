import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { claim, judged } from "../domain/pipeline/fixtures.js";
import { createAccount } from "./accounts.js";
import { forgetClaims, listClaims, saveClaims, voidClaimsOf } from "./claims.js";

const accountIn = async ({ kysely }: Db): Promise<string> =>
  (await createAccount(kysely, { name: "Shop", email: "" }, 1)).id;

onEveryStore(({ open }) => {
  test("a claim is listed once, newest scores first, and keeps its id when it is judged", async () => {
    const db = await open();
    const [mine, other] = [await accountIn(db), await accountIn(db)];
    await saveClaims(db.kysely, mine, [claim(10), claim(20)]);
    await saveClaims(db.kysely, other, [claim(10)]);
    const before = await listClaims(db.kysely, mine);
    expect(before).toMatchObject([claim(20), claim(10)]);
    await saveClaims(db.kysely, mine, [judged(10, 441)]);
    const after = await listClaims(db.kysely, mine);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[1]).toMatchObject(judged(10, 441));
    expect(await listClaims(db.kysely, mine, { judgedAfter: 9 })).toHaveLength(1);
    expect(await listClaims(db.kysely, mine, { judgedAfter: 10 })).toEqual([]);
    expect(await listClaims(db.kysely, mine, { scopeId: "other" })).toEqual([]);
    expect(await listClaims(db.kysely, mine, { outcomeIds: ["o", "p"] })).toHaveLength(2);
  });

  test("claims of a deleted pipeline stay, those that are open as void", async () => {
    const db = await open();
    const accountId = await accountIn(db);
    await saveClaims(db.kysely, accountId, [judged(10, 441), claim(20)]);
    await voidClaimsOf(db.kysely, accountId, "s", "pipeline_deleted");
    const verdicts = (await listClaims(db.kysely, accountId)).map(({ verdict }) => verdict);
    expect(verdicts).toEqual(["void", "held"]);
  });

  test("claims go with their account, and those of a sample shop with it", async () => {
    const db = await open();
    const accountId = await accountIn(db);
    await saveClaims(db.kysely, accountId, [claim(10), { ...claim(10), scope_id: "sample" }]);
    await forgetClaims(db.kysely, accountId, ["sample"]);
    expect(await listClaims(db.kysely, accountId)).toHaveLength(1);
    await db.kysely.deleteFrom("account").where("id", "=", accountId).execute();
    expect(await db.kysely.selectFrom("claim").select("id").execute()).toEqual([]);
  });
});
