// Targets over HTTP, in all forms, for a shop of some hundred people.

import { createHash } from "node:crypto";
import * as faraday from "@fdy/faraday-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parquetRows } from "../support/parquet.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Answer, Caller } from "./harness.js";
import { publishedClient } from "./published.js";

const people = 240;
const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);

/**
 * Person p orders 1 to 5 times over 400 days. Two share a home, every third is gold, every second has a key
 * of the shop.
 */
const orders = (): string => {
  const rows = Array.from({ length: people }, (_, p) =>
    Array.from({ length: 1 + ((p * 7) % 5) }, (_, k) => {
      const address = `${1 + (p >> 1)} Elm ${k % 2 ? "Street" : "St."},Burlington,VT,0540${p % 4 === 0 ? 1 : 2}`;
      const who = `Ann${p},Lee,${k === 0 ? "" : `Ann${p}@example.com`},${address}`;
      const keys = p % 2 === 0 ? `K-${p}-${k}` : "";
      return `${who},${keys},${day((p * 37 + k * (61 + (p % 50))) % 400)},${10 + k}.5,${p % 3 === 0 ? "gold" : "basic"}`;
    }),
  );
  return ["first,last,mail,street,city,state,zip,key,day,total,tier", ...rows.flat(), ""].join("\n");
};

const shop = {
  name: "Orders",
  identity_sets: {
    buyer: {
      person_first_name: "first",
      person_last_name: "last",
      email: "mail",
      city: "city",
      state: "state",
      postcode: "zip",
      house_number_and_street: ["street"],
    },
  },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "day" }, value: "total" } },
  output_to_traits: { tier: { column_name: "tier" } },
  reference_key_column: "key",
};

let api: BuildingApi;
let caller: Caller & { key: string };
let ids: { dataset: string; customers: string; repeat: string; outcome: string; scope: string };

const created = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
};

beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
  await caller.post("/uploads/orders/orders.csv", orders(), { "content-type": "text/csv" });
  const cohort = (name: string, bounds: object) =>
    created(caller.post("/cohorts", { name, stream_name: "transaction", ...bounds }));
  const dataset = await created(caller.post("/datasets", shop));
  const customers = await cohort("Customers", {});
  const repeat = await cohort("Repeat purchasers", { min_count: 2 });
  const outcome = await created(
    caller.post("/outcomes", {
      name: "Buys again",
      attainment: repeat,
      eligible: customers,
      horizon_days: 60,
    }),
  );
  const scope = await created(
    caller.post("/scopes", {
      name: "All people",
      population: { include: [customers] },
      payload: { outcome_ids: [outcome], cohort_ids: [repeat], attributes: ["tier"] },
    }),
  );
  await api.build();
  await caller.patch(`/scopes/${scope}`, { preview: false });
  ids = { dataset, customers, repeat, outcome, scope };
});
afterAll(() => api.close());

const write = (target: object): Promise<Answer> =>
  caller.post("/targets", {
    name: "File",
    scope_id: ids.scope,
    human_readable: true,
    representation: { mode: "identified" },
    options: { type: "hosted_csv" },
    ...target,
  });

/** Writes a target, builds it, and reads it back with its rows. */
const delivered = async (target: object) => {
  const id = await created(write(target));
  await api.build();
  const { body: record } = await caller.get(`/targets/${id}`);
  expect(record).toMatchObject({ status: "ready" });
  const { body: preview } = await caller.post(`/targets/${id}/preview`);
  return { id, record, rows: preview.rows as Record<string, string | number | boolean | null>[] };
};
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("a pipeline without cohorts covers everyone known, and reads back as it was sent", async () => {
  const scope = await created(
    caller.post("/scopes", {
      name: "Everyone",
      population: { cohort_ids: [] },
      payload: { outcome_ids: [ids.outcome] },
    }),
  );
  const without = await created(
    caller.post("/scopes", {
      name: "Nobody",
      population: { include: [], exclusion_cohort_ids: [ids.customers] },
      payload: { outcome_ids: [ids.outcome] },
    }),
  );
  await api.build();
  expect((await caller.get(`/scopes/${scope}`)).body).toMatchObject({
    status: "ready",
    population: { cohort_ids: [], include: [] },
    population_count: (await caller.get("/people/analysis")).body.people_count,
  });
  expect((await caller.get(`/scopes/${without}`)).body).toMatchObject({
    status: "ready",
    population_count: 0,
  });
});

