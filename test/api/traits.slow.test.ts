// Traits over HTTP, built by the real steps.

import * as faraday from "@fdy/faraday-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";
import { publishedClient } from "./published.js";

let api: BuildingApi;
beforeAll(async () => {
  api = await startBuildingApi();
});
afterAll(() => api.close());

const bytes = { "content-type": "application/octet-stream" };
const upload = async (caller: Caller, directory: string, csv: string, filename = "a.csv") =>
  expect((await caller.post(`/uploads/${directory}/${filename}`, csv, bytes)).status).toBe(200);

const people = [
  "id,day,plan,age,tags,vip,born",
  '1,2025-01-01,g,30,"red, blue",yes,1990-05-06',
  "2,2025-01-02,s,40,red,no,1980-05-06",
  "3,2025-01-03,g,50.5,,,",
].join("\n");

const customers = {
  name: "Customers",
  identity_sets: { id: { customer_id: "id" } },
  options: { type: "hosted_csv", upload_directory: "customers" },
  output_to_streams: { transaction: { data_map: { datetime: "day" } } },
  output_to_traits: {
    plan: { column_name: "plan", transformation_table: { g: "gold", "*": "silver" } },
    tags: { column_name: "tags", format: "list_comma_separated" },
  },
};

const traitOf = async (caller: Caller, name: string) =>
  (await caller.get("/traits")).body.find((trait: { name: string }) => trait.name === name);

const built = async (config: object = {}): Promise<{ caller: Caller; key: string; datasetId: string }> => {
  const caller = await api.signUp();
  await upload(caller, "customers", people);
  const { status, body } = await caller.post("/datasets", { ...customers, ...config });
  expect(status).toBe(201);
  await api.build();
  return { caller, key: caller.key, datasetId: body.id };
};

test("a trait appears with the dataset that emits it, and has its values once people are built", async () => {
  const caller = await api.signUp();
  const { body: dataset } = await caller.post("/datasets", customers);
  expect(await traitOf(caller, "plan")).toMatchObject({ resource_type: "traits", status: "new" });
  await upload(caller, "customers", people);
  await api.build();
  expect(await traitOf(caller, "plan")).toMatchObject({
    status: "ready",
    category: "user_defined",
    literate: "plan",
    type: "string",
    statistical_type: "categorical",
    categories: ["gold", "silver"],
    people_count: 3,
    emitted_by_datasets: [
      { dataset_id: dataset.id, column_name: "plan", transformation_table: { g: "gold", "*": "silver" } },
    ],
  });
  expect(await traitOf(caller, "tags")).toMatchObject({
    statistical_type: "multicategorical",
    categories: ["red", "blue"],
    people_count: 2,
  });
});

test("all columns become traits on request, typed by their values", async () => {
  const { caller } = await built({
    output_to_traits: {},
    output_all_columns_as_traits: { exclude: ["plan"] },
  });
  const names = (await caller.get("/traits")).body.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(["age", "born", "tags", "vip"]);
  const dimensions = async (name: string) => {
    const { id } = await traitOf(caller, name);
    return (await caller.get(`/traits/${id}/analysis/dimensions`)).body;
  };
  expect(await traitOf(caller, "age")).toMatchObject({
    type: "double",
    statistical_type: "ordinal",
    breaks: [40, 50.5],
  });
  expect((await dimensions("age")).bins[0]).toMatchObject({
    data_type: "number",
    min: 30,
    max: 40,
    count: 1,
  });
  expect(await dimensions("vip")).toEqual({
    trait_name: "vip",
    bins: [
      { data_type: "boolean", value: true, count: 1, percent: expect.closeTo(33.3, 1) },
      { data_type: "boolean", value: false, count: 1, percent: expect.closeTo(33.3, 1) },
      { data_type: "boolean", count: 1, percent: expect.closeTo(33.3, 1) },
    ],
  });
  expect((await dimensions("born")).bins).toEqual([
    { data_type: "date", min: "1980-05-06", max: "1990-05-06", count: 1, percent: 50 },
    { data_type: "date", min: "1990-05-06", count: 1, percent: 50 },
  ]);
  expect((await dimensions("tags")).bins[0]).toMatchObject({ data_type: "text", count: 1, percent: 50 });
});

