// Predictions about active people over the API: the answers say the condition wherever a probability is read,
// and what needs a number of people is refused.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

const day = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);
/** Driver p takes part in their own rhythm, and retires in some share of the races. */
const races = Array.from({ length: 160 }, (_, p) =>
  Array.from({ length: 60 }, (_, k) => (p % 20) + k * (5 + (p % 17)))
    .filter((at) => at < 330)
    .map(
      (at, k) =>
        `D${p},${day(at)},${(p * 7 + k * 11) % 10 < p % 8 ? "retired" : "finished"},${1 + ((p + 3 * k) % 20)}`,
    ),
).flat();

let api: BuildingApi;
let caller: Caller & { key: string };
const ids: Record<string, string> = {};

const made = async (path: string, body: object): Promise<string> => {
  const answer = await caller.post(path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
};

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  const text = ["driver,day,status,place", ...races, ""].join("\n");
  await caller.post("/uploads/races/races.csv", text, { "content-type": "text/csv" });
  await made("/datasets", {
    name: "Races",
    identity_sets: { driver: { customer_id: "driver" } },
    options: { type: "hosted_csv", upload_directory: "races" },
    output_to_streams: { race: { data_map: { datetime: "day", status: "status", place: "place" } } },
    reference_key_columns: ["driver"],
  });
  ids.drivers = await made("/cohorts", { name: "Drivers", stream_name: "race" });
  ids.retired = await made("/cohorts", {
    name: "Retired",
    stream_name: "race",
    stream_conditions: [{ property: "status", _eq: "retired" }],
  });
  const again = { eligible: ids.drivers, recurring: true, horizon_days: 14 };
  ids.retires = await made("/outcomes", {
    name: "Retires",
    attainment: ids.retired,
    active_cohort_id: ids.drivers,
    ...again,
  });
  ids.place = await made("/outcomes", {
    name: "Place",
    attainment: ids.drivers,
    value: { aggregation: "mean", property: "place" },
    ...again,
  });
  ids.scope = await made("/scopes", {
    name: "All",
    population: { include: [ids.drivers] },
    payload: { outcome_ids: [ids.retires, ids.place] },
    preview: false,
  });
  ids.target = await made("/targets", {
    name: "List",
    scope_id: ids.scope,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
  });
  await api.build();
});
afterAll(() => api.close());

test("the record, the analyses and the manifest say that the probability is that of active people", async () => {
  const { body: outcome } = await caller.get(`/outcomes/${ids.retires}`);
  expect(outcome).toMatchObject({
    status: "ready",
    active_cohort_id: ids.drivers,
    active_cohort_name: "Drivers",
  });
  const { body: analysis } = await caller.get(`/outcomes/${ids.retires}/analysis`);
  expect(analysis.headline).toMatch(/who were active \(“Drivers”\) entered “Retired”/);
  const { body: scoped } = await caller.get(`/scopes/${ids.scope}/analysis`);
  expect(scoped.outcomes[0].headline).toMatch(/^If all of them are active \(“Drivers”\): /);
  expect(scoped.outcomes[0].expected_low).toBeUndefined();
  const { body: manifest } = await caller.get(`/targets/${ids.target}/manifest`);
  expect(manifest.outcomes[0]).toMatchObject({ if_active: "Drivers" });
  expect(manifest.outcomes[0].expected_low).toBeUndefined();
  expect(manifest.outcomes[1].if_active).toBeUndefined();
  const report = await caller.get(`/outcomes/${ids.retires}/report.html`);
  expect(String(report.body)).toContain("All probabilities are those of people if they are active");
  const { body: claims } = await caller.get("/claims");
  expect(claims.claims.every(({ outcome_id }: { outcome_id: string }) => outcome_id === ids.place)).toBe(
    true,
  );
});

test("a mean place is delivered with its range, and tested beside the own past", async () => {
  const { body: analysis } = await caller.get(`/outcomes/${ids.place}/analysis`);
  const { if_active: tested } = analysis.value;
  expect(tested).toMatchObject({ aggregation: "mean", property: "place" });
  expect(tested.headline).toMatch(/^Tested on \d+ people who were active: off by /);
  const { body: scoped } = await caller.get(`/scopes/${ids.scope}/analysis`);
  expect(scoped.outcomes[1].value.headline).toMatch(/^If they are active .* a mean place of /);
  const file = String((await caller.get(`/targets/${ids.target}/download.csv`)).body);
  expect(file.split("\n")[0]).toMatch(/_value_if_active,.*_value_if_active_low,.*_value_if_active_high/);
});

test("a hold-out and economics by a probability of active people are refused", async () => {
  for (const body of [
    { holdout: { share: 0.2, outcome_id: ids.retires } },
    { economics: { cost_per_contact: 1, value_per_conversion: 10, outcome_id: ids.retires } },
  ]) {
    const refused = await caller.patch(`/scopes/${ids.scope}`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.note).toMatch(/Retires has the probability of people if they are active/);
  }
});
