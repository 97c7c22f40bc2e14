// Events and predictions of a person: every event once, however pages are cut, and the predictions as delivered.

import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBuiltShop } from "../accounts/built-shop.js";
import type { BuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let shop: Caller;
let ids: string[];
let scope: string;
let outcome: string;
let set: string;
let delivered: Record<string, string>[];

beforeAll(async () => {
  const opened = await openBuiltShop();
  api = opened.api;
  const { key, created } = opened.shop;
  shop = api.as(key);
  [scope, outcome, set] = [created.scoring.id, created.outcome.id, created.personas.id];
  delivered = (await shop.post(`/targets/${created.file.id}/preview`)).body.rows;
  ids = (await shop.get("/people?name=Vera%20Visitor")).body.map(({ id }: { id: string }) => id);
});
afterAll(() => api.close());

const pagesOf = async (id: string, limit: number) => {
  const pages = [];
  for (let before = ""; ; ) {
    const { status, body } = await shop.get(`/people/${id}/events?limit=${limit}${before}`);
    expect(status).toBe(200);
    pages.push(body.events);
    if (body.next_before === undefined) return { pages, total: body.total };
    before = `&before=${encodeURIComponent(body.next_before)}`;
  }
};

test("events are listed newest first, undated events last, and each on exactly one page", async () => {
  expect(ids).toHaveLength(1);
  const { pages, total } = await pagesOf(ids[0]!, 200);
  const [all] = pages;
  expect(total).toBe(12);
  expect(all).toHaveLength(12);
  expect(all.slice(0, 3)).toEqual([
    { datetime: "2025-03-01T10:00:01.000Z", stream_name: "visit", properties: { page: "home" } },
    { datetime: "2025-03-01T10:00:01.000Z", stream_name: "visit", properties: { page: "paid" } },
    { datetime: "2025-03-01T10:00:00.000Z", stream_name: "visit", properties: { page: "cart" } },
  ]);
  expect(all.at(-1)).toEqual({ stream_name: "glance", properties: { page: "shop" } });
  for (const limit of [1, 2, 3, 5, 11]) expect((await pagesOf(ids[0]!, limit)).pages.flat()).toEqual(all);
});

test("events before an instant exclude those at the instant", async () => {
  const at = async (before: string) =>
    (await shop.get(`/people/${ids[0]}/events?limit=1&before=${before}`)).body.events[0].datetime;
  expect(await at("2025-03-01T10:00:01Z")).toBe("2025-03-01T10:00:00.000Z");
  expect(await at("2025-03-01T10:00:00Z")).toBe("2024-12-24T18:00:00.000Z");
  for (const before of ["yesterday", "~x", "2025-03-01~-1"])
    expect((await shop.get(`/people/${ids[0]}/events?before=${before}`)).status).toBe(400);
});

test("a person's predictions equal those delivered in files", async () => {
  const through = (await shop.get(`/scopes/${scope}/analysis`)).body.data_through;
  expect(delivered.length).toBeGreaterThan(5);
  for (const row of delivered.slice(0, 8)) {
    const { person_first_name: first, person_last_name: last, postcode } = row;
    const found = (await shop.get(`/people?name=${encodeURIComponent(`${first} ${last}`)}`)).body;
    const id = found.find(({ fields }: { fields: object }) =>
      isDeepStrictEqual({ ...fields, postcode }, fields),
    )?.id;
    const of = (ending: string) => row[Object.keys(row).find((name) => name.endsWith(ending))!]!;
    const [score] = (await shop.get(`/people/${id}/scores`)).body;
    expect(score).toMatchObject({
      scope_id: scope,
      scope_name: "Scoring",
      outcome_id: outcome,
      outcome_name: "Likelihood to buy again",
      probability: expect.closeTo(Number(of("_probability")), 6),
      percentile: Number(of("_percentile")),
      personas: [
        { persona_set_id: set, persona_set_name: "Kinds of customers", persona_name: of("_persona_name") },
      ],
      explanation: JSON.parse(row[`fdy_explanation_${outcome.replaceAll("-", "_")}`]!),
      scored_through: through,
    });
    for (const { sentence } of score.explanation) expect(sentence).toMatch(/^[A-Z0-9][^_]+$/);
  }
});

test("a person in no pipeline has no predictions, and an unknown person is not found", async () => {
  expect(await shop.get(`/people/${ids[0]}/scores`)).toMatchObject({ status: 200, body: [] });
  for (const what of ["events", "scores"]) expect((await shop.get(`/people/17/${what}`)).status).toBe(404);
});
