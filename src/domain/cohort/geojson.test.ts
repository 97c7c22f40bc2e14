import { expect, test } from "vitest";
import { geometryFaults } from "./geojson.js";

const faultsOf = (geometry: unknown) =>
  geometryFaults(geometry, "geojson").map(({ path, message }) => `${path} ${message}`);
const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];

test.each([
  { type: "Point", coordinates: [-73.2, 44.5] },
  { type: "Point", coordinates: [-180, 90, 1200] },
  { type: "MultiPoint", coordinates: [[0, 0]] },
  {
    type: "LineString",
    coordinates: [
      [0, 0],
      [1, 1],
    ],
  },
  {
    type: "MultiLineString",
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  },
  { type: "Polygon", coordinates: [ring, ring] },
  { type: "MultiPolygon", coordinates: [[ring], [ring]] },
  { type: "GeometryCollection", geometries: [{ type: "Point", coordinates: [0, 0] }] },
])("$type is a geometry", (geometry) => {
  expect(faultsOf(geometry)).toEqual([]);
});

test.each([
  [{ type: "Point", coordinates: [44.5, -173.2] }, /^geojson\.coordinates\[1\] must be a latitude/],
  [{ type: "Point", coordinates: [500_000, 4_649_776] }, /^geojson\.coordinates\[0\] must be a longitude/],
  [{ type: "Point", coordinates: ["0", "0"] }, /^geojson\.coordinates must be a position/],
  [{ type: "Point", coordinates: [0] }, /^geojson\.coordinates must be a position/],
  [{ type: "LineString", coordinates: [[0, 0]] }, /^geojson\.coordinates must have at least 2 positions/],
  [{ type: "Polygon", coordinates: [] }, /^geojson\.coordinates must not be empty$/],
  [{ type: "Polygon", coordinates: ring }, /^geojson\.coordinates\[0\] must have at least 4 positions/],
  [
    { type: "Polygon", coordinates: [ring, ring.slice(1)] },
    /^geojson\.coordinates\[1\] must have at least 4 positions/,
  ],
  [{ type: "Polygon", coordinates: [[...ring, [2, 2]]] }, /^geojson\.coordinates\[0\] must be closed/],
  [
    { type: "MultiPolygon", coordinates: [[ring], [[...ring, [2, 2]]]] },
    /\.coordinates\[1\]\[0\] must be closed/,
  ],
  [{ type: "Feature", geometry: {} }, /^geojson\.type is Feature; send the geometry/],
  [{ type: "Circle", coordinates: [0, 0] }, /^geojson\.type must be one of Point/],
  [{ type: "GeometryCollection" }, /^geojson\.geometries must be a list/],
  [{ type: "GeometryCollection", geometries: [{ type: "Point" }] }, /^geojson\.geometries\[0\]\.coordinates/],
  [
    { type: "GeometryCollection", geometries: [{ type: "GeometryCollection" }] },
    /collection inside a collection/,
  ],
  [{ type: "Point", coordinates: [0, 0], crs: { type: "name" } }, /^geojson\.crs is not supported/],
  [null, /^geojson\.type must be one of/],
])("a fault is reported with its path: %j", (geometry, message) => {
  expect(faultsOf(geometry)[0]).toMatch(message);
});

test("only the first twenty faults are reported", () => {
  expect(faultsOf({ type: "MultiPoint", coordinates: Array(1000).fill([0, 99]) })).toHaveLength(20);
});
