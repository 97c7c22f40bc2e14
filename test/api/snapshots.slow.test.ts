// Snapshots: files with one row per customer, no dates and an answer. The answer defines who a likeness is
// to, and is never an input.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

/** 0 to 1, the same for the same number. */
const chance = (n: number): number => (((Math.sin(n * 12.9898) * 43_758.5453) % 1) + 1) % 1;

const people = 400;
/** Inactive and older customers exit more often. */
const exits = (i: number, age: number, active: number): boolean =>
  chance(i + 0.7) < 0.08 + (age > 45 ? 0.3 : 0) + (active ? 0 : 0.25);
const bankRows = Array.from({ length: people }, (_, i) => {
  const [age, active] = [18 + Math.floor(62 * chance(i)), chance(i + 0.3) < 0.5 ? 1 : 0];
  const salary = i % 9 ? (30_000 + 90_000 * chance(i + 0.5)).toFixed(2) : " ";
  const country = ["France", "Spain", "Germany"][i % 3];
  const answer = i < 370 ? Number(exits(i, age, active)) : "";
  return `${15_600_000 + ((i * 7919) % 90_000)},${country},${age},${active},${salary},${answer}`;
});
/** Every row twice: a copy in another fold would give its answer away. */
const bankFile = [
  "CustomerId,Geography,Age,IsActiveMember,EstimatedSalary,Exited",
  ...bankRows,
  ...bankRows,
].join("\n");
const exited = bankRows.filter((row) => row.endsWith(",1")).length;

const upload = async (caller: Caller, directory: string, text: string) =>
  expect(
    (await caller.post(`/uploads/${directory}/a.csv`, text, { "content-type": "text/csv" })).status,
  ).toBe(200);

const bankDataset = {
  name: "Bank customers",
  identity_sets: { customer: { customer_id: "CustomerId" } },
  options: {
    type: "hosted_csv",
    upload_directory: "bank",
    snapshot: { answer: { column_name: "Exited", is: ["1"] } },
  },
};

const read = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get(path);
  expect(status).toBe(200);
  return body;
};

test("a snapshot has one likeness, which one request creates, and the answer is no input", async () => {
  const bank = await api.signUp();
  await upload(bank, "bank", bankFile);
  const made = await bank.post("/datasets", bankDataset);
  expect(made).toMatchObject({ status: 201, body: { options: bankDataset.options } });
  expect(made.body.warnings).toBeUndefined();
  await api.build();
  expect((await read(bank, "/traits")).map(({ name }: { name: string }) => name).sort()).toEqual([
    ...["age", "estimatedsalary", "exited", "geography", "isactivemember"],
  ]);
  expect(await read(bank, "/suggestions")).toEqual([
    {
      id: "resembles:exited",
      kind: "resembles",
      name: "Is like those with Exited = 1",
      question: "Which customers are like those with Exited = 1?",
      goal: "have Exited = 1",
      people: people - exited,
      horizons: [],
      horizon_days: null,
      is_learnable: true,
      has_value: false,
      answer: { trait: "exited", column_name: "Exited", is: ["1"], people: 370, attained: exited },
    },
  ]);
  const created = await bank.post("/suggestions", { suggestions: [{ id: "resembles:exited" }] });
  expect(created.status).toBe(201);
  await api.build();
  const [{ outcome_id, scope_id }] = created.body;
  const outcome = await read(bank, `/outcomes/${outcome_id}`);
  expect(outcome).toMatchObject({
    name: "Is like those with Exited = 1",
    status: "ready",
    prediction_mode: "static",
    attainment_cohort_name: "Exited = 1",
    eligible_cohort_name: "Customers in the file with Exited",
    warnings: [],
  });
  expect(outcome.roc_auc).toBeGreaterThan(0.65);
  expect(outcome.roc_auc).toBeLessThan(0.9);
  const analysis = await read(bank, `/outcomes/${outcome_id}/analysis`);
  const inputs = analysis.overall_features.recognized_individuals.map(({ name }: { name: string }) => name);
  expect(inputs).toContain("trait_age");
  expect(inputs.join()).not.toMatch(/exited|customer/);
  const scope = await read(bank, `/scopes/${scope_id}/analysis`);
  expect(scope.outcomes[0]).toMatchObject({ scored_count: people - exited, not_eligible_count: 0 });
});

