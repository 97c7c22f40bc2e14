// Personas of the sample shop's customers, through the published client.

import * as faraday from "@fdy/faraday-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBuiltShop } from "../accounts/built-shop.js";
import type { BuildingApi } from "./building.js";
import type { Caller } from "./harness.js";
import { publishedClient } from "./published.js";

let api: BuildingApi;
let client: faraday.FaradayClient;
let caller: Caller;
let customers: string;
let set: faraday.PersonaSet;
let scope: faraday.Scope;
let target: faraday.Target;

beforeAll(async () => {
  const opened = await openBuiltShop();
  api = opened.api;
  const { key, created } = opened.shop;
  caller = api.as(key);
  client = await publishedClient(api, key);
  customers = created.customers.id;
  set = created.personas as faraday.PersonaSet;
  scope = created.scoring as faraday.Scope;
  target = created.file as faraday.Target;
});
afterAll(() => api.close());

const built = () => client.personaSets.getPersonaSet(set.id);
const columnOf = (id: string) => `fdy_persona_set_${id.replaceAll("-", "_")}_persona_name`;

/** Number of rows of the target's file by value of the column. */
const counted = async (targetId: string, column: string): Promise<Record<string, number>> => {
  const { body } = await caller.post(`/targets/${targetId}/preview`);
  const counts: Record<string, number> = {};
  for (const row of body.rows) counts[row[column]] = (counts[row[column]] ?? 0) + 1;
  return counts;
};
const sizes = async () =>
  Object.fromEntries(
    (await built()).personas!.map(({ name, individuals_count }) => [name, individuals_count]),
  );

test("before its build, a persona set has no personas, and its analyses are not ready", async () => {
  expect(set).toMatchObject({ cohort_id: customers, resource_type: "persona_sets", status: "new" });
  expect(set.personas).toBeUndefined();
  const { body } = await caller.post("/persona_sets", { name: "Later", cohort: customers });
  expect(body).toMatchObject({ cohort: customers, cohort_id: customers, cohort_name: "Customers" });
  expect((await caller.get(`/persona_sets/${body.id}/analysis/flow`)).status).toBe(409);
  expect((await client.personaSets.getPersonaSets()).map(({ name }) => name)).toEqual(["Later", set.name]);
  await client.personaSets.deletePersonaSet(body.id);
});

test("the fields cohort and cohort_id must agree", async () => {
  const { status } = await caller.post("/persona_sets", { name: "X", cohort: "a", cohort_id: customers });
  expect(status).toBe(400);
});

test("once built, it lists its personas with name, size and distinctions", async () => {
  const { status, personas = [] } = await built();
  expect(status).toBe("ready");
  expect(personas.length).toBeGreaterThanOrEqual(2);
  expect(new Set(personas.map(({ name }) => name)).size).toBe(personas.length);
  const { population_count } = (await caller.get(`/cohorts/${customers}`)).body;
  expect(personas.reduce((sum, { individuals_count }) => sum + individuals_count!, 0)).toBe(population_count);
  const { transaction_count } = personas[0]!.details!.center as Record<string, number>;
  expect(transaction_count).toBeGreaterThanOrEqual(1);
  const { body } = await caller.get(`/persona_sets/${set.id}`);
  expect(body.personas[0].portrait).toMatch(/% of the cohort; /);
});

test("distributions and flow add up to the same people", async () => {
  const { personas } = await built();
  const dimensions = await client.personaSets.getPersonaSetAnalysisDimensions(set.id);
  expect(dimensions.map(({ persona_id }) => persona_id)).toEqual(personas!.map(({ id }) => id));
  const recency = dimensions[0]!.traits!.find(
    ({ trait_name }) => trait_name === "days_since_last_transaction",
  );
  expect(recency!.bins.reduce((sum, { count }) => sum + count, 0)).toBe(personas![0]!.individuals_count);
  const flow = await client.personaSets.getPersonaSetAnalysisFlow(set.id);
  expect(flow.map(({ days }) => days.at(-1)!.count)).toEqual(
    personas!.map(({ individuals_count }) => individuals_count),
  );
  const { months } = await client.cohorts.getCohortAnalysisMembership(customers);
  const totals = flow[0]!.days.map((_, i) => flow.reduce((sum, { days }) => sum + days[i]!.count, 0));
  expect(totals).toEqual(months.slice(-totals.length).map(({ count }) => count));
});

