import { expect, test } from "vitest";
import { assignClusters, centreDifferences, fitClusters, maxClusters } from "./clusters.js";
import { adjustedRand, bell, columnsOf, planted } from "./fixtures.js";
import { kmeans } from "./kmeans.js";
import { type Field, fitSpace, project } from "./space.js";

const number = (group: string): Field => ({ group, isShare: false });
const share = (group: string): Field => ({ group, isShare: true });
const found = (columns: Float32Array[], fields: Field[], clusters: number | null = null) => {
  const { model } = fitClusters(columns, fields, { clusters, seed: 1 });
  return assignClusters(model, columns);
};

const groups = [
  [0, 0],
  [7, 0],
  [0, 7],
  [7, 7],
];

test("clusters are recovered, whatever the units", () => {
  const { rows, truth } = planted(groups, 150, 1);
  const columns = columnsOf(rows.map(([a, b]) => [Math.exp(a! / 2), 1000 + b! / 50]));
  expect(adjustedRand(found(columns, [number("a"), number("b")]), truth)).toBeGreaterThan(0.95);
});

test("a column that is duplicated eight times does not outweigh a single one", () => {
  const { rows, truth, random } = planted(groups, 150, 2);
  const columns = columnsOf(
    rows.map((row) => {
      const noise = bell(random);
      return [...row, ...Array.from({ length: 8 }, () => noise + 0.2 * bell(random))];
    }),
  );
  const fields = columns.map((_, d) => number(`field ${d}`));
  const unweighted = fitSpace(columns, fields).map((axis) => ({ ...axis, weight: 1 }));
  expect(adjustedRand(found(columns, fields, 4), truth)).toBeGreaterThan(0.95);
  const { assignment } = kmeans(project(unweighted, columns, rows.length), 4, 1);
  expect(adjustedRand(assignment, truth)).toBeLessThan(0.7);
});

test("a few outliers do not form a cluster", () => {
  const { rows, truth } = planted(groups, 150, 3);
  const columns = columnsOf(rows.map(([a, b], row) => [row % 150 === 7 ? 1e6 : a!, b!]));
  expect(adjustedRand(found(columns, [number("a"), number("b")]), truth)).toBeGreaterThan(0.95);
});

test("the values of a text together weigh as much as a number, and a rare value no more than a common one", () => {
  const { rows, random } = planted([[0]], 1000, 4);
  const kinds = rows.map(() => (random() < 0.9 ? 0 : random() < 0.8 ? 1 : 2));
  const columns = columnsOf(rows.map(([a], row) => [a!, ...[0, 1, 2].map((k) => Number(kinds[row] === k))]));
  const space = fitSpace(columns, [number("a"), share("kind"), share("kind"), share("kind")]);
  const weights = space.map(({ weight }) => weight ** 2);
  expect(weights[0]).toBeCloseTo(1, 1);
  expect(weights[1]! + weights[2]! + weights[3]!).toBeCloseTo(1, 1);
  expect(weights[3]).toBeLessThan(weights[1]!);
});

test("constant and mostly unknown columns are left out, and unknown values are at the mean", () => {
  const columns = [
    [1, 2, 3, Number.NaN],
    [5, 5, 5, 5],
    [1, Number.NaN, Number.NaN, Number.NaN],
  ].map((values) => Float32Array.from(values));
  const space = fitSpace(columns, [number("a"), number("b"), number("c")]);
  expect(space.map(({ column }) => column)).toEqual([0]);
  expect(project(space, columns, 4).values[3]).toBe(0);
});

test("centre differences are in standard deviations from the overall mean", () => {
  const columns = columnsOf([[0], [0], [10], [10]]);
  const { model } = fitClusters(columns, [number("a")], { clusters: 2, seed: 1 });
  expect(centreDifferences(model).flat().sort()).toEqual([-1, 1]);
});

test("there are no more clusters than distinct rows", () => {
  expect(maxClusters(columnsOf([[1], [1], [2]]), [number("a")], 8)).toBe(2);
  expect(maxClusters(columnsOf([[1], [1]]), [number("a")], 8)).toBe(1);
  expect(fitClusters(columnsOf([[1], [1]]), [number("a")], { clusters: null, seed: 1 }).model).toEqual({
    space: [],
    centres: [[]],
  });
});