test("cohorts and traits of the payload are columns of the scope and of the file", async () => {
  const { columns } = (await caller.get(`/scopes/${ids.scope}`)).body;
  const member = `fdy_cohort_${ids.repeat.replaceAll("-", "_")}_member`;
  expect(columns.payload_columns.slice(-2)).toEqual([
    { name: member, human_name: "repeat_purchasers_member" },
    { name: "fdy_attribute_tier", human_name: "attribute_tier" },
  ]);
  const { record, rows, id } = await delivered({});
  expect(record).toMatchObject({ row_count: people, left_out_count: 0 });
  expect(record.columns.slice(-2)).toEqual(["repeat_purchasers_member", "attribute_tier"]);
  const isRepeat = (p: number) => (p * 7) % 5 > 0;
  for (const row of rows) {
    const p = Number(String(row.person_first_name).slice(3));
    expect(row.repeat_purchasers_member).toBe(isRepeat(p));
    expect(row.attribute_tier).toBe(p % 3 === 0 ? "gold" : "basic");
  }
  const { body: csv } = await caller.get(`/targets/${id}/download.csv`);
  expect(csv.split("\n")[0]).toBe(record.columns.join(","));
  expect(csv.trimEnd().split("\n")).toHaveLength(people + 1);
});

test("a Parquet file is downloaded like a CSV file, with the same rows", async () => {
  const { id, record, rows } = await delivered({
    options: { type: "hosted_csv", format: "parquet", track_changes: true },
  });
  expect(record.options.output_url).toMatch(/\/download\.parquet\?signature=/);
  const whole = await api.app.inject({
    method: "GET",
    url: `/v1/targets/${id}/download.parquet`,
    headers: { authorization: `Bearer ${caller.key}` },
  });
  expect(whole.headers).toMatchObject({
    "content-type": "application/vnd.apache.parquet",
    "content-disposition": expect.stringContaining("scores.parquet"),
    etag: `"${createHash("sha256").update(whole.rawPayload).digest("hex")}"`,
  });
  expect(whole.rawPayload.toString("latin1", 0, 4)).toBe("PAR1");
  const [first] = await parquetRows(whole.rawPayload);
  expect(first).toMatchObject({
    person_first_name: rows[0]!.person_first_name,
    person_id: rows[0]!.person_id,
  });
  const url = `/targets/${id}/download.parquet`;
  expect(await caller.get(url, { range: "bytes=0-3" })).toMatchObject({ status: 206, body: "PAR1" });
  expect(await caller.get(url, { "if-none-match": String(whole.headers.etag) })).toMatchObject({
    status: 304,
  });
  expect((await caller.get(`/targets/${id}/download.csv`)).headers["content-type"]).toBe(
    "application/vnd.apache.parquet",
  );
  expect((await caller.get(`/targets/${id}/changes.csv`)).headers["content-type"]).toBe(
    "text/csv; charset=utf-8",
  );
  await caller.patch(`/targets/${id}`, { options: { format: "csv", gzip: true } });
  await api.build();
  expect((await caller.get(`/targets/${id}`)).body.options.output_url).toContain("/download.csv?");
  expect((await caller.get(url)).headers["content-type"]).toBe("application/gzip");
});

test.each<[object, string]>([
  [
    { options: { type: "hosted_csv", format: "parquet", gzip: true } },
    "options.gzip does not apply to format parquet. Remove it.",
  ],
  [
    { options: { type: "hosted_csv", format: "parquet", locale: "de" } },
    "options.locale does not apply to format parquet. Remove it.",
  ],
  [
    { options: { type: "lookup_api", format: "parquet" } },
    "options.format does not apply to type lookup_api. Remove it.",
  ],
  [
    {
      options: { type: "hosted_csv", format: "parquet" },
      representation: { mode: "identified", transform_preset: "klaviyo" },
    },
    "options.format parquet does not apply to transform_preset klaviyo. Remove it.",
  ],
  [
    {
      options: { type: "hosted_csv", format: "parquet" },
      representation: { mode: "hashed", transform_preset: "facebook" },
    },
    "options.format parquet does not apply to transform_preset facebook. Remove it.",
  ],
])("%j is refused", async (changes, note) => {
  const target = { name: "File", scope_id: ids.scope, representation: { mode: "identified" }, ...changes };
  const { status, body } = await caller.post("/targets", target);
  expect({ status, note: body.note }).toEqual({ status: 400, note: expect.stringContaining(note) });
});

