// Suggestions: which predictions the streams can answer, with the counts of their builds, and their creation
// in one request.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: Caller;

const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
const people = 300;
/**
 * Person p buys every 25 to 64 days, p % 5 + 1 times in all; every third order is tea, and every fourth
 * person cancels.
 */
const rows = Array.from({ length: people }, (_, p) => {
  const days = Array.from({ length: 1 + (p % 5) }, (_, k) => ((p * 13) % 200) + k * (25 + (p % 40)));
  const bought = days.map(
    (at, k) => `${p},${day(at)},${5 + ((p * 7 + k) % 50)},${["tea", "cup", "pot"][(p + k) % 3]},order`,
  );
  return p % 4 ? bought : [...bought, `${p},${day(days.at(-1)! + 20)},,,left`];
}).flat();
const stream = (what: string, properties: object = {}) => ({
  data_map: { datetime: { column_name: "day" }, ...properties },
  conditions: [{ column_name: "what", _eq: what }],
});
const dataset = {
  name: "Events",
  identity_sets: { c: { customer_id: "customer" } },
  options: { type: "hosted_csv", upload_directory: "events" },
  output_to_streams: {
    transaction: stream("order", {
      value: { column_name: "total" },
      category: { column_name: "category" },
    }),
    cancellation: stream("left"),
  },
};

beforeAll(async () => {
  api = await startBuildingApi();
  shop = await api.signUp();
  expect((await shop.get("/suggestions")).status).toBe(409);
  await shop.post("/uploads/events/a.csv", ["customer,day,total,category,what", ...rows].join("\n"), {
    "content-type": "text/csv",
  });
  await shop.post("/datasets", dataset);
  await api.build();
});
afterAll(() => api.close());

interface Suggested {
  id: string;
  has_value: boolean;
  horizon_days: number;
  outcome_id?: string;
  horizons: { days: number; people: number; attained: number; cutoff: string }[];
}
const suggested = async (): Promise<Record<string, Suggested>> => {
  const { status, body } = await shop.get("/suggestions");
  expect(status).toBe(200);
  return Object.fromEntries(body.map((each: { id: string }) => [each.id, each]));
};

test("the streams of a shop with cancellations answer who leaves, returns, goes quiet and buys what", async () => {
  const found = await suggested();
  expect(Object.keys(found)).toEqual([
    "leaves:transaction:cancellation",
    "buys_again:transaction",
    "goes_quiet:transaction",
    "second_purchase:transaction",
    "chooses:transaction:category:cup",
    "chooses:transaction:category:pot",
    "chooses:transaction:category:tea",
  ]);
  expect(found["buys_again:transaction"]).toMatchObject({
    name: `Buys again within ${found["buys_again:transaction"]!.horizon_days} days`,
    people: 300,
    goal: "bought again",
  });
  expect(found["second_purchase:transaction"]).toMatchObject({ people: 60, goal: "bought a second time" });
});

test("the past rates are those that the preview of the outcome shows", async () => {
  const found = (await suggested())["leaves:transaction:cancellation"]!;
  const create = async (body: object) => (await shop.post("/cohorts", body)).body.id;
  const attainment = await create({ name: "Left", stream_name: "cancellation" });
  const eligible = await create({ name: "Known", stream_name: "transaction" });
  for (const { days, people, attained, cutoff } of found.horizons) {
    const preview = await shop.post("/outcomes/preview", { attainment, eligible, horizon_days: days });
    expect(preview.body.newest_landmark).toEqual({ cutoff, people, attained });
  }
  expect(found.horizons.length).toBeGreaterThan(1);
});

test("chosen suggestions are created together, and a second time nothing new is", async () => {
  const chosen = [
    { id: "buys_again:transaction", horizon_days: 60 },
    { id: "goes_quiet:transaction", horizon_days: 90 },
  ];
  const first = await shop.post("/suggestions", { suggestions: chosen });
  expect(first.status).toBe(201);
  const names = async (type: string) =>
    (await shop.get(`/${type}`)).body.map(({ name }: { name: string }) => name).sort();
  expect(await names("outcomes")).toEqual(["Buys again within 60 days", "Goes quiet for 90 days"]);
  expect(await names("scopes")).toEqual(await names("outcomes"));
  const again = await shop.post("/suggestions", { suggestions: chosen });
  expect(again.body).toEqual(first.body);
  expect(await names("outcomes")).toHaveLength(2);
  const [scope] = (await shop.get("/scopes")).body.filter(
    ({ id }: { id: string }) => id === first.body[0].scope_id,
  );
  expect(scope).toMatchObject({ preview: false, payload: { explainability: true } });
});

test("expected amounts can be had with a goal whose events have values, and are left out of others", async () => {
  const found = await suggested();
  const valued = Object.values(found).filter(({ has_value }) => has_value);
  expect(valued.map(({ id }) => id)).toEqual(
    Object.keys(found).filter((id) => /^(?:buys_again|second_purchase|chooses):/.test(id)),
  );
  const suggestions = ["buys_again:transaction", "goes_quiet:transaction"].map((id) => ({
    id,
    horizon_days: 30,
    value: true,
  }));
  const { body } = await shop.post("/suggestions", { suggestions });
  const readValue = async ({ outcome_id }: { outcome_id: string }) =>
    (await shop.get(`/outcomes/${outcome_id}`)).body.value;
  expect(await Promise.all(body.map(readValue))).toEqual([{}, undefined]);
  expect((await shop.post("/suggestions", { suggestions })).body).toEqual(body);
});