test("everyone in the file has a persona, under both names of the column", async () => {
  expect(scope.columns?.payload_columns).toContainEqual({
    name: columnOf(set.id),
    human_name: "kinds_of_customers_persona_name",
  });
  expect(await counted(target.id, columnOf(set.id))).toEqual(await sizes());
  const named = await client.targets.createTarget({
    name: "For people",
    scope_id: scope.id,
    representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
    options: { type: "hosted_csv" },
    human_readable: true,
  });
  await api.build();
  expect(await counted(named.id, "kinds_of_customers_persona_name")).toEqual(await sizes());
});

test("a target can include one persona, or exclude one", async () => {
  const [first, ...others] = (await built()).personas!;
  const filtered = async (_eq: boolean) => {
    const made = await client.targets.createTarget({
      name: `Persona ${_eq}`,
      scope_id: scope.id,
      representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
      options: { type: "hosted_csv" },
      filter: { persona: [{ persona_set_id: set.id, persona_id: first!.id, _eq }] },
    });
    await api.build();
    return (await client.targets.getTarget(made.id)) as faraday.Target & { row_count: number };
  };
  expect((await caller.get(`/targets/${(await filtered(true)).id}`)).body.row_count).toBe(
    first!.individuals_count,
  );
  expect((await caller.get(`/targets/${(await filtered(false)).id}`)).body.row_count).toBe(
    others.reduce((sum, { individuals_count }) => sum + individuals_count!, 0),
  );
  const { status, body } = await caller.post("/targets", {
    name: "Nobody",
    scope_id: scope.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
    filter: { persona: [{ persona_set_id: set.id, persona_id: "x", _eq: true }] },
  });
  expect({ status, note: body.note }).toEqual({
    status: 400,
    note: expect.stringContaining(`has no persona x. Personas: ${first!.name} (${first!.id})`),
  });
});

test("an owner's name for a persona is in the files, survives rebuilds, and is unique", async () => {
  const before = await built();
  const [first, second] = before.personas!;
  const renamed = await client.personaSets.updatePersona(set.id, first!.id, { name: "Our best" });
  expect(renamed).toMatchObject({ id: first!.id, name: "Our best" });
  await api.build();
  expect(Object.keys(await counted(target.id, columnOf(set.id)))).toContain("Our best");
  expect((await built()).last_updated_output_at).toEqual(before.last_updated_output_at);
  const at = `/persona_sets/${set.id}/personas`;
  expect((await caller.patch(`${at}/${second!.id}`, { name: "our BEST" })).status).toBe(409);
  expect((await caller.patch(`${at}/nobody`, { name: "X" })).status).toBe(404);
  const named = await client.personaSets.updatePersona(set.id, second!.id, { name: "Others" });
  expect(named.name).toBe("Others");
  expect((await caller.patch(`${at}/${second!.id}`, { name: null })).body.name).toBe(second!.name);

  await caller.post(`/persona_sets/${set.id}/force_update`);
  await client.personaSets.updatePersonaSet(set.id, { name: "Our customers" });
  api.tick(1000);
  await api.build();
  const after = await built();
  expect(after.last_updated_output_at).not.toEqual(before.last_updated_output_at);
  expect(after.name).toBe("Our customers");
  expect(after.personas!.map(({ id, name }) => [id, name])).toEqual(
    before.personas!.map(({ id, name }) => [id, id === first!.id ? "Our best" : name]),
  );
});

test("a persona set is listed among the pipeline's resources and counts as in use", async () => {
  const { body: edges } = await caller.get("/graph");
  const pairs = edges.map((edge: Record<string, string>) => [edge.upstream_id, edge.downstream_id]);
  expect(pairs).toContainEqual([customers, set.id]);
  expect(pairs).toContainEqual([set.id, scope.id]);
  const { body: sets } = await caller.get(`/scopes/${scope.id}/payload/persona_sets`);
  expect(sets).toMatchObject([{ id: set.id, personas: expect.any(Array) }]);
  await expect(client.personaSets.deletePersonaSet(set.id)).rejects.toMatchObject({ status: 409 });
  expect((await caller.post(`/persona_sets/${set.id}/archive`)).status).toBe(409);
});
