import { expect, test } from "vitest";
import { placeDescription } from "./description.js";
import { checkPlace, emptyDraft, type PlaceDraft } from "./draft.js";

const check = (draft: Partial<PlaceDraft>) => checkPlace({ ...emptyDraft, ...draft });
const shape = (json: unknown) => check({ way: "shape", shape: JSON.stringify(json) });
const point = { type: "Point", coordinates: [-71.06, 42.36] };

test("a point is sent longitude first, as GeoJSON has it", () => {
  expect(check({ latitude: "42.36", longitude: "-71.06" })).toEqual({
    at: "right",
    body: { geojson: point },
  });
});

test("a latitude or longitude that is missing or out of range is refused", () => {
  expect(check({ latitude: "142", longitude: "0" }).at).toBe("wrong");
  expect(check({ latitude: "42", longitude: " " }).at).toBe("wrong");
  expect(check({ latitude: "north", longitude: "0" }).at).toBe("wrong");
});

test("a feature becomes its geometry, and several features become one collection", () => {
  const feature = { type: "Feature", geometry: point };
  expect(shape(feature)).toEqual({ at: "right", body: { geojson: point } });
  expect(shape({ type: "FeatureCollection", features: [feature] })).toEqual(shape(point));
  expect(shape({ type: "FeatureCollection", features: [feature, feature] })).toEqual({
    at: "right",
    body: { geojson: { type: "GeometryCollection", geometries: [point, point] } },
  });
});

test("invalid JSON, or JSON without a geometry, is refused", () => {
  expect(check({ way: "shape", shape: "{" }).at).toBe("wrong");
  expect(shape({ name: "Boston" }).at).toBe("wrong");
});

test("an address needs a postcode, or a street and a city; empty lines are left out", () => {
  const addresses = (...given: PlaceDraft["addresses"]) => check({ way: "addresses", addresses: given });
  expect(addresses({ postcode: "01164" }, {})).toEqual({
    at: "right",
    body: { addresses: [{ postcode: "01164" }] },
  });
  expect(addresses({ house_number_and_street: "12 Elm St", city: "Burlington" }).at).toBe("right");
  expect(addresses({ city: "Burlington" }).at).toBe("wrong");
  expect(addresses({}).at).toBe("wrong");
});

test("a place is described by its shape or address", () => {
  expect(placeDescription({ geojson: point })).toBe("the point 42.36° N, 71.06° W");
  expect(placeDescription({ addresses: [{ postcode: "01164" }] })).toBe("01164");
  expect(placeDescription({ addresses: [{ postcode: "1" }, { postcode: "2" }] })).toBe("2 addresses");
});
