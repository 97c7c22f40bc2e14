import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { bestCount, type Candidate, chooseClusterCount, distancesOf, silhouette } from "./cluster-count.js";
import { planted } from "./fixtures.js";
import { pointsOf } from "./points.js";

const onARing = (clusters: number) =>
  Array.from({ length: clusters }, (_, i) => {
    const angle = (2 * Math.PI * i) / clusters;
    return [12 * Math.cos(angle), 12 * Math.sin(angle), i % 2 === 0 ? 4 : -4];
  });

test.each([2, 3, 4, 5, 6, 7, 8])("the number of %i synthetic clusters is found", (clusters) => {
  const { rows } = planted(onARing(clusters), 60, clusters);
  expect(chooseClusterCount(pointsOf(rows), 1).clusters).toBe(clusters);
});

test("equal points are one cluster, and there are no more clusters than distinct points", () => {
  expect(chooseClusterCount(pointsOf([[1], [1], [1]]), 1)).toEqual({ clusters: 1, candidates: [] });
  expect(chooseClusterCount(pointsOf([[1]]), 1).clusters).toBe(1);
  expect(chooseClusterCount(pointsOf([[1], [1], [9], [9]]), 1).clusters).toBe(2);
});

const measured = (...silhouettes: number[]): Candidate[] =>
  silhouettes.map((silhouette, i) => ({ clusters: i + 2, silhouette, isTooSmall: false }));

test.each<[string, Candidate[], number]>([
  ["the best of three and more", measured(0.5, 0.41, 0.45), 4],
  ["two only where they are better by far", measured(0.6, 0.41, 0.45), 2],
  ["the fewest of those that are as good", measured(0.1, 0.395, 0.4), 3],
  [
    "a count with a tiny cluster is skipped",
    measured(0.3, 0.35, 0.4).map((each) => ({ ...each, isTooSmall: each.clusters === 4 })),
    3,
  ],
  ["two where there can be no more", measured(0.1), 2],
])("%s", (_, candidates, clusters) => {
  expect(bestCount(candidates)).toBe(clusters);
});

/** The definition, point by point. */
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

test("the silhouette equals its definition", () => {
  const random = seededRandom(3);
  const rows = Array.from({ length: 60 }, () => [random(), random(), random()]);
  const assignment = Int32Array.from(rows, (_, row) => (row === 0 ? 3 : row % 3));
  const measured = silhouette(distancesOf(pointsOf(rows)), assignment, 4);
  expect(measured).toBeCloseTo(bruteForce(rows, assignment), 6);
});

test("the silhouette of separate clusters of equal points is 1, and that of equal points in two clusters 0", () => {
  const apart = distancesOf(pointsOf([[0], [0], [5], [5]]));
  expect(silhouette(apart, Int32Array.of(0, 0, 1, 1), 2)).toBe(1);
  const alike = distancesOf(pointsOf([[1], [1], [1], [1]]));
  expect(silhouette(alike, Int32Array.of(0, 0, 1, 1), 2)).toBe(0);
});
