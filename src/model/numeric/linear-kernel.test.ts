import { expect, test } from "vitest";
import { designMatrix } from "./design-matrix.js";
import { addLogScaledTerm, logScaled } from "./log-scale.js";
import { seededRandom } from "./random.js";

/** Values of all sizes, of both signs, some missing, and of a number that is no multiple of a block. */
const values = () => {
  const random = seededRandom(3);
  const sized = () => (random() - 0.3) * 10 ** (60 * random() - 25);
  const drawn = Float32Array.from({ length: 9001 }, () => (random() < 0.1 ? Number.NaN : sized()));
  drawn.set([0, -0, 1, -1, 1e-30, 3.4e38, -3.4e38, 2 ** 24, 0.4142135, 0.4142137]);
  return drawn;
};

const mirrored = (x: number) => (x < 0 ? -Math.log1p(-x) : Math.log1p(x));

const worst = (errors: Iterable<number>): number => [...errors].reduce((a, b) => Math.max(a, b), 0);

test("logarithms differ from the language's in the last digits only", () => {
  const column = values();
  const scaled = logScaled(column);
  expect(scaled.findIndex((x, i) => Number.isNaN(x) !== Number.isNaN(column[i]!))).toBe(-1);
  const exact = Float64Array.from(column, mirrored);
  const errors = exact.map((x, i) => (x > 0 || x < 0 ? Math.abs(scaled[i]! / x - 1) : 0));
  expect(worst(errors)).toBeLessThan(4e-16);
});

test("a term adds the limited logarithm to each score, and nothing where the value is missing", () => {
  const column = values();
  const term = { lowest: -2, highest: 5, mean: 1.5, slope: -0.7 };
  const before = Float64Array.from(column, (_, i) => i / 100);
  const score = before.slice();
  addLogScaledTerm(term, column, score);
  const errors = score.map((s, i) => {
    const inRange = Math.min(5, Math.max(-2, mirrored(column[i]!)));
    return Math.abs(s - before[i]! - (Number.isNaN(inRange) ? 0 : (inRange - 1.5) * -0.7));
  });
  expect(worst(errors)).toBeLessThan(1e-12);
});

test.each([
  [1, 1],
  [3, 2],
  [1003, 7],
  [5000, 16],
])("products with %i rows and %i columns are those of the definitions", (rows, count) => {
  const random = seededRandom(rows);
  const draw = (length: number) => Float64Array.from({ length }, () => random() - 0.5);
  const columns = Array.from({ length: count }, () => draw(rows));
  const [weight, v, offset] = [draw(rows), draw(count), draw(rows)];
  const sum = (of: (i: number) => number) => weight.reduce((total, _, i) => total + of(i), 0);
  const scoreOf = (i: number) => columns.reduce((s, column, j) => s + v[j]! * column[i]!, 0);
  const near = (found: Float64Array, expected: (at: number) => number) =>
    expect(worst(found.map((x, at) => Math.abs(x - expected(at))))).toBeLessThan(1e-9);
  const design = designMatrix(columns);
  design.weigh(weight);
  near(design.scores(v, offset), (i) => offset[i]! + scoreOf(i));
  near(design.timesColumns(offset), (j) => sum((i) => offset[i]! * columns[j]![i]!));
  near(design.weightedSquares(), (j) => sum((i) => weight[i]! * columns[j]![i]! ** 2));
  near(design.timesSquare(v), (j) => sum((i) => weight[i]! * columns[j]![i]! * scoreOf(i)));
  design.crossProducts().forEach((row, j) => {
    near(row.subarray(0, j + 1), (k) => sum((i) => weight[i]! * columns[j]![i]! * columns[k]![i]!));
  });
});
