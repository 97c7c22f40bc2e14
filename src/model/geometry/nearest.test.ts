import fc from "fast-check";
import { expect, test } from "vitest";
import { inSpace } from "../../domain/cohort/earth.js";
import { distanceTo } from "./distance.js";
import { nearestOf } from "./nearest.js";

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
/** Positions on a coarse grid are often the same, or equally far away. */
const coarse = fc.tuple(
  fc.integer({ min: -4, max: 4 }).map((step) => step * 45),
  fc.integer({ min: -2, max: 2 }).map((step) => step * 45),
);
const position = fc.oneof(fc.tuple(longitude, latitude), coarse);

const search = (points: readonly (readonly [number, number])[], leastMetres?: number) =>
  nearestOf(
    Float64Array.from(points, ([east]) => east),
    Float64Array.from(points, ([, north]) => north),
    leastMetres,
  );

test("the nearest point is the one of a comparison with all", () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 60 }), position, (points, here) => {
      const from = inSpace(...here);
      const squares = points.map((point) => {
        const to = inSpace(...point);
        return [0, 1, 2].reduce((sum, axis) => sum + (to[axis]! - from[axis]!) ** 2, 0);
      });
      const index = squares.indexOf(Math.min(...squares));
      expect(search(points)(...here)?.index).toBe(index);
    }),
    { numRuns: 2000 },
  );
});

test("the distance is that of a place with the same points", () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 1, maxLength: 20 }), position, (points, here) => {
      const metres = distanceTo({ type: "MultiPoint", coordinates: points as [number, number][] })(...here);
      expect(search(points)(...here)?.metres).toBeCloseTo(metres, 2);
    }),
  );
});

test("points that are too near are passed over", () => {
  const least = fc.double({ min: 0, max: 2e7, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(position, { minLength: 1, maxLength: 60 }),
      position,
      least,
      (points, here, leastMetres) => {
        const metres = points.map((point) => search([point])(...here)!.metres);
        const far = metres.filter((each) => each >= leastMetres);
        const found = search(points, leastMetres)(...here);
        expect(found?.metres).toBe(far.length > 0 ? Math.min(...far) : undefined);
        if (found) expect(metres[found.index]).toBe(found.metres);
      },
    ),
    { numRuns: 2000 },
  );
});

test("points at the antimeridian and at a pole are near those across", () => {
  const found = search([
    [179.99, 0],
    [0, 89.99],
  ]);
  expect(found(-179.99, 0)).toMatchObject({ index: 0, metres: expect.closeTo(2224, -1) });
  expect(found(180, 89.99)).toMatchObject({ index: 1, metres: expect.closeTo(2234, -1) });
});

test("without a point there is no nearest", () => {
  expect(search([])(0, 0)).toBeUndefined();
});
