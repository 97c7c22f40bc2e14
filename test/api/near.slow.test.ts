// People near a place, from a table of postcodes, orders with postcodes, a place and cohorts.

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
const orders = {
  name: "Orders",
  identity_sets: { buyer: { email: "mail", postcode: "zip" } },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { order: { data_map: { datetime: "day" } } },
};
const postcodes = {
  name: "Postcodes",
  identity_sets: { area: { postcode: "zip" } },
  options: { type: "hosted_csv", upload_directory: "postcodes" },
  output_to_traits: { latitude: { column_name: "lat" }, longitude: { column_name: "lon" } },
};

test("a table of postcodes locates people, and a new upload of it moves them", async () => {
  await upload("orders", [
    "mail,zip,day",
    "ann@example.com,05401,2025-01-01",
    "bob@example.com,05403,2025-01-02",
    "cy@example.com,99999,2025-01-03",
  ]);
  await caller.post("/datasets", orders);
  const { body: place } = await caller.post("/places", {
    name: "Church Street",
    geojson: { type: "Point", coordinates: [-73.2121, 44.4759] },
  });
  const near = { place_id: place.id, distance: 1000 };
  const cohort = async (condition: object): Promise<string> =>
    (await caller.post("/cohorts", { name: "C", stream_name: "order", place_conditions: [condition] })).body
      .id;
  const [within, outside] = [await cohort(near), await cohort({ ...near, invert: true })];
  const counts = async () =>
    Promise.all(
      [within, outside].map(async (id) => (await caller.get(`/cohorts/${id}`)).body.population_count),
    );

  await api.build();
  const { body: refused } = await caller.get(`/places/${place.id}`);
  expect([refused.status, refused.status_error]).toEqual([
    "error",
    expect.stringContaining("output_to_traits"),
  ]);
  const { body: waiting } = await caller.get(`/cohorts/${within}`);
  expect([waiting.status, waiting.waiting_for]).toEqual([
    "new",
    expect.stringContaining("place Church Street"),
  ]);

  await upload("postcodes", ["zip,lat,lon", "05401,44.4759,-73.2121", "05403,44.3,-73.1"]);
  await caller.post("/datasets", postcodes);
  await api.build();
  expect((await caller.get(`/places/${place.id}`)).body).toMatchObject({ status: "ready", located_count: 2 });
  expect(await counts()).toEqual([1, 1]);

  api.tick(1000);
  await upload("postcodes", ["zip,lat,lon", "05401,44.4759,-73.2121", "05403,44.476,-73.212", "99999,0,0"]);
  await api.build();
  expect(await counts()).toEqual([2, 1]);
});

test("addresses without coordinates match by their text, and a distance from them is refused", async () => {
  const addresses = [{ postcode: "05403" }, { house_number_and_street: "1 Nowhere Rd", city: "Atlantis" }];
  const { body: place } = await caller.post("/places", { name: "Shops", addresses });
  const cohort = async (condition: object): Promise<string> =>
    (await caller.post("/cohorts", { name: "D", place_conditions: [{ place_id: place.id, ...condition }] }))
      .body.id;
  const [at, near] = [await cohort({}), await cohort({ distance: 10 })];
  await api.build();
  const { body } = await caller.get(`/places/${place.id}`);
  expect(body.locations).toEqual([{ longitude: -73.212, latitude: 44.476, located_by: "postcode" }, null]);
  expect((await caller.get(`/cohorts/${at}`)).body).toMatchObject({ status: "ready", population_count: 1 });
  const refused = (await caller.get(`/cohorts/${near}`)).body;
  expect([refused.status, refused.status_error]).toEqual([
    "error",
    expect.stringContaining("1 of its 2 addresses have no known coordinates"),
  ]);
});
