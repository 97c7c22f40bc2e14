import fc from "fast-check";
import { expect, test } from "vitest";
import type { Position } from "../../domain/cohort/geojson.js";
import { distanceTo } from "./distance.js";

const point = (longitude: number, latitude: number) =>
  distanceTo({ type: "Point", coordinates: [longitude, latitude] });
const degrees = (d: number, m: number, s: number) => d + m / 60 + s / 3600;
const square = (west: number, south: number, size: number): Position[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

test("a degree at the equator and at the pole has the length on the ellipsoid", () => {
  expect(point(0, 0)(1, 0)).toBeCloseTo(111_319.491, 0);
  expect(point(0, 0)(0, 1)).toBeCloseTo(110_574.389, 0);
  expect(point(77, 90)(12, 89)).toBeCloseTo(111_693.865, 0);
});

test("Flinders Peak to Buninyong is 54,972.271 m, as surveyed", () => {
  const peak = [degrees(144, 25, 29.5244), -degrees(37, 57, 3.7203)] as const;
  const buninyong = [degrees(143, 55, 35.3839), -degrees(37, 39, 10.1561)] as const;
  expect(Math.abs(point(...peak)(...buninyong) - 54_972.271)).toBeLessThan(0.1);
});

test("New York to London is correct to 0.1 %", () => {
  expect(Math.abs(point(-73.8, 40.6)(-0.5, 51.6) / 5_551_759.4 - 1)).toBeLessThan(0.001);
});

test("the distance across the antimeridian is the short one", () => {
  expect(point(179.9, 0)(-179.9, 0)).toBeCloseTo(0.2 * 111_319.491, 0);
  const pacific = distanceTo({
    type: "MultiPolygon",
    coordinates: [[square(179, -1, 1)], [square(-180, -1, 1)]],
  });
  expect([pacific(-179.5, -0.5), pacific(180, -0.5), pacific(-180, -0.5)]).toEqual([0, 0, 0]);
  expect(pacific(-178, -0.5)).toBeGreaterThan(100_000);
});

test("the nearest point of a line is the foot of the perpendicular, or an end", () => {
  const equator = distanceTo({
    type: "LineString",
    coordinates: [
      [0, 0],
      [2, 0],
    ],
  });
  expect(equator(1.234, 0.01)).toBeCloseTo(1_105.743, 1);
  expect(equator(1.234, 0)).toBe(0);
  expect(equator(3, 0)).toBeCloseTo(111_319.491, 0);
});

test("a line is straight in degrees: along a parallel, not over the pole", () => {
  const parallel = distanceTo({
    type: "LineString",
    coordinates: [
      [-90, 60],
      [90, 60],
    ],
  });
  expect(parallel(0, 60)).toBeLessThan(0.01);
  expect(parallel(0, 61)).toBeCloseTo(111_415, -2);
});

test("the distance is 0 inside a polygon, and that to the rim inside a hole", () => {
  const ring = distanceTo({ type: "Polygon", coordinates: [square(0, 0, 1), square(0.4, 0.4, 0.2)] });
  expect(ring(0.2, 0.5)).toBe(0);
  expect(ring(0.5, 0.59)).toBeCloseTo(0.01 * 110_574.4, 0);
  expect(ring(0.5, 1.01)).toBeCloseTo(0.01 * 110_574.4, 0);
});

test("a boundary belongs to its polygon", () => {
  const place = distanceTo({ type: "Polygon", coordinates: [square(-73, 44, 0.03)] });
  for (const [longitude, latitude] of [...square(-73, 44, 0.03), [-72.99, 44], [-73, 44.017]] as Position[])
    expect(place(longitude, latitude)).toBe(0);
});

test("the nearest of several geometries counts", () => {
  const both = distanceTo({
    type: "GeometryCollection",
    geometries: [
      { type: "Point", coordinates: [0, 0] },
      {
        type: "MultiPoint",
        coordinates: [
          [5, 0],
          [9, 0],
        ],
      },
      {
        type: "MultiLineString",
        coordinates: [
          [
            [0, 9],
            [0, 8],
          ],
          [
            [1, 9],
            [1, 8],
          ],
        ],
      },
      { type: "Polygon", coordinates: [square(20, 0, 1)] },
    ],
  });
  expect(both(5.001, 0)).toBeCloseTo(111.319, 2);
  expect(both(1, 7.999)).toBeCloseTo(110.61, 1);
  expect(both(20.5, 0.5)).toBe(0);
});

const anyPosition = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -89, max: 89, noNaN: true }),
);

