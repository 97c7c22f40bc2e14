// Recommendations for the sample shop's customers, through the published client. Most orders of a customer
// are from one category, so customers mostly repeat earlier categories.

import * as faraday from "@fdy/faraday-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBuiltShop } from "../accounts/built-shop.js";
import type { BuildingApi } from "./building.js";
import type { Caller } from "./harness.js";
import { publishedClient } from "./published.js";

let api: BuildingApi;
let client: faraday.FaradayClient;
let caller: Caller;
let recommender: faraday.Recommender;
let scope: faraday.Scope;
let target: faraday.Target;

const targetOf = (fields: object): Promise<faraday.Target> =>
  client.targets.createTarget({
    name: "File",
    scope_id: scope.id,
    representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
    options: { type: "hosted_csv" },
    ...fields,
  });

beforeAll(async () => {
  const opened = await openBuiltShop();
  api = opened.api;
  const { key, created } = opened.shop;
  caller = api.as(key);
  client = await publishedClient(api, key);
  recommender = created.recommender as faraday.Recommender;
  scope = created.scoring as faraday.Scope;
  target = created.file as faraday.Target;
});
afterAll(() => api.close());

type FileRow = Record<string, string | null>;
const rowsOf = async (id: string): Promise<FileRow[]> =>
  (await caller.post(`/targets/${id}/preview`)).body.rows;
const column = (rank: number) => `fdy_recommender_${recommender.id.replaceAll("-", "_")}_rank_${rank}`;

test("a recommender is created, listed, read and built", async () => {
  expect(recommender).toMatchObject({
    resource_type: "recommenders",
    stream_name: "transaction",
    stream_property_name: "category",
    status: expect.stringMatching(/^(new|starting)$/),
  });
  expect((await client.recommenders.getRecommenders()).map(({ name }) => name)).toEqual(["Next category"]);
  expect((await client.recommenders.getRecommender(recommender.id)).status).toBe("ready");
});

test("names are unique, the stream must exist, and a recommender in a payload cannot be deleted", async () => {
  const fields = { name: "next category", stream_name: "transaction", stream_property_name: "category" };
  expect((await caller.post("/recommenders", fields)).status).toBe(409);
  const { body } = await caller.post("/recommenders", { ...fields, name: "Other", stream_name: "visits" });
  expect(body.note).toContain("There is no stream visits");
  expect((await caller.delete(`/recommenders/${recommender.id}`)).status).toBe(409);
  expect((await caller.delete("/streams/transaction")).status).toBe(409);
});

test("its analysis finds that customers repeat earlier categories", async () => {
  const { body } = await caller.get(`/recommenders/${recommender.id}/analysis`);
  expect(["repeat", "blend"]).toContain(body.used);
  expect(body.verdict.decision).toBe("clearly_better");
  expect(Object.keys(body.candidates)).toEqual(["popularity", "repeat", "next", "similar", "blend"]);
  const { hit_rate_1 } = body.candidates[body.used];
  expect(hit_rate_1.value).toBeGreaterThan(body.candidates.popularity.hit_rate_1.high);
  expect(body.coverage).toMatchObject({ items: 6, items_recommended: 6 });
  expect(body.coverage.people_share).toBeGreaterThan(0.99);
  expect(body.test.people).toBeGreaterThan(30);
});

test("the file has a column for each rank, and everyone has all categories in their own order", async () => {
  const { body } = await caller.get(`/recommenders/${recommender.id}/analysis`);
  const rows = await rowsOf(target.id);
  expect(rows.length).toBeGreaterThan(300);
  const lists = rows.map((row) => body.popular.map((_: string, i: number) => row[column(i + 1)]));
  for (const list of lists) expect([...list].sort()).toEqual([...body.popular].sort());
  expect(new Set(lists.map(([first]) => first)).size).toBe(body.popular.length);
  expect(Object.keys(rows[0]!).filter((name) => name.startsWith("fdy_recommender"))).toHaveLength(10);
});

test("a filter of ranks with readable names delivers just those columns", async () => {
  const filter = { recommender_rank: [{ recommender_id: recommender.id, _lte: 2 }] };
  const { id } = await targetOf({ filter, human_readable: true });
  await api.build();
  const [row] = await rowsOf(id);
  const ranks = Object.keys(row!).filter((name) => name.includes("_rank_"));
  expect(ranks).toEqual(["next_category_rank_1", "next_category_rank_2"]);
});

test("a filter of ranks needs the recommender in the payload, and one of probabilities is refused", async () => {
  const other = await client.recommenders.createRecommender({
    name: "Next value",
    stream_name: "transaction",
    stream_property_name: "category",
  });
  const refused = async (filter: object) =>
    (
      await caller.post("/targets", {
        name: "X",
        scope_id: scope.id,
        representation: { mode: "identified" },
        options: { type: "hosted_csv" },
        filter,
      })
    ).body.note;
  expect(await refused({ recommender_rank: [{ recommender_id: other.id }] })).toContain(recommender.id);
  expect(await refused({ recommender_uncalibrated_probability: [{}] })).toContain("recommender_rank");
  await client.recommenders.deleteRecommender(other.id);
});

test("the graph and the scope's payload contain it", async () => {
  expect((await client.scopes.getScopePayloadRecommenders(scope.id)).map(({ id }) => id)).toEqual([
    recommender.id,
  ]);
  const { body: edges } = await caller.get("/graph");
  const ofRecommender = edges.filter(
    (edge: Record<string, string>) =>
      edge.upstream_id === recommender.id || edge.downstream_id === recommender.id,
  );
  expect(
    ofRecommender
      .map((edge: Record<string, string>) => `${edge.upstream_type} → ${edge.downstream_type}`)
      .sort(),
  ).toEqual(["recommenders → scopes", "streams → recommenders"]);
});

test("a property that the stream does not have is refused with the properties that it has", async () => {
  const answer = await caller.post("/recommenders", {
    name: "Next colour",
    stream_name: "transaction",
    stream_property_name: "colour",
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { note: expect.stringContaining("no property colour. Properties: category") },
  });
});
