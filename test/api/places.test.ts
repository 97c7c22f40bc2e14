// Places over HTTP, and by the published client.

import { expect, test } from "vitest";
import { openApi } from "./harness.js";
import { publishedClient } from "./published.js";

const square = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

test("a place is created, listed, read, changed and deleted", async () => {
  const caller = await (await openApi()).signUp();
  const { status, body: place } = await caller.post("/places", {
    name: "Vermont",
    geojson: { ...square, bbox: [0, 0, 1, 1] },
  });
  expect(status).toBe(201);
  expect(place).toMatchObject({ resource_type: "places", name: "Vermont", geojson: square, status: "new" });
  expect(place.geojson).toEqual(square);
  expect((await caller.get("/places")).body).toHaveLength(1);
  const addresses = [{ postcode: "05401" }];
  const { body: changed } = await caller.patch(`/places/${place.id}`, { geojson: null, addresses });
  expect(changed.addresses).toEqual(addresses);
  expect(changed.geojson).toBeUndefined();
  expect((await caller.delete(`/places/${place.id}`)).status).toBe(204);
});

test("a patch replaces the whole geometry", async () => {
  const caller = await (await openApi()).signUp();
  const { body: place } = await caller.post("/places", { name: "A", geojson: square });
  const geojson = { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [1, 2] }] };
  const { status, body } = await caller.patch(`/places/${place.id}`, { geojson });
  expect([status, body.geojson]).toEqual([200, geojson]);
});

test("names are unique among places", async () => {
  const caller = await (await openApi()).signUp();
  await caller.post("/places", { name: "Town", geojson: square });
  expect((await caller.post("/places", { name: "TOWN", geojson: square })).status).toBe(409);
});

test.each([
  [{}, /neither/],
  [{ geojson: square, addresses: [{ postcode: "1" }] }, /both/],
  [{ addresses: [{ city: "Burlington" }] }, /addresses\[0\] is too vague to locate/],
  [
    { geojson: { type: "Point", coordinates: [44.5, -173.2] } },
    /geojson\.coordinates\[1\] must be a latitude/,
  ],
  [{ geojson: { type: "Feature", geometry: square } }, /send the geometry that is inside it/],
  [{ geojson: { ...square, crs: { type: "name" } } }, /geojson\.crs is not supported/],
  [{ geojson: square, radius: 5 }, /radius/],
])("%j is refused with an explanation", async (shape, said) => {
  const caller = await (await openApi()).signUp();
  const { status, body } = await caller.post("/places", { name: "P", ...shape });
  expect([status, body.error]).toEqual([400, "VALIDATION_FAILED"]);
  expect(body.note).toMatch(said);
});

test("every invalid position is reported", async () => {
  const caller = await (await openApi()).signUp();
  const geojson = {
    type: "MultiPoint",
    coordinates: [
      [0, 91],
      [0, 0],
      [181, 0],
    ],
  };
  const { body } = await caller.post("/places", { name: "P", geojson });
  expect(body.validationErrors.map(({ path }: { path: string }) => path)).toEqual([
    "geojson.coordinates[0][1]",
    "geojson.coordinates[2][0]",
  ]);
});

test("a cohort can be defined by places alone, which then cannot be deleted", async () => {
  const caller = await (await openApi()).signUp();
  const { body: place } = await caller.post("/places", { name: "Town", geojson: square });
  const place_conditions = [{ place_id: place.id, distance: 5000, invert: true }];
  const { body: cohort } = await caller.post("/cohorts", { name: "Far", place_conditions });
  expect(cohort.place_conditions).toEqual(place_conditions);
  const refused = await caller.delete(`/places/${place.id}`);
  expect([refused.status, refused.body.note]).toEqual([409, expect.stringContaining("cohort Far")]);
  const edges = (await caller.get("/graph")).body;
  expect(edges).toMatchObject([{ upstream_type: "places", downstream_type: "cohorts" }]);
  const unknown = await caller.post("/cohorts", { name: "X", place_conditions: [{ place_id: cohort.id }] });
  expect([unknown.status, unknown.body.note]).toEqual([
    400,
    expect.stringContaining("place_conditions[0].place_id"),
  ]);
});

test("the published client runs every operation", async () => {
  const api = await openApi();
  const { key } = await api.signUp();
  const { places, cohorts } = await publishedClient(api, key);
  const place = await places.createPlace({
    name: "Shops",
    addresses: [{ postcode: "05401", city: "Burlington" }],
  });
  expect(place.addresses).toEqual([{ postcode: "05401", city: "Burlington" }]);
  expect((await places.getPlaces()).map(({ id }) => id)).toEqual([place.id]);
  expect((await places.updatePlace(place.id, { name: "Our shops" })).name).toBe("Our shops");
  expect((await places.getPlace(place.id)).name).toBe("Our shops");
  const cohort = await cohorts.createCohort({
    name: "Near",
    place_conditions: [{ place_id: place.id, distance: 100 }],
  });
  expect(cohort.place_conditions?.[0]?.distance).toBe(100);
  await cohorts.deleteCohort(cohort.id);
  await places.deletePlace(place.id);
});
