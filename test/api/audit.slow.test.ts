// Audit log: every operation of the OpenAPI document that changes something, and every read of people's data,
// leaves an entry.

import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "../../src/store/audit.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { callerOf, dataset, openApi } from "./harness.js";
import { expectSuccess, harmless, password, startWalk, steps, type Walk } from "./operation-walk.js";

let api: BuildingApi;
let walk: Walk;
beforeAll(async () => {
  api = await startBuildingApi({ publicUrl: "http://localhost" });
  walk = await startWalk(api);
});
afterAll(() => api.close());

/** After the log was read, which writes the entries of look-ups. */
const entries = async (accountId = walk.shop.accountId) => {
  await walk.shop.get("/accounts/current/audit?limit=1");
  return (await listAudit(api.db.kysely, accountId, {}, { limit: 1000 })).entries;
};
const uses = async () => (await entries()).reduce((sum, { times }) => sum + times, 0);

test.each(Object.keys(steps))("%s leaves an entry", async (name) => {
  const before = await uses();
  expectSuccess(name, await steps[name]!(walk, api));
  const [newest] = await entries();
  expect(newest).toBeDefined();
  expect(await uses(), name).toBeGreaterThan(before);
  expect(newest!.actor.address).toBe("127.0.0.1");
});

test("the walk knows every operation of the document that changes something", async () => {
  const { paths } = (await walk.shop.get("/openapi.json")).body;
  const changing = Object.values<Record<string, { operationId: string }>>(paths)
    .flatMap((operations) => Object.entries(operations))
    .filter(([method]) => method !== "get")
    .map(([, { operationId }]) => operationId)
    .filter((name) => name !== "createAccount" && !harmless.includes(name));
  expect(changing.length).toBeGreaterThan(70);
  expect(changing.filter((name) => !(name in steps))).toEqual([]);
});

test("no entry holds a secret or a value", async () => {
  const text = JSON.stringify(await entries());
  for (const secret of ["sesame-7", password, "secret-path", walk.shop.key, "kate@example.com"])
    expect(text).not.toContain(secret);
});

test("an entry says who did what, and which fields changed", async () => {
  const caller = await api.signUp();
  const { id } = (await caller.post("/datasets", dataset)).body;
  await caller.patch(`/datasets/${id}`, {
    name: "New",
    options: { type: "hosted_csv", upload_directory: "x" },
  });
  const { entries: shown } = (await caller.get("/accounts/current/audit")).body;
  const hint = caller.key.slice(-4);
  expect(shown.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    `Key “first key” (…${hint}) changed dataset “Orders”: name, options.upload_directory.`,
    `Key “first key” (…${hint}) created dataset “Orders”.`,
    "owner@example.com signed up and created account “Acme”.",
  ]);
  expect(shown[0]).toMatchObject({
    actor: { type: "key", name: "first key", hint, address: "127.0.0.1" },
    action: "update",
    resource: { type: "datasets", id, name: "Orders" },
    changes: ["name", "options.upload_directory"],
  });
});

test("failed sign-ins of an account are in its log, and guesses at other addresses in none", async () => {
  const open = await openApi();
  const nobody = callerOf(open.app, {});
  const account = { name: "Ada's shop", email: "ada@example.com", password };
  const { body } = await nobody.post("/accounts", account);
  for (const email of ["ada@example.com", "eve@example.com"])
    await nobody.post("/sessions", { email, password: "not the password" });
  const { entries: found } = (
    await open.as(body.api_key).get("/accounts/current/audit?action=sign_in_failed")
  ).body;
  expect(found).toHaveLength(1);
  expect(found[0].sentence).toBe("Someone failed to sign in.");
});

test("a refused change leaves no entry", async () => {
  const caller = await api.signUp();
  const before = (await entries(caller.accountId)).length;
  expect(
    (await caller.post("/cohorts", { name: "x", stream_name: "none", min_count: 2, max_count: 1 })).status,
  ).toBe(400);
  expect((await caller.delete("/cohorts/unknown")).status).toBe(404);
  expect(await entries(caller.accountId)).toHaveLength(before);
});

test("the log has pages, filters and an export, and shows nothing of another account", async () => {
  const open = await openApi();
  const [caller, other] = [await open.signUp("=1+1"), await open.signUp("Other")];
  for (const name of ["a", "b", "c"]) await caller.post("/traits", { name });
  const page = async (query: string) => (await caller.get(`/accounts/current/audit?${query}`)).body;
  const first = await page("limit=2");
  const second = await page(`limit=2&cursor=${first.next_cursor}`);
  const names = [...first.entries, ...second.entries].map(({ resource }) => resource.name);
  expect([names, second.next_cursor]).toEqual([["c", "b", "a", "=1+1"], undefined]);
  expect((await page("resource=b")).entries).toHaveLength(1);
  expect((await page("action=sign_up")).entries).toHaveLength(1);
  expect((await page(`since=${new Date(open.now() + 1000).toISOString()}`)).entries).toEqual([]);
  expect((await page("actor=first%20key")).entries).toHaveLength(3);
  expect((await page("actor=FIRST")).entries).toHaveLength(3);
  expect((await page("actor=owner@")).entries).toHaveLength(1);
  expect((await page("actor=%25")).entries).toEqual([]);
  const csv = await caller.get("/accounts/current/audit", { accept: "text/csv" });
  expect(csv.headers["content-disposition"]).toContain("audit.csv");
  const lines = String(csv.body).trim().split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toContain(",'=1+1,");
  expect((await caller.get("/accounts/current/audit.csv?action=download")).body).toContain(
    "downloaded the audit log",
  );
  expect((await other.get("/accounts/current/audit")).body.entries).toHaveLength(1);
  expect((await caller.get("/accounts/current/audit?cursor=x")).status).toBe(400);
});
