// The account's hold-out over HTTP: drawn from everyone, left out of the lists of every pipeline, and what contacting has brought.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltShop, openBuiltShop } from "../accounts/built-shop.js";
import type { BuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: BuiltShop;
let caller: Caller;
let holdout: { id: string };

const fields = { name: "Left alone", share: 0.2, stream_name: "Transaction" };

beforeAll(async () => {
  ({ api, shop } = await openBuiltShop());
  caller = api.as(shop.key);
  const made = await caller.post("/holdouts", fields);
  expect(made).toMatchObject({ status: 201, body: { stream_name: "transaction", status: "starting" } });
  holdout = made.body;
  await api.build();
});
afterAll(() => api.close());

const read = async (path: string) => (await caller.get(path)).body;
const rowsOf = async (targetId: string): Promise<Record<string, string>[]> =>
  (await caller.post(`/targets/${targetId}/preview`)).body.rows;

test("a hold-out says whom it holds out, and until when", async () => {
  const record = await read(`/holdouts/${holdout.id}`);
  expect(record.status, JSON.stringify(record)).toBe("ready");
  const { contact_count: contact, held_out_count: held, headline, rotates_at, data_through } = record;
  expect(Math.abs(held - 0.2 * (contact + held))).toBeLessThanOrEqual(10);
  expect(headline).toContain(`${held} of ${contact + held} people are held out of every pipeline.`);
  expect(new Date(rotates_at).getTime() - new Date(data_through).getTime()).toBe(365 * 86_400_000);
});

test("files say who is held out, and lists leave them out", async () => {
  const { scoring, file, outcome } = shop.created;
  const arms = (await rowsOf(file.id)).map((row) => row.fdy_holdout_arm);
  expect([...new Set(arms)].sort()).toEqual(["contact", "held_out"]);
  const held = arms.filter((arm) => arm === "held_out").length;
  const list = `/scopes/${scoring.id}/list.csv?outcome_id=${outcome.id}`;
  const lines = async (url: string) =>
    String((await caller.get(url)).body)
      .trim()
      .split("\n").length - 1;
  const [without, all] = [await lines(list), await lines(`${list}&with_held_out=true`)];
  expect(all - without).toBeGreaterThan(0);
  expect(all - without).toBeLessThanOrEqual(held);
  const columns = (await read(`/scopes/${scoring.id}`)).columns.payload_columns;
  expect(columns).toContainEqual({ name: "fdy_holdout_arm", human_name: "holdout_arm" });
  const answer = await read(`/scopes/${scoring.id}/holdout`);
  expect(answer.account_held_out_count).toBe(held);
  expect(answer.headline).toContain(`${held} people are held out by the account's hold-out.`);
});

test("a deployment can ask for the people who are held out", async () => {
  const { body: target } = await caller.post("/targets", {
    name: "Held out",
    scope_id: shop.created.scoring.id,
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv" },
    filter: { holdout: [{ _eq: "held_out" }] },
  });
  await api.build();
  const rows = await rowsOf(target.id);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.fdy_holdout_arm === "held_out")).toBe(true);
});

test("the ledger begins with the draw, and counts what both groups do from then on", async () => {
  const day = (at: string) => new Date(Date.parse(at) + 40 * 86_400_000).toISOString().slice(0, 10);
  const before = await read(`/holdouts/${holdout.id}/ledger`);
  expect(before).toMatchObject({ merged_count: 0, months: [] });
  expect(before.headline).toContain("Nobody in them has converted since.");
  const { scoring } = shop.created;
  const text = String((await caller.get(`/uploads/transactions/transactions.csv`)).body);
  const [head, ...lines] = text.trim().split("\n");
  const at = head!.split(",").findIndex((column) => /date|_at|time/.test(column));
  const since = before.since;
  const later = lines.slice(0, 150).map((line) => {
    const cells = line.split(",");
    cells[at] = day(since);
    return cells.join(",");
  });
  await caller.post("/uploads/transactions/later.csv", [head, ...later, ""].join("\n"), {
    "content-type": "text/csv",
  });
  await api.build();
  const ledger = await read(`/holdouts/${holdout.id}/ledger`);
  const last = ledger.months.at(-1);
  expect(last.contact.conversions).toBeGreaterThan(0);
  expect(last.so_far.conversions.value).toBeCloseTo(ledger.conversions.value, 6);
  expect(ledger.per_thousand.amount.low).toBeLessThan(ledger.per_thousand.amount.high);
  expect(ledger).not.toHaveProperty("profit");
  const csv = String((await caller.get(`/holdouts/${holdout.id}/ledger.csv`)).body)
    .trim()
    .split("\r\n");
  expect(csv).toHaveLength(1 + ledger.months.length);
  expect(csv[0]).toMatch(/^from,until,contact_people,/);
  expect((await read(`/holdouts/${holdout.id}`)).held_out_count).toBeGreaterThan(0);
  expect((await read(`/scopes/${scoring.id}`)).status).toBe("ready");
});

