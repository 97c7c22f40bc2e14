import { expect, test } from "vitest";
import { planted } from "./fixtures.js";
import { type Candidate, choose, numberOfClusters } from "./number.js";
import { pointsOf } from "./points.js";

const onARing = (clusters: number) =>
  Array.from({ length: clusters }, (_, i) => {
    const angle = (2 * Math.PI * i) / clusters;
    return [12 * Math.cos(angle), 12 * Math.sin(angle), i % 2 === 0 ? 4 : -4];
  });

test.each([2, 3, 4, 5, 6, 7, 8])("%i planted clusters are counted", (clusters) => {
  const { rows } = planted(onARing(clusters), 60, clusters);
  expect(numberOfClusters(pointsOf(rows), 1).clusters).toBe(clusters);
});

test("people who are all the same are one cluster, and few who differ are no more than they are", () => {
  expect(numberOfClusters(pointsOf([[1], [1], [1]]), 1)).toEqual({ clusters: 1, candidates: [] });
  expect(numberOfClusters(pointsOf([[1]]), 1).clusters).toBe(1);
  expect(numberOfClusters(pointsOf([[1], [1], [9], [9]]), 1).clusters).toBe(2);
});

const measured = (...silhouettes: number[]): Candidate[] =>
  silhouettes.map((silhouette, i) => ({ clusters: i + 2, silhouette, isTooSmall: false }));

test.each<[string, Candidate[], number]>([
  ["the best of three and more", measured(0.5, 0.41, 0.45), 4],
  ["two only where they are better by far", measured(0.6, 0.41, 0.45), 2],
  ["the fewest of those that are as good", measured(0.1, 0.395, 0.4), 3],
  [
    "none with hardly anybody in one of them",
    measured(0.3, 0.35, 0.4).map((each) => ({ ...each, isTooSmall: each.clusters === 4 })),
    3,
  ],
  ["two where there can be no more", measured(0.1), 2],
])("%s", (_, candidates, clusters) => {
  expect(choose(candidates)).toBe(clusters);
});
