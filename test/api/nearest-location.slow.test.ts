// Nearest location in a pipeline's payload, from files of stores and one of customers with coordinates, as delivered files,
// a person's scores and what is known of them have it.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import { type Caller, callerOf } from "./harness.js";
import { inspectHere } from "./inspect-here.js";
import { addMember } from "./member.js";

let api: BuildingApi;
let caller: Caller;
let accountId: string;
const ids = { stores: "", depots: "", cohort: "", outcome: "", scope: "" };
beforeAll(async () => {
  api = await startBuildingApi({
    inspect: (...question) => inspectHere(api.db, api.dataDir)(...question),
  });
  const signedUp = await api.signUp();
  caller = signedUp;
  accountId = signedUp.accountId;
  await upload("customers", customers());
  await upload("stores", [
    "id,store,lat,lon,size",
    "1,Church Street,44.4759,-73.2121,12",
    "2,Shelburne,44.381,-73.231,4",
    "3,New York,40.71,-74.01,30",
  ]);
  await upload("depots", ["lat,lon", "44.39,-73.24"]);
  await made("/datasets", {
    name: "Customers",
    identity_sets: { who: { email: "mail" } },
    options: { type: "hosted_csv", upload_directory: "customers" },
    output_to_traits: { latitude: { column_name: "lat" }, longitude: { column_name: "lon" } },
    output_to_streams: { order: { data_map: { datetime: { column_name: "day" } } } },
  });
  ids.stores = await made("/atlases", {
    name: "Stores",
    options: { type: "hosted_csv", upload_directory: "stores" },
    output_to_locations: {
      latitude: "lat",
      longitude: "lon",
      name: "store",
      reference_key: "id",
      properties: [
        { name: "size/m²", column: "size" },
        { name: "kind", value: "shop" },
      ],
    },
  });
  ids.depots = await made("/atlases", {
    name: "Depots",
    options: { type: "hosted_csv", upload_directory: "depots" },
    output_to_locations: { latitude: "lat", longitude: "lon" },
  });
  ids.cohort = await made("/cohorts", { name: "Buyers", stream_name: "order" });
});
afterAll(() => api.close());

/** Ann in Burlington, Bob near Shelburne, Cy in New York, Dee nowhere; and others nowhere, so that there is a model. */
const customers = () => {
  const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
  const others = Array.from({ length: 1200 }, (_, i) => `p${i % 200}@example.com,,,${day((i * 37) % 700)}`);
  return [
    "mail,lat,lon,day",
    "ann@example.com,44.48,-73.21,2025-01-05",
    "bob@example.com,44.38,-73.23,2025-02-05",
    "cy@example.com,40.7,-74,2025-03-05",
    "dee@example.com,,,2025-04-05",
    ...others,
  ];
};

const upload = (directory: string, lines: string[]) =>
  caller.post(`/uploads/${directory}/a.csv`, `${lines.join("\n")}\n`, { "content-type": "text/csv" });