test("the columns that a scope lists for each mode are those of its files", async () => {
  const { columns } = (await caller.get(`/scopes/${ids.scope}`)).body;
  const representations = {
    identified: { mode: "identified" },
    hashed: { mode: "hashed" },
    referenced: { mode: "referenced", reference: { dataset_id: ids.dataset, column_name: "key" } },
    aggregated: { mode: "aggregated", aggregate: "postcode" },
  };
  for (const [mode, representation] of Object.entries(representations)) {
    const { record } = await delivered({ representation, human_readable: false });
    expect({ mode, structure: record.final_structure }).toEqual({
      mode,
      structure: columns.columns_for_mode[mode],
    });
  }
});

test("hashed rows contain the hashes of addresses, in an order that reveals nothing", async () => {
  const { record, rows } = await delivered({ representation: { mode: "hashed" } });
  const hashes = rows.map((row) => row.hashed_email).filter((hash) => hash !== null);
  expect(hashes).toContain(sha256("ann1@example.com"));
  expect(record.columns.join()).not.toMatch(/probability|tier|person_id/);
  expect(rows.map((row) => row.buys_again_propensity_percentile)).not.toEqual(
    rows.map((row) => row.buys_again_propensity_percentile).sort((a, b) => Number(b) - Number(a)),
  );
});

test("a preset of an ad platform has the platform's columns and no others", async () => {
  const representation = { mode: "hashed", transform_preset: "facebook" };
  const { record, rows } = await delivered({ representation });
  expect(record).toMatchObject({ representation });
  expect(record.columns.join()).toMatch(/^email,.*country$/);
  expect(rows.map((row) => row.email)).toContain(sha256("ann1@example.com"));
});

test("a reference is a person's first key; people without one are counted", async () => {
  const reference = { dataset_id: ids.dataset, column_name: "key" };
  const { record, rows } = await delivered({ representation: { mode: "referenced", reference } });
  expect(record).toMatchObject({ row_count: people / 2, left_out_count: people / 2 });
  expect(new Set(rows.map((row) => row.key))).toEqual(
    new Set(Array.from({ length: people / 2 }, (_, i) => `K-${2 * i}-0`)),
  );
  expect((await caller.delete(`/datasets/${ids.dataset}`)).status).toBe(409);
});

test("residences have one row per home, and areas have means", async () => {
  const homes = await delivered({ representation: { mode: "identified", aggregate: "residence" } });
  const all = await delivered({ custom_structure: brief() });
  const areas = await delivered({ representation: { mode: "aggregated", aggregate: "state" } });
  expect(homes.record.row_count).toBeGreaterThanOrEqual(people / 2);
  expect(homes.record.row_count).toBeLessThan(people);
  const known = all.rows.map(({ p }) => p).filter((p): p is number => typeof p === "number");
  const mean = known.reduce((sum, p) => sum + p, 0) / known.length;
  expect(areas.rows).toEqual([
    {
      state: "VT",
      people_count: people,
      repeat_purchasers_member: 0.8,
      buys_again_propensity_probability: expect.closeTo(mean, 4),
      buys_again_propensity_percentile: expect.any(Number),
    },
  ]);
});

const brief = () => [
  { scope_col: "person_first_name", output_col: "who", is_identity_col: true },
  { scope_col: "buys_again_propensity_probability", output_col: "p" },
];

test("a filter and a limit select the rows", async () => {
  const { rows } = await delivered({
    filter: {
      trait: [{ name: "tier", _eq: "gold" }],
      cohort_membership: [{ cohort_id: ids.customers, _eq: true }],
      outcome_percentile: [{ outcome_id: ids.outcome, _gte: 20 }],
    },
    limit: { method: "row_count", threshold: 5, outcome_id: ids.outcome, direction: "ascending" },
    custom_structure: [...brief(), { scope_col: "attribute_tier", output_col: "tier" }],
  });
  expect(rows).toHaveLength(5);
  const likely = rows.map(({ p }) => Number(p));
  expect(likely).toEqual([...likely].sort((a, b) => a - b));
  expect(new Set(rows.map(({ tier }) => tier))).toEqual(new Set(["gold"]));
});

test("invalid combinations are refused before a build", async () => {
  const refused = async (target: object) => {
    const { status, body } = await write(target);
    expect(status).toBe(400);
    return body.note;
  };
  expect(await refused({ custom_structure: [{ scope_col: "atribute_tier", output_col: "tier" }] })).toContain(
    "Did you mean attribute_tier?",
  );
  const reference = { dataset_id: ids.dataset, column_name: "keys" };
  expect(await refused({ representation: { mode: "referenced", reference } })).toContain("Did you mean key?");
  expect(
    await refused({ filter: { outcome_probability: [{ outcome_id: ids.repeat, _gt: 0.5 }] } }),
  ).toContain("which the pipeline does not score");
  expect(await refused({ representation: { mode: "hashed", transform_preset: "tiktok" } })).toContain(
    "Presets of this mode: default, facebook, google_ads",
  );
  expect(await refused({ representation: { mode: "hash" } })).toContain("must be one of identified, hashed");
  expect(await refused({ filter: { traits: [] } })).toContain("did you mean trait?");
});