test("dates come with further horizons that can be learned, and the same prediction is found again", async () => {
  const suggestions = [
    { id: "buys_again:transaction", horizon_days: 60, value: true, dates: true },
    { id: "goes_quiet:transaction", horizon_days: 60, value: true, dates: true },
  ];
  const { body } = await shop.post("/suggestions", { suggestions });
  const horizonsOf = async ({ outcome_id }: { outcome_id: string }) =>
    (await shop.get(`/outcomes/${outcome_id}`)).body.horizons;
  const [dated, quiet] = await Promise.all(body.map(horizonsOf));
  expect(dated).toEqual([90, 180]);
  expect(quiet).toBeUndefined();
  expect((await shop.post("/suggestions", { suggestions })).body).toEqual(body);
  const found = (await suggested())["buys_again:transaction"]!;
  expect(found.horizon_days).toBe(60);
  expect(found.outcome_id).toBe(body[0].outcome_id);
});

test("an unknown suggestion is refused, and nothing is created", async () => {
  const before = (await shop.get("/outcomes")).body.length;
  const suggestions = [{ id: "second_purchase:transaction", horizon_days: 60 }, { id: "buys_again:visits" }];
  const refused = await shop.post("/suggestions", { suggestions });
  expect(refused).toMatchObject({ status: 400, body: { validationErrors: [{ path: "suggestions.1.id" }] } });
  expect((await shop.get("/outcomes")).body).toHaveLength(before);
});

test("subscriptions answer who leaves, who leaves early, who comes back and who switches, and who came back is scored", async () => {
  const club = await api.signUp();
  // Person p subscribes on day p % 200; two of three end it, and every sixth begins again 40 days later.
  const periods = Array.from({ length: 600 }, (_, p) => {
    const begun = p % 200;
    const plan = p % 2 ? "starter" : "team";
    if (p % 3 === 0) return [`${p},${plan},${day(begun)},`];
    const ended = begun + 20 + ((p * 7) % 60);
    const first = `${p},${plan},${day(begun)},${day(ended)}`;
    return p % 6 === 1 ? [first, `${p},team,${day(ended + 40)},`] : [first];
  }).flat();
  await club.post("/uploads/subscriptions/a.csv", ["customer,plan,started,ended", ...periods].join("\n"), {
    "content-type": "text/csv",
  });
  await club.post("/datasets", {
    name: "Subscriptions",
    identity_sets: { c: { customer_id: "customer" } },
    options: { type: "hosted_csv", upload_directory: "subscriptions" },
    output_to_streams: {
      subscription: { data_map: { datetime: { column_name: "started" }, plan: { column_name: "plan" } } },
      cancellation: {
        data_map: { datetime: { column_name: "ended" } },
        conditions: [{ column_name: "ended", _nnull: true }],
      },
    },
  });
  await api.build();
  const { body: found } = await club.get("/suggestions");
  const people = (kind: string) => found.find((each: { kind: string }) => each.kind === kind)?.people;
  expect(new Set(found.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(["leaves", "leaves_early", "comes_back", "switches"]),
  );
  expect(people("leaves")).toBe(300);
  expect(people("comes_back")).toBe(300);
  const made = await club.post("/suggestions", {
    suggestions: [{ id: "leaves:subscription:cancellation", horizon_days: 30 }],
  });
  expect(made.status).toBe(201);
  const active = await club.get(`/cohorts/${made.body[0].cohort_ids[1]}`);
  expect(active.body).toMatchObject({
    not_followed_by: ["cancellation"],
    sentence: "People who have subscribed and not cancelled since.",
  });
  const outcome = { attainment: made.body[0].cohort_ids[0], eligible: active.body.id, recurring: true };
  const preview = await club.post("/outcomes/preview", { ...outcome, horizon_days: 30 });
  expect(preview.body.sentence).toBe(
    "Of the people who have subscribed and not cancelled since, who will cancel in the next 30 days?",
  );
  await api.build();
  expect((await club.get(`/cohorts/${active.body.id}`)).body.population_count).toBe(300);
});

test("what must not follow is a stream with dates, beside a stream of its own", async () => {
  const post = (body: object) => shop.post("/cohorts", { name: "Away", ...body });
  const unknown = await post({ stream_name: "transaction", not_followed_by: ["refund"] });
  expect(unknown.body.validationErrors[0]).toMatchObject({ path: "not_followed_by.0" });
  const alone = await post({ traits: [{ name: "c", _nnull: true }], not_followed_by: ["cancellation"] });
  expect(alone.body.note).toMatch(/^not_followed_by says what must not follow/);
  const respelled = await post({ stream_name: "Transaction", not_followed_by: ["Cancellation"] });
  expect(respelled.body).toMatchObject({ not_followed_by: ["cancellation"] });
  const inUse = await shop.delete(
    `/streams/${(await shop.get("/streams")).body.find((each: { stream_name: string }) => each.stream_name === "cancellation").id}`,
  );
  expect(inUse.status).toBe(409);
});
