// Pages of lists: whole without a limit, otherwise each item on exactly one page, whatever is created in the meantime.

import { expect, test } from "vitest";
import type { OpenApi } from "../../src/docs/openapi.js";
import { isObject } from "../../src/domain/resource/json.js";
import { type Answer, type Caller, openApi, repeatPurchase } from "./harness.js";

const nextOf = ({ headers }: Answer): string | undefined =>
  /^<(\/[^>]+)>; rel="next"$/.exec(String(headers.link ?? ""))?.[1];

/** Reads page after page; calls `between` after each. */
const pagesOf = async (
  caller: Caller,
  url: string,
  between: () => Promise<unknown> = async () => {},
): Promise<Answer["body"][]> => {
  const pages: Answer["body"][] = [];
  for (let next: string | undefined = url; next !== undefined; ) {
    const answer = await caller.get(next);
    expect(answer.status).toBe(200);
    pages.push(answer.body);
    next = nextOf(answer);
    await between();
  }
  return pages;
};

const cohortsOf = async (caller: Caller, count: number): Promise<void> => {
  await caller.post("/streams/transaction");
  for (let i = 0; i < count; i++)
    await caller.post("/cohorts", { name: `Group ${i}`, stream_name: "transaction" });
};
const namesIn = (pages: Answer["body"][]): string[] => pages.flat().map(({ name }) => name);

test("without a limit a list is whole; with one, pages hold the same items in the same order", async () => {
  const caller = await (await openApi()).signUp();
  await cohortsOf(caller, 7);
  const whole = await caller.get("/cohorts");
  expect(whole.body).toHaveLength(7);
  expect(whole.headers.link).toBeUndefined();
  const pages = await pagesOf(caller, "/v1/cohorts?limit=3");
  expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(whole.body);
});

test("what is created while pages are read is on none of the later pages, and what is deleted moves nothing", async () => {
  const caller = await (await openApi()).signUp();
  await cohortsOf(caller, 6);
  const before = await caller.get("/cohorts");
  let i = 0;
  const pages = await pagesOf(caller, "/cohorts?limit=2", async () => {
    await caller.post("/cohorts", { name: `New ${i}`, stream_name: "transaction" });
    if (i === 0) await caller.delete(`/cohorts/${before.body[1].id}`);
    i++;
  });
  expect(namesIn(pages)).toEqual(before.body.map(({ name }: { name: string }) => name));
});

test("pages work with ids, and a cursor alone is enough", async () => {
  const caller = await (await openApi()).signUp();
  await cohortsOf(caller, 4);
  const { body: all } = await caller.get("/cohorts");
  const ids = all
    .slice(1)
    .map(({ id }: { id: string }) => `ids=${id}`)
    .join("&");
  expect(namesIn(await pagesOf(caller, `/cohorts?${ids}&limit=2`))).toEqual([
    "Group 2",
    "Group 1",
    "Group 0",
  ]);
  const next = nextOf(await caller.get("/cohorts?limit=1"))!.replace("limit=1&", "");
  expect((await caller.get(next)).body).toEqual(all.slice(1));
});

test("limits and cursors that cannot be are refused", async () => {
  const caller = await (await openApi()).signUp();
  for (const query of ["limit=0", "limit=1001", "limit=x", "cursor=", "cursor=x", `cursor=${btoa("..17")}`])
    expect([query, (await caller.get(`/cohorts?${query}`)).status]).toEqual([query, 400]);
});

test("every list has pages", async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  await caller.post("/uploads/orders/a.csv", "a\n1\n", { "content-type": "text/csv" });
  await caller.post("/uploads/orders/b.csv", "a\n1\n", { "content-type": "text/csv" });
  await caller.post("/accounts/current/api_keys", { name: "second" });
  const { paths }: OpenApi = (await api.app.inject("/openapi.json")).json();
  const lists = Object.entries(paths).filter(([, { get }]) =>
    JSON.stringify(get?.parameters ?? []).includes('"name":"cursor"'),
  );
  expect(lists.length).toBeGreaterThanOrEqual(28);
  for (const [path] of lists) {
    if (
      path.startsWith("/connections/{id}") ||
      path.includes("webhook_endpoints/{id}") ||
      path === "/accounts/current/audit"
    )
      continue;
    const url = path.replace("{id}", ids.scope);
    const { body: whole } = await caller.get(url);
    if (isObject(whole)) continue;
    expect([path, (await pagesOf(caller, `${url}?limit=1`)).flat()]).toEqual([path, whole]);
  }
});
