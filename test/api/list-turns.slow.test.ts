// Turns of long lists, on the service's own HTTP stack.

import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { insertResource } from "../../src/store/resources.js";
import { type Api, type Caller, openApi } from "./harness.js";

/** An account with so many cohorts, and one with none. */
const openAccounts = async (cohorts: number): Promise<{ api: Api; large: Caller; other: Caller }> => {
  const api = await openApi();
  const [large, other] = [await api.signUp(), await api.signUp()];
  await api.db.transaction(async (trx) => {
    const shared = {
      accountId: large.accountId,
      type: "cohorts",
      uniqueName: false,
      upstreamIds: [],
    } as const;
    for (let i = 0; i < cohorts; i++)
      await insertResource(trx, { ...shared, name: `Cohort ${i}`, config: { stream_name: "orders" } }, i);
  });
  return { api, large, other };
};
const many = <V>(count: number, make: (i: number) => V): V[] =>
  Array.from({ length: count }, (_, i) => make(i));

test("while an account asks for long lists, others are answered between their pieces", async () => {
  const { large, other } = await openAccounts(10 * limits.shortList.is);
  const order: string[] = [];
  const lists = many(5, () => large.get("/cohorts").then(() => order.push("list")));
  const graph = large.get("/graph").then(() => order.push("graph"));
  for (let i = 0; i < 10; i++) await other.get("/cohorts").then(() => order.push("other"));
  await Promise.all([...lists, graph]);
  expect(order.slice(0, 5)).toEqual(many(5, () => "other"));
  expect(order).toHaveLength(16);
});

test("a list in pieces has everything, in the order of its pages", async () => {
  const { large } = await openAccounts(2 * limits.shortList.is + 1);
  const { body } = await large.get("/cohorts");
  const names = body.map(({ name }: { name: string }) => name);
  expect(names).toEqual(many(2 * limits.shortList.is + 1, (i) => `Cohort ${i}`).reverse());
});

test("a number of long lists of an account wait, and other accounts have their own", async () => {
  const { api, large } = await openAccounts(limits.shortList.is + 1);
  const waiting = limits.waitingListsOfAccount.is;
  const answers = await Promise.all(many(2 * waiting, () => large.get("/cohorts")));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ headers: { "retry-after": "1" } });
  expect(refused.length).toBeLessThanOrEqual(waiting);
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect((await (await api.signUp()).get("/graph")).status).toBe(200);
});

test("accounts take turns with the pieces of their lists, and none waits for the whole list of another", async () => {
  const { api, large } = await openAccounts(20 * limits.shortList.is);
  const small = await api.signUp();
  const order: string[] = [];
  const lists = many(3, () => large.get("/cohorts").then(() => order.push("large")));
  await small.get("/graph").then(() => order.push("graph"));
  await Promise.all(lists);
  expect(order[0]).toBe("graph");
});
