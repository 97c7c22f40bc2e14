import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { pointsOf } from "./points.js";
import { distancesOf, silhouette } from "./silhouette.js";

/** By its definition, a point at a time. */
const bruteForce = (rows: number[][], assignment: Int32Array): number => {
  const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, d) => value - b[d]!));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const clusters = [...new Set(assignment)];
  const toCluster = (i: number, cluster: number) =>
    mean(rows.filter((_, j) => j !== i && assignment[j] === cluster).map((row) => distance(rows[i]!, row)));
  return mean(
    rows.map((_, i) => {
      const own = assignment[i]!;
      if (assignment.filter((cluster) => cluster === own).length === 1) return 0;
      const within = toCluster(i, own);
      const next = Math.min(...clusters.filter((other) => other !== own).map((other) => toCluster(i, other)));
      return (next - within) / Math.max(within, next);
    }),
  );
};

test("it is what the definition says", () => {
  const random = seededRandom(3);
  const rows = Array.from({ length: 60 }, () => [random(), random(), random()]);
  const assignment = Int32Array.from(rows, (_, row) => (row === 0 ? 3 : row % 3));
  const measured = silhouette(distancesOf(pointsOf(rows)), assignment, 4);
  expect(measured).toBeCloseTo(bruteForce(rows, assignment), 6);
});

test("clusters of equal points that lie apart are 1, and points alike that are torn apart 0", () => {
  const apart = distancesOf(pointsOf([[0], [0], [5], [5]]));
  expect(silhouette(apart, Int32Array.of(0, 0, 1, 1), 2)).toBe(1);
  const alike = distancesOf(pointsOf([[1], [1], [1], [1]]));
  expect(silhouette(alike, Int32Array.of(0, 0, 1, 1), 2)).toBe(0);
});