test("skipping distant balls does not change the nearest point", () => {
  fc.assert(
    fc.property(fc.array(anyPosition, { minLength: 1, maxLength: 100 }), anyPosition, (positions, here) => {
      const nearest = Math.min(...positions.map((each) => point(...each)(...here)));
      expect(distanceTo({ type: "MultiPoint", coordinates: positions })(...here)).toBe(nearest);
    }),
  );
});

test("a convex polygon contains the points on the inner side of every edge", () => {
  const angle = fc.integer({ min: 0, max: 359 }).map((turn) => (turn * Math.PI) / 180);
  const coordinate = fc.integer({ min: -1500, max: 1500 }).map((thousandths) => thousandths / 1000);
  fc.assert(
    fc.property(
      fc.uniqueArray(angle, { minLength: 3, maxLength: 40 }),
      coordinate,
      coordinate,
      (angles, x, y) => {
        const corners = angles.sort((a, b) => a - b).map((a): Position => [Math.cos(a), Math.sin(a)]);
        const ring = [...corners, corners[0]!];
        const sides = corners.map((from, i) => {
          const to = ring[i + 1]!;
          return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
        });
        fc.pre(sides.every((side) => Math.abs(side) > 1e-6));
        const isWithin = sides.every((side) => side > 0);
        expect(distanceTo({ type: "Polygon", coordinates: [ring] })(x, y) === 0).toBe(isWithin);
      },
    ),
  );
});

/** Vincenty's inverse formula (1975), metres along the geodesic; null where it does not converge, near the antipode. */
const vincenty = ([east, north]: readonly [number, number], [east2, north2]: readonly [number, number]) => {
  const [a, f, radians] = [6_378_137, 1 / 298.257223563, Math.PI / 180];
  const b = a * (1 - f);
  const u1 = Math.atan((1 - f) * Math.tan(north * radians));
  const u2 = Math.atan((1 - f) * Math.tan(north2 * radians));
  const [s1, c1, s2, c2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  const l = (east2 - east) * radians;
  let lambda = l;
  for (let i = 0; i < 200; i++) {
    const [sl, cl] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(c2 * sl, c1 * s2 - s1 * c2 * cl);
    if (sinSigma === 0) return 0;
    const cosSigma = s1 * s2 + c1 * c2 * cl;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (c1 * c2 * sl) / sinSigma;
    const cos2 = 1 - sinAlpha ** 2;
    const cos2m = cos2 === 0 ? 0 : cosSigma - (2 * s1 * s2) / cos2;
    const c = (f / 16) * cos2 * (4 + f * (4 - 3 * cos2));
    const inner = sigma + c * sinSigma * (cos2m + c * cosSigma * (2 * cos2m ** 2 - 1));
    const next = l + (1 - c) * f * sinAlpha * inner;
    if (Math.abs(next - lambda) < 1e-12) {
      const k = (cos2 * (a ** 2 - b ** 2)) / b ** 2;
      const scale = 1 + (k / 16384) * (4096 + k * (-768 + k * (320 - 175 * k)));
      const bend = (k / 1024) * (256 + k * (-128 + k * (74 - 47 * k)));
      const deep = (bend / 6) * cos2m * (4 * sinSigma ** 2 - 3) * (4 * cos2m ** 2 - 3);
      const delta = bend * sinSigma * (cos2m + (bend / 4) * (cosSigma * (2 * cos2m ** 2 - 1) - deep));
      return b * scale * (sigma - delta);
    }
    lambda = next;
  }
  return null;
};

const tenth = (most: number) => fc.integer({ min: -10 * most, max: 10 * most }).map((n) => n / 10);

test("the distance to a point equals Vincenty's to 0.1 %, and to a centimetre within 100 km", () => {
  fc.assert(
    fc.property(tenth(180), tenth(89), tenth(180), tenth(89), (east, north, east2, north2) => {
      const known = vincenty([east, north], [east2, north2]);
      fc.pre(known !== null && known > 0 && known < 8_000_000);
      expect(Math.abs(point(east, north)(east2, north2) / known! - 1)).toBeLessThan(0.001);
    }),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(tenth(180), tenth(88), tenth(0.6), tenth(0.6), (east, north, dEast, dNorth) => {
      const known = vincenty([east, north], [east + dEast, north + dNorth]);
      fc.pre(known !== null && known < 100_000);
      expect(Math.abs(point(east, north)(east + dEast, north + dNorth) - known!)).toBeLessThan(0.01);
    }),
    { numRuns: 1000 },
  );
});
