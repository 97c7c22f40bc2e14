import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { adjustedRand, planted } from "./fixtures.js";
import { kmeans, lloyd, nearestCentres, sizesOf } from "./kmeans.js";
import { pick, pointsOf } from "./points.js";

const corners = [
  [0, 0, 0],
  [8, 0, 0],
  [0, 8, 0],
  [0, 0, 8],
  [8, 8, 8],
];

test.each([1, 2, 3])("synthetic clusters are recovered, seed %i", (seed) => {
  const { rows, truth } = planted(corners, 200, seed);
  expect(adjustedRand(kmeans(pointsOf(rows), 5, seed).assignment, truth)).toBeGreaterThan(0.95);
});

test("the order of the rows changes nothing", () => {
  const { rows } = planted(corners.slice(0, 3), 30, 4);
  const points = pointsOf(rows);
  const { assignment, centres } = kmeans(points, 4, 1);
  const shuffles = fc.shuffledSubarray([...rows.keys()], { minLength: rows.length });
  fc.assert(
    fc.property(shuffles, (order) => {
      const found = kmeans(pick(points, order), 4, 1);
      expect(found.centres.values).toEqual(centres.values);
      expect(order.every((row, place) => found.assignment[place] === assignment[row])).toBe(true);
    }),
    { numRuns: 15 },
  );
});

test("no other clustering of a few points is better, by trying all of them", () => {
  const random = seededRandom(5);
  const points = pointsOf(Array.from({ length: 8 }, () => [random(), random()]));
  const all = Array.from({ length: 3 ** 8 }, (_, code) =>
    Int32Array.from({ length: 8 }, (_, row) => Math.floor(code / 3 ** row) % 3),
  );
  const inertiaOf = (assignment: Int32Array) =>
    [0, 1, 2].reduce((sum, cluster) => {
      const rows = [...assignment.keys()].filter((row) => assignment[row] === cluster);
      return sum + (rows.length === 0 ? 0 : kmeans(pick(points, rows), 1, 1).inertia);
    }, 0);
  const least = Math.min(...all.map(inertiaOf));
  expect(kmeans(points, 3, 1).inertia).toBeCloseTo(least, 12);
});

test("an empty cluster takes the point farthest from its centre", () => {
  const points = pointsOf([[0], [1], [2], [50]]);
  const { assignment } = lloyd(points, pointsOf([[0], [-900], [-900]]));
  expect(sizesOf(assignment, 3).every((size) => size > 0)).toBe(true);
  expect(assignment.filter((cluster) => cluster === assignment[3])).toHaveLength(1);
});

test("there are as many clusters as requested where there are as many distinct points", () => {
  const few = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 20 });
  fc.assert(
    fc.property(few, (values) => {
      const clusters = Math.min(4, new Set(values).size);
      const { assignment } = kmeans(pointsOf(values.map((value) => [value])), clusters, 1);
      expect(sizesOf(assignment, clusters).every((size) => size > 0)).toBe(true);
    }),
  );
});

test("the nearest of several equal centres is the first", () => {
  const { assignment, distances } = nearestCentres(pointsOf([[3]]), pointsOf([[1], [5], [1]]));
  expect([...assignment, ...distances]).toEqual([0, 4]);
});
