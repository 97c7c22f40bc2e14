import { expect, test } from "vitest";
import { factorise, solveFactors } from "./linear-systems.js";
import { fitLogisticRegression } from "./logistic-regression.js";
import { seededRandom } from "./random.js";
import { sigmoid } from "./special-functions.js";

const l2 = 1;
/** Enough that the second derivatives are estimated on every fifth. */
const rows = 20_000;

interface Known {
  columns: Float64Array[];
  label: Uint8Array;
}

const labelled = (columns: Float64Array[], truth: number[]): Known => {
  const random = seededRandom(9);
  const label = Uint8Array.from({ length: columns[0]!.length }, (_, i) =>
    random() < sigmoid(columns.reduce((sum, column, j) => sum + truth[j]! * column[i]!, -1)) ? 1 : 0,
  );
  return { columns, label };
};

const uniform = (seed: number): Float64Array => {
  const random = seededRandom(seed);
  return Float64Array.from({ length: rows }, () => 2 * random() - 1);
};

/** Newton's method on all rows, as in a textbook; the intercept last. */
const exactly = ({ columns, label }: Known): Float64Array => {
  const design = [...columns, new Float64Array(label.length).fill(1)];
  const penalty = design.map((_, j) => (j < columns.length ? l2 : 0));
  const sumOver = (of: (i: number) => number) => label.reduce((sum, _, i) => sum + of(i), 0);
  let at = new Float64Array(design.length);
  for (let step = 0; step < 12; step++) {
    const p = Float64Array.from(label, (_, i) => sigmoid(at.reduce((s, c, j) => s + c * design[j]![i]!, 0)));
    const gradient = at.map((c, j) => penalty[j]! * c + sumOver((i) => (p[i]! - label[i]!) * design[j]![i]!));
    const hessian = design.map((x, j) =>
      Float64Array.from(
        design,
        (y, k) => sumOver((i) => p[i]! * (1 - p[i]!) * x[i]! * y[i]!) + (j === k ? penalty[j]! : 0),
      ),
    );
    const direction = solveFactors(factorise(hessian), gradient);
    at = at.map((c, j) => c - direction[j]!);
  }
  return at;
};

const differenceFromExact = (known: Known): number => {
  const { intercept, coefficients } = fitLogisticRegression(known.columns, known.label, l2);
  const exact = exactly(known);
  return Math.max(...[...coefficients, intercept].map((c, j) => Math.abs(c - exact[j]!)));
};

test("a sample of rows for the second derivatives gives the coefficients of all rows", () => {
  const [own, shared, noise] = [uniform(1), uniform(2), uniform(3)];
  const alike = shared.map((x, i) => x + 0.3 * noise[i]!);
  expect(differenceFromExact(labelled([own, shared, alike], [2, -1, 0.5]))).toBeLessThan(1e-3);
});

test("a column that is rarely not zero has the right coefficient", () => {
  const rare = Float64Array.from({ length: rows }, (_, i) => (i % 997 === 1 ? 1 : 0));
  expect(differenceFromExact(labelled([uniform(1), rare], [1, 2]))).toBeLessThan(1e-2);
});

test("a misleading sample of rows does not change the coefficients", () => {
  const column = uniform(1);
  const opposite = column.map((x, i) => (i % 5 === 0 ? x : -x));
  expect(differenceFromExact(labelled([column, opposite], [1.5, 0.5]))).toBeLessThan(1e-3);
});

test("an offset has a fixed coefficient of 1", () => {
  const known = labelled([uniform(1)], [2]);
  const offset = known.columns[0]!.map((x) => 2 * x);
  const { intercept, coefficients } = fitLogisticRegression(known.columns, known.label, l2, offset);
  expect(intercept).toBeCloseTo(-1, 1);
  expect(Math.abs(coefficients[0]!)).toBeLessThan(0.1);
});
