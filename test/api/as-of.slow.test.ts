// Replays by the dates of events: a log that was uploaded at once is seen as of a past day. Whatever happens
// at that moment or later changes no probability, and brings nobody into the file.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

const people = 240;
const dayMs = 86_400_000;
const start = Date.UTC(2024, 2, 1);
const day = (n: number): string => new Date(start + n * dayMs).toISOString().slice(0, 10);
const asOf = 320;
const moment = `${day(asOf)}T00:00:00.000Z`;

/** Person p orders in a rhythm of their own for 400 days; the last fifth begins on the day or later. */
const rows = (later: (at: number, total: number) => { at: number; total: number }): string[] =>
  Array.from({ length: people }, (_, person) => {
    const first = person >= 0.8 * people ? asOf + (person % 60) : (person * 37) % 200;
    const every = 9 + ((person * 13) % 50);
    const days = Array.from({ length: 40 }, (_, k) => first + k * every).filter((at) => at < 400);
    return days.map((at, k) => {
      const order = at < asOf ? { at, total: 10 + k } : later(at, 10 + k);
      return `C${person},ann${person}@example.com,${day(order.at)},${order.total}.5`;
    });
  }).flat();

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

interface Shop {
  caller: Caller & { key: string };
  scope: string;
  target: string;
}

const made = async ({ caller }: Pick<Shop, "caller">, path: string, body: object): Promise<string> => {
  const answer = await caller.post(path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
};

const shopOf = async (orders: readonly string[]): Promise<Shop> => {
  const caller = await api.signUp();
  const shop = { caller };
  const text = ["id,mail,day,total", ...orders, ""].join("\n");
  await caller.post("/uploads/orders/orders.csv", text, { "content-type": "text/csv" });
  await made(shop, "/datasets", {
    name: "Orders",
    identity_sets: { buyer: { customer_id: "id", email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "day" }, value: "total" } },
  });
  const customers = await made(shop, "/cohorts", { name: "Customers", stream_name: "transaction" });
  const outcome = await made(shop, "/outcomes", {
    name: "Buys again",
    attainment: customers,
    recurring: true,
    horizon_days: 30,
  });
  const scope = await made(shop, "/scopes", {
    name: "Everyone",
    population: { include: [] },
    payload: { outcome_ids: [outcome] },
    preview: false,
  });
  const target = await made(shop, "/targets", {
    name: "List",
    scope_id: scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  await api.build();
  return { ...shop, scope, target };
};

// biome-ignore lint/suspicious/noExplicitAny: as in the answers of the harness
type Replayed = Record<string, any>;

const replayed = async ({ caller, scope }: Shop, body: object): Promise<Replayed> => {
  const answer = await caller.post(`/scopes/${scope}/replays`, body);
  expect(answer).toMatchObject({ status: 201 });
  await api.build();
  const done = await caller.get(`/scopes/${scope}/replays/${answer.body.id}`);
  expect(done.body.status_error).toBeUndefined();
  expect(done.body.results[0].error).toBeUndefined();
  return done.body;
};

const pathOf = (url: string): string => url.replace(/^.*\/v1/, "");

/** Probabilities of then by person, and who reached the goal. */
const peopleOf = async ({ caller }: Shop, { results }: Replayed): Promise<string[][]> => {
  const text = String((await caller.get(pathOf(results[0].people_url))).body);
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
};

let one: Shop;
let replay: Replayed;

test("a log that was uploaded at once is replayed by the dates of its events, and says so", async () => {
  one = await shopOf(rows((at, total) => ({ at, total })));
  replay = await replayed(one, { dates: [day(asOf)] });
  expect(replay).toMatchObject({
    by: "events",
    text: expect.stringMatching(/^As if each moment were today/),
  });
  const [{ data_through, files, outcomes }] = replay.results;
  expect(data_through).toBe(moment);
  expect(files[0]).toMatchObject({
    comparison: "unknown",
    headline: expect.stringMatching(/never delivered/),
  });
  expect(files[0].file_name).toMatch(new RegExp(`-as-of-${day(asOf)}\\.csv$`));
  const file = await one.caller.get(pathOf(files[0].file_url));
  expect(file.headers["content-disposition"]).toContain(`-as-of-${day(asOf)}.csv`);
  expect(outcomes[0].observed.people).toBe(0.8 * people);
  expect(outcomes[0].observed.auc).toBeGreaterThan(0.6);
});

test("people whose first event is on the day or later are not in the file", async () => {
  const { files } = replay.results[0];
  expect(files[0].row_count).toBe(0.8 * people);
  const text = String((await one.caller.get(pathOf(files[0].file_url))).body);
  expect(text).toContain("ann10@example.com");
  expect(text).not.toContain(`ann${people - 1}@example.com`);
});

test("events on the day or later, of other amounts and dates, change no probability", async () => {
  const other = await shopOf(rows((at, total) => ({ at: asOf + ((at * 7) % 80), total: 90 * total })));
  const then = await replayed(other, { dates: [day(asOf)], by: "events" });
  const probabilities = (lines: string[][]) => lines.map(([, probability]) => probability).sort();
  const [before, after] = [await peopleOf(one, replay), await peopleOf(other, then)];
  expect(probabilities(after)).toEqual(probabilities(before));
  const attained = (lines: string[][]) => lines.filter((line) => line.at(-1) === "1").length;
  expect(attained(after)).not.toBe(attained(before));
});

test("nothing is recorded or claimed of it, and the present is as it was", async () => {
  const claims = await one.caller.get(`/claims?scope_id=${one.scope}`);
  expect(claims.body.claims.length).toBeGreaterThan(0);
  for (const { cutoff } of claims.body.claims) expect(Date.parse(cutoff)).toBeGreaterThan(Date.parse(moment));
  const manifest = await one.caller.get(`/targets/${one.target}/manifest`);
  expect(Date.parse(manifest.body.data_through)).toBeGreaterThan(Date.parse(moment));
});

test("arrivals are refused for a date before the first upload if they are asked for", async () => {
  const refused = await one.caller.post(`/scopes/${one.scope}/replays`, {
    dates: [day(asOf)],
    by: "arrivals",
  });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.note).toMatch(/nothing had been uploaded before/);
});