test("a trait of the answer is refused, with the field to change", async () => {
  const bank = await api.signUp();
  const body = { ...bankDataset, output_to_traits: { gone: { column_name: "Exited" } } };
  expect(await bank.post("/datasets", body)).toMatchObject({
    status: 400,
    body: { validationErrors: [{ path: "output_to_traits.gone" }] },
  });
});

test("a file with y is proposed as a snapshot, and too few answers create nothing", async () => {
  const bank = await api.signUp();
  const rows = Array.from({ length: 60 }, (_, i) => `${i + 1};${20 + (i % 50)};${i % 10 ? "no" : "yes"}`);
  await upload(bank, "campaign", ["client_id;age;y", ...rows].join("\n"));
  const options = { type: "hosted_csv", upload_directory: "campaign" };
  const { body: preview } = await bank.post("/datasets", {
    name: "Campaign",
    identity_sets: {},
    options,
    preview: true,
  });
  await api.build();
  const { proposal } = await read(bank, `/datasets/${preview.id}`);
  expect(proposal.options.snapshot).toEqual({ answer: { column_name: "y", is: ["yes"] } });
  const { identity_sets, output_to_traits } = proposal;
  const mapped = {
    identity_sets,
    output_to_traits,
    preview: false,
    options: { ...options, ...proposal.options },
  };
  expect((await bank.patch(`/datasets/${preview.id}`, mapped)).status).toBe(200);
  await api.build();
  const [found] = await read(bank, "/suggestions");
  expect(found).toMatchObject({
    id: "resembles:y",
    is_learnable: false,
    answer: { people: 60, attained: 6 },
  });
  const refused = await bank.post("/suggestions", { suggestions: [{ id: "resembles:y" }] });
  expect(refused.status).toBe(400);
  expect(refused.body.note).toContain("at least 25 of each");
});

test("undated events are refused for a question with a horizon, and said to be a likeness without one", async () => {
  const shop = await api.signUp();
  const rows = Array.from({ length: 80 }, (_, i) => `${i},${i % 7},${i % 3 ? "basic" : "gold"},visit`);
  const left = Array.from({ length: 30 }, (_, i) => `${i * 2},${i % 7},basic,left`);
  await upload(shop, "log", ["customer,age,plan,what", ...rows, ...left].join("\n"));
  const stream = (what: string) => ({ data_map: {}, conditions: [{ column_name: "what", _eq: what }] });
  await shop.post("/datasets", {
    name: "Log",
    identity_sets: { customer: { customer_id: "customer" } },
    options: { type: "hosted_csv", upload_directory: "log" },
    output_to_streams: { visit: stream("visit"), departure: stream("left") },
    output_to_traits: { age: { column_name: "age" }, plan: { column_name: "plan" } },
  });
  await api.build();
  expect(await read(shop, "/suggestions")).toEqual([]);
  const cohort = async (name: string, stream_name: string) =>
    (await shop.post("/cohorts", { name, stream_name })).body.id;
  const [attainment, eligible] = [await cohort("Left", "departure"), await cohort("Visitors", "visit")];
  const preview = async (more: object) =>
    (await shop.post("/outcomes/preview", { attainment, eligible, ...more })).body.warnings;
  const [refused] = await preview({ horizon_days: 60 });
  expect(refused.note).toContain("“departure” has no dates");
  expect(refused.note).toContain("Map datetime to a column of dates");
  expect(await preview({})).toMatchObject([{ note: expect.stringContaining("not who will join it") }]);
  expect(await preview({ prediction_mode: "static" })).toEqual([]);
});