test("cohorts match a list by any of its items", async () => {
  const { caller } = await built();
  const size = async (condition: object) => {
    const { body } = await caller.post("/cohorts", { name: "x", traits: [{ name: "tags", ...condition }] });
    await api.build();
    return (await caller.get(`/cohorts/${body.id}`)).body.population_count;
  };
  expect(await size({ _eq: "red" })).toBe(2);
  expect(await size({ _neq: "blue" })).toBe(1);
  expect(await size({ _matches: "^bl" })).toBe(1);
  expect(await size({ _null: true })).toBe(1);
});

test("a trait in use cannot be deleted, and its users are listed", async () => {
  const { caller, datasetId } = await built();
  const { id } = await traitOf(caller, "plan");
  const cohort = await caller.post("/cohorts", { name: "Gold", traits: [{ name: "plan", _eq: "gold" }] });
  expect(await caller.delete(`/traits/${id}`)).toMatchObject({
    status: 409,
    body: { note: expect.stringMatching(/cohort Gold.*dataset Customers|dataset Customers.*cohort Gold/) },
  });
  expect(await caller.patch(`/datasets/${datasetId}`, { output_to_traits: { plan: null } })).toMatchObject({
    status: 409,
    body: { note: expect.stringContaining("cohort Gold") },
  });
  await caller.delete(`/cohorts/${cohort.body.id}`);
  await caller.patch(`/datasets/${datasetId}`, { output_to_traits: { plan: null } });
  await caller.post("/traits", { name: "unheard_of" });
  expect((await caller.delete("/traits")).status).toBe(204);
  expect((await caller.get("/traits")).body.map(({ name }: { name: string }) => name)).toEqual(["tags"]);
});

test("an owner's description of a trait is kept beside its values, without a build", async () => {
  const { caller } = await built();
  const { id } = await traitOf(caller, "plan");
  const said = { literate: "subscription", unit: "tiers", lookup_table: { gold: "Gold" } };
  expect((await caller.patch(`/traits/${id}`, said)).body).toMatchObject({ ...said, name: "plan" });
  expect((await caller.patch(`/traits/${id}`, { name: "other" })).status).toBe(400);
  expect((await caller.post("/traits", { name: "PLAN" })).body.error).toBe("CONFLICT");
  expect((await caller.post(`/traits/${id}/archive`)).body.archived_at).toBeDefined();
});

test("the published client reads, creates, changes and deletes traits", async () => {
  const { key } = await built();
  const { traits } = await publishedClient(api, key);
  const made = await traits.createTrait({
    name: "tier",
    statistical_type: faraday.TraitStatisticalType.Ordinal,
  });
  expect(made).toMatchObject({ name: "tier", statistical_type: "ordinal", resource_type: "traits" });
  expect((await traits.updateTrait(made.id, { literate: "Tier" })).literate).toBe("Tier");
  const plan = (await traits.getTraits()).find(({ name }) => name === "plan")!;
  expect(plan.created_at).toBeInstanceOf(Date);
  const { bins } = await traits.getTraitAnalysisDimensions(plan.id);
  expect(bins.map((bin) => ("value" in bin ? bin.value : null))).toEqual(["gold", "silver"]);
  await traits.deleteTrait(made.id);
  await traits.deleteAllOrphanedTraits();
  expect(await traits.getTraits()).toHaveLength(2);
});

test("the graph leads from the dataset to the trait to what uses it", async () => {
  const { caller, datasetId } = await built();
  const { id } = await traitOf(caller, "plan");
  const { body: cohort } = await caller.post("/cohorts", {
    name: "Gold",
    traits: [{ name: "plan", _eq: "gold" }],
  });
  const edges = (await caller.get("/graph")).body.map(
    (edge: { upstream_id: string; downstream_id: string }) => [edge.upstream_id, edge.downstream_id],
  );
  expect(edges).toContainEqual([datasetId, id]);
  expect(edges).toContainEqual([id, cohort.id]);
});
