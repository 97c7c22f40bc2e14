// Cohorts near the locations of an atlas, from a file of stores and one of customers with coordinates.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

let api: BuildingApi;
let caller: Caller;
beforeAll(async () => {
  api = await startBuildingApi();
  caller = await api.signUp();
});
afterAll(() => api.close());

const upload = (directory: string, lines: string[]) =>
  caller.post(`/uploads/${directory}/a.csv`, `${lines.join("\n")}\n`, { "content-type": "text/csv" });
const customers = {
  name: "Customers",
  identity_sets: { who: { email: "mail" } },
  options: { type: "hosted_csv", upload_directory: "customers" },
  output_to_traits: { latitude: { column_name: "lat" }, longitude: { column_name: "lon" } },
};
const stores = {
  name: "Stores",
  options: { type: "hosted_csv", upload_directory: "stores" },
  output_to_locations: { latitude: "lat", longitude: "lon", name: "store", reference_key: "id" },
};

test("a cohort has the people near the nearest store, and a new file of stores moves them", async () => {
  await upload("customers", [
    "mail,lat,lon",
    "ann@example.com,44.48,-73.21",
    "bob@example.com,44.38,-73.23",
    "cy@example.com,40.7,-74",
    "dee@example.com,,",
  ]);
  await upload("stores", ["id,store,lat,lon", "1,Church Street,44.4759,-73.2121", "2,Closed,,"]);
  await caller.post("/datasets", customers);
  const { status, body: atlas } = await caller.post("/atlases", stores);
  expect(status, JSON.stringify(atlas)).toBe(201);
  const cohort = async (condition: object): Promise<string> => {
    const locations = { atlas_ids: [atlas.id] };
    const made = await caller.post("/cohorts", {
      name: "Near",
      location_conditions: [{ locations, distance: 5000, ...condition }],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const [within, outside] = [await cohort({}), await cohort({ invert: true })];
  const counts = async () =>
    Promise.all(
      [within, outside].map(async (id) => (await caller.get(`/cohorts/${id}`)).body.population_count),
    );

  expect((await caller.get(`/atlases/${atlas.id}/locations`)).status).toBe(409);
  await api.build();
  expect((await caller.get(`/atlases/${atlas.id}`)).body).toMatchObject({
    status: "ready",
    counts: { rows: 2, locatable: 1, empty_geometry: 1, unreadable_geometry: 0 },
    located_count: 3,
  });
  expect(await counts()).toEqual([1, 2]);
  expect((await caller.get(`/cohorts/${within}`)).body.sentence).toContain(
    "within 5 km of a location of “Stores”",
  );
  expect((await caller.get(`/atlases/${atlas.id}/locations`)).body).toEqual([
    {
      atlas_id: atlas.id,
      name: "Church Street",
      reference_key: "1",
      latitude: 44.4759,
      longitude: -73.2121,
      properties: {},
    },
  ]);

  await upload("stores", [
    "id,store,lat,lon",
    "1,Church Street,44.4759,-73.2121",
    "3,Shelburne,44.381,-73.231",
    "4,New York,40.71,-74.01",
  ]);
  await api.build();
  expect(await counts()).toEqual([3, 0]);
  const refused = await caller.delete(`/atlases/${atlas.id}`);
  expect(refused.status).toBe(409);
});

test("locations of all atlases come page by page, each once", async () => {
  await upload("others", ["lat,lon", ...Array.from({ length: 7 }, (_, i) => `${i},${i}`)]);
  await caller.post("/atlases", {
    name: "Others",
    options: { type: "hosted_csv", upload_directory: "others" },
    output_to_locations: { latitude: "lat", longitude: "lon" },
  });
  await api.build();
  const found: unknown[] = [];
  let next: string | undefined = "/locations?limit=4";
  while (next) {
    const answer: Awaited<ReturnType<Caller["get"]>> = await caller.get(next);
    expect(answer.body.length).toBeLessThanOrEqual(4);
    found.push(...answer.body);
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
  }
  expect(found).toHaveLength(10);
  expect(found).toEqual((await caller.get("/locations")).body);
});

test("a cohort has the people near some of the stores", async () => {
  await upload("sized", ["id,lat,lon,size", "a,44.4759,-73.2121,12", "b,40.71,-74.01,30"]);
  const { body: atlas } = await caller.post("/atlases", {
    name: "Sized",
    options: { type: "hosted_csv", upload_directory: "sized" },
    output_to_locations: {
      latitude: "lat",
      longitude: "lon",
      reference_key: "id",
      properties: [{ name: "size", column: "size" }],
    },
  });
  const locations = { atlas_ids: [atlas.id], property_conditions: [{ property: "size", _gt: 20 }] };
  const definition = { location_conditions: [{ locations, distance: 5000 }] };
  const large = await caller.post("/cohorts", { name: "Near a large one", ...definition });
  expect(large.status, JSON.stringify(large.body)).toBe(201);
  const far = await caller.post("/cohorts", {
    name: "Far from b",
    location_conditions: [
      { locations: { atlas_ids: [atlas.id], location_reference_keys: ["b"] }, distance: 5000, invert: true },
    ],
  });
  await api.build();
  const read = async ({ body }: typeof far) => (await caller.get(`/cohorts/${body.id}`)).body;
  expect(await read(large)).toMatchObject({ population_count: 1, status: "ready" });
  expect((await read(large)).sentence).toContain("a location of “Sized” where “size” is above 20");
  expect(await read(far)).toMatchObject({ population_count: 2, status: "ready" });

  const unknown = await caller.post("/cohorts", {
    name: "Lost",
    location_conditions: [
      { locations: { ...locations, property_conditions: [{ property: "sise", _gt: 1 }] }, distance: 1 },
    ],
  });
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([
    400,
    expect.stringContaining("location_conditions[0].locations.property_conditions[0].property"),
  ]);
});

test("an unknown atlas is refused where it is named", async () => {
  const { status, body } = await caller.post("/cohorts", {
    name: "Lost",
    location_conditions: [{ locations: { atlas_ids: ["nowhere"] }, distance: 1 }],
  });
  expect([status, JSON.stringify(body)]).toEqual([
    400,
    expect.stringContaining("location_conditions[0].locations.atlas_ids[0]"),
  ]);
});