test("profit appears with economics, without a new build", async () => {
  const changed = await caller.patch(`/holdouts/${holdout.id}`, {
    economics: { cost_per_contact: 0, margin: 0.4 },
  });
  expect(changed).toMatchObject({ status: 200, body: { status: "ready" } });
  const { profit, amount } = await read(`/holdouts/${holdout.id}/ledger`);
  expect(profit.value).toBeCloseTo(0.4 * amount.value, 6);
});

test.each([
  [{ ...fields, share: 0.7 }, 400, "share"],
  [{ ...fields, stream_name: "unknown" }, 400, "There is no stream unknown"],
  [{ ...fields, rotation_months: 1 }, 400, "rotation_months"],
  [{ ...fields, economics: { cost_per_contact: 1 } }, 400, "value_per_conversion"],
  [{ ...fields, economics: { cost_per_contact: 1, margin: 0.3 } }, 400, "contacts_stream"],
  [{ ...fields, name: "Another" }, 409, "The account has a hold-out already: Left alone."],
])("%j is refused", async (body, status, text) => {
  const answer = await caller.post("/holdouts", body);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(text);
});

test("an archived hold-out holds nobody out, makes room for another, and does not come back beside it", async () => {
  const { file } = shop.created;
  expect((await caller.post(`/holdouts/${holdout.id}/archive`, {})).status).toBe(200);
  await api.build();
  expect(Object.keys((await rowsOf(file.id))[0]!)).not.toContain("fdy_holdout_arm");
  const other = await caller.post("/holdouts", { ...fields, name: "Another" });
  expect(other.status).toBe(201);
  expect((await caller.post(`/holdouts/${holdout.id}/unarchive`, {})).status).toBe(409);
  expect((await caller.delete(`/holdouts/${other.body.id}`)).status).toBe(204);
  expect((await caller.post(`/holdouts/${holdout.id}/unarchive`, {})).status).toBe(200);
});

test("other accounts see nothing of it", async () => {
  const stranger = await api.signUp("Stranger");
  expect((await stranger.get(`/holdouts/${holdout.id}`)).status).toBe(404);
  expect((await stranger.get(`/holdouts/${holdout.id}/ledger`)).status).toBe(404);
  expect((await stranger.get("/holdouts")).body).toEqual([]);
});

test("contacts of a stream are tested before anything is said of their effect", async () => {
  const path = "/streams/glance/analysis/treatment";
  const undated = await caller.get(`${path}?goal=transaction&days=30`);
  expect(undated, JSON.stringify(undated.body)).toMatchObject({ status: 400 });
  expect((await read("/streams/visit/analysis/treatment?goal=Transaction&days=30")).headline).toContain(
    "Nothing can be said: ",
  );
  const halfArm = await caller.get("/streams/visit/analysis/treatment?goal=transaction&days=30&contact=a");
  expect(halfArm).toMatchObject({ status: 400 });
  expect(JSON.stringify(halfArm.body)).toContain("arm_property");
  const worth = await caller.get("/streams/visit/analysis/treatment?goal=transaction&days=30&margin=0.4");
  expect(worth, JSON.stringify(worth.body)).toMatchObject({ status: 400 });
  expect(JSON.stringify(worth.body)).toContain("cost_property");
  const unknown = "arm_property=sender&contact=a&control=b";
  const answer = await caller.get(`/streams/visit/analysis/treatment?goal=transaction&days=30&${unknown}`);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400 });
});