test("an unknown trait is reported by the target, and a patch fixes it", async () => {
  const id = await created(write({ filter: { trait: [{ name: "teir", _eq: "gold" }] } }));
  await api.build();
  expect((await caller.get(`/targets/${id}`)).body).toMatchObject({
    status: "error",
    status_error: "Nobody has a trait teir. Traits: tier.",
  });
  expect((await caller.post(`/targets/${id}/preview`)).body).toEqual({
    target_id: id,
    message: expect.stringContaining("error"),
  });
  await caller.patch(`/targets/${id}`, { filter: null });
  await api.build();
  expect((await caller.get(`/targets/${id}`)).body.row_count).toBe(people);
});

test("the analysis of a target describes its columns", async () => {
  const { id } = await delivered({
    custom_structure: [...brief(), { scope_col: "repeat_purchasers_member", output_col: "repeat" }],
  });
  const { body } = await caller.get(`/targets/${id}/analysis`);
  expect(body).toMatchObject({
    row_count: people,
    left_out_count: 0,
    columns: [
      { name: "who", fill_rate: 1 },
      { name: "p", range: { min: expect.any(Number), max: expect.any(Number) } },
      {
        name: "repeat",
        values: [
          { value: "true", count: 192 },
          { value: "false", count: 48 },
        ],
      },
    ],
  });
});

test("a lookup returns one person, or an error", async () => {
  const { id, record, rows } = await delivered({ options: { type: "lookup_api" } });
  expect(record.options.output_url).toMatch(new RegExp(`/targets/${id}/lookup$`));
  const ask = async (who: object) => (await caller.post(`/targets/${id}/lookup`, who)).body;
  const byMail = await ask({ email: "ANN1@example.com" });
  expect(rows).toContainEqual(byMail);
  expect(Object.keys(byMail)).toEqual(record.columns);
  const home = { house_number_and_street: "1 Elm St", city: "Burlington", state: "VT" };
  expect(await ask({ person_full_name: "Lee, Ann1", ...home })).toEqual(byMail);
  expect(await ask({ email: "nobody@example.com" })).toEqual({ error: expect.stringContaining("No one") });
  expect(await ask({ city: "Burlington" })).toEqual({ error: expect.stringContaining("do not identify") });
  expect((await caller.post(`/targets/${id}/lookup`, { mail: "x" })).body.note).toContain(
    "did you mean email?",
  );
  expect((await caller.get(`/targets/${id}/download.csv`)).status).toBe(409);
  const file = await created(write({}));
  expect((await caller.post(`/targets/${file}/lookup`, { email: "x@y.de" })).status).toBe(409);
  expect((await (await api.signUp("Other")).post(`/targets/${id}/lookup`, {})).status).toBe(404);
});

test("the published client writes, previews and looks up", async () => {
  const { targets, scopes } = await publishedClient(api, caller.key);
  const target = await targets.createTarget({
    name: "Lookup",
    scope_id: ids.scope,
    representation: { mode: "identified", aggregate: faraday.TargetAggregateIdentified.Person },
    options: { type: "lookup_api" },
  });
  await api.build();
  expect(await targets.lookupOnTarget(target.id, { email: "ann1@example.com" })).toHaveProperty("person_id");
  expect((await targets.createTargetPreview(target.id)).target_id).toBe(target.id);
  const byKey = await targets.createTarget({
    name: "Keys",
    scope_id: ids.scope,
    representation: { mode: "referenced", reference: { dataset_id: ids.dataset, column_name: "key" } },
    options: { type: "hosted_csv" },
    filter: { outcome_percentile: [{ outcome_id: ids.outcome, _gte: 50 }] },
    limit: { method: "row_count", threshold: 10 },
  });
  await api.build();
  const read = await targets.getTarget(byKey.id);
  expect(read).toMatchObject({ status: "ready", limit: { method: "row_count", threshold: 10 } });
  expect(read.final_structure?.[0]).toMatchObject({ scope_col: "reference_key", output_col: "key" });
  expect((await scopes.getScope(ids.scope)).columns?.columns_for_mode.aggregated).toBeDefined();
});