const made = async (url: string, body: object): Promise<string> => {
  const answer = await caller.post(url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
};

const locationOf = (conditions: object, atlases = [ids.stores]) => ({
  conditions: { atlas_ids: atlases, ...conditions },
});

/** A file of the pipeline with these conditions: by mail, without "@example.com", the columns of the location. */
const delivered = async (location: object | null): Promise<Record<string, string>> => {
  // A patch is merged into the conditions of before.
  await caller.patch(`/scopes/${ids.scope}`, { payload: { location: null } });
  const patched = await caller.patch(`/scopes/${ids.scope}`, { payload: { location } });
  expect(patched.status, JSON.stringify(patched.body)).toBe(200);
  await api.build();
  const answer = await caller.get(`/targets/${await file()}/download.csv`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [header, ...rows] = String(answer.body).trim().split("\n");
  const names = header!.split(",");
  const shown = (row: string[]) =>
    names.flatMap((name, i) => (name.startsWith("nearest_") ? [row[i]] : [])).join(" | ");
  return Object.fromEntries(
    rows.flatMap((row) => {
      const cells = row.split(",");
      const [name = ""] = cells[names.indexOf("email")]!.split("@");
      return /\d/.test(name) ? [] : [[name, shown(cells)]];
    }),
  );
};

let fileId: string | undefined;
const file = async (): Promise<string> => {
  fileId ??= await made("/targets", {
    name: "File",
    scope_id: ids.scope,
    representation: { mode: "identified", aggregate: "person" },
    human_readable: true,
    options: { type: "hosted_csv" },
  });
  await api.build();
  return fileId;
};

const church = (metres: number) => `Church Street | 1 | ${ids.stores} | ${metres}`;
const shelburne = (metres: number) => `Shelburne | 2 | ${ids.stores} | ${metres}`;
const newYork = (metres: number) => `New York | 3 | ${ids.stores} | ${metres}`;
const none = " |  |  | ";

test("a file has everyone's nearest location, and empty columns for people without a known one", async () => {
  ids.outcome = await made("/outcomes", {
    name: "Buys again",
    attainment: ids.cohort,
    eligible: ids.cohort,
    recurring: true,
    horizon_days: 30,
  });
  ids.scope = await made("/scopes", {
    name: "Who is near",
    population: { cohort_ids: [ids.cohort] },
    payload: { outcome_ids: [ids.outcome], cohort_ids: [ids.cohort], location: locationOf({}) },
  });
  expect(await delivered({ ...locationOf({}), select: "nearest" })).toEqual({
    ann: church(485),
    bob: shelburne(137),
    cy: newYork(1395),
    dee: none,
  });
  const { body: scope } = await caller.get(`/scopes/${ids.scope}`);
  expect(scope.payload.location).toEqual({ ...locationOf({}), select: "nearest" });
  const columns = scope.columns.payload_columns.map(({ name }: { name: string }) => name);
  expect(columns.slice(-4)).toEqual([
    "fdy_location_name",
    "fdy_location_reference_key",
    "fdy_location_atlas_id",
    "fdy_location_distance",
  ]);
  const hashed = scope.columns.columns_for_mode.hashed.map(
    ({ scope_col }: { scope_col: string }) => scope_col,
  );
  expect(hashed.join(), "a location may say who somebody is").not.toContain("location");
  const areas = scope.columns.columns_for_mode.aggregated;
  expect(areas.filter(({ scope_col }: { scope_col: string }) => scope_col.includes("location"))).toEqual([
    { scope_col: "fdy_location_distance", output_col: "fdy_location_distance", aggregation: "avg" },
  ]);
});

test("a person's scores and everything that is known of them have it, and a masked viewer does not see it", async () => {
  const { body: found } = await caller.get("/people?email=bob@example.com");
  const personal = { atlas_id: ids.stores, name: "Shelburne", reference_key: "2", distance: 137 };
  const { body: scores } = await caller.get(`/people/${found[0].id}/scores`);
  expect(scores[0]?.nearest_location, JSON.stringify(scores)).toEqual(personal);

  const { headers } = await addMember(api, accountId, "masked_viewer");
  const masked = await callerOf(api.app, headers).get(`/v1/people/${found[0].id}/scores`);
  expect(masked.status).toBe(200);
  expect(JSON.stringify(masked.body)).not.toContain("Shelburne");

  const archive = await caller.get(`/people/${found[0].id}/archive.jsonl`);
  const lines = String(archive.body)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual({
    kind: "location",
    pipeline: { id: ids.scope, name: "Who is near" },
    ...personal,
  });
});

test("the distance has bounds, and the nearest location beyond the lower one counts", async () => {
  expect(await delivered(locationOf({ max_distance: 400 }))).toEqual({
    ann: none,
    bob: shelburne(137),
    cy: none,
    dee: none,
  });
  expect(await delivered(locationOf({ min_distance: 400, max_distance: 20_000 }))).toEqual({
    ann: church(485),
    bob: church(10_751),
    cy: newYork(1395),
    dee: none,
  });
});

test("locations count by your own ID and by their properties", async () => {
  const keys = await delivered(locationOf({ location_reference_keys: ["1", "3", "no such"] }));
  expect(keys).toMatchObject({ ann: church(485), bob: church(10_751), cy: newYork(1395) });
  const property_conditions = [
    { property: "size/m²", _lt: 10 },
    { property: "kind", _eq: "shop" },
  ];
  const small = await delivered(locationOf({ property_conditions, max_distance: 50_000 }));
  expect(small).toEqual({ ann: shelburne(11_127), bob: shelburne(137), cy: none, dee: none });
});

test("of several atlases the nearest location of any counts, whatever it has besides", async () => {
  const found = await delivered(locationOf({}, [ids.stores, ids.depots]));
  expect(found).toMatchObject({ ann: church(485), bob: shelburne(137) });
  await upload("stores", ["id,store,lat,lon,size", "1,Church Street,44.4759,-73.2121,12"]);
  await api.build();
  const moved = await delivered(locationOf({}, [ids.stores, ids.depots]));
  expect(moved).toMatchObject({ ann: church(485), bob: ` |  | ${ids.depots} | 1367` });
});

test("without it in the payload a file has no columns of locations, and the atlas can be deleted", async () => {
  expect((await caller.delete(`/atlases/${ids.depots}`)).status).toBe(409);
  expect(await delivered(null)).toEqual({ ann: "", bob: "", cy: "", dee: "" });
  expect((await caller.delete(`/atlases/${ids.depots}`)).status).toBe(204);
});

test.each([
  ["an unknown atlas", { atlas_ids: ["nowhere"] }, "payload.location.conditions.atlas_ids[0]"],
  ["no atlas", {}, "atlas_ids"],
  ["bounds of no distance", { min_distance: 5, max_distance: 4 }, "min_distance is 5, above max_distance"],
  ["a property that no location has", { property_conditions: [{ property: "kin", _eq: 1 }] }, "kind"],
])("%s is refused with what to change", async (_, conditions, words) => {
  const atlas_ids =
    "atlas_ids" in conditions || Object.keys(conditions).length === 0 ? {} : { atlas_ids: [ids.stores] };
  const { status, body } = await caller.post("/scopes", {
    name: "Lost",
    payload: { cohort_ids: [ids.cohort], location: { conditions: { ...atlas_ids, ...conditions } } },
    population: { cohort_ids: [] },
  });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)]);
});

test("all locations of a person are refused: a person has one row", async () => {
  const { status, body } = await caller.post("/scopes", {
    name: "All",
    payload: { cohort_ids: [ids.cohort], location: { ...locationOf({}), select: "all" } },
    population: { cohort_ids: [] },
  });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("payload.location.select")]);
});
