import { expect, test } from "vitest";
import { fitLeastSquares } from "./least-squares.js";
import { seededRandom } from "./random.js";

const random = seededRandom(3);
const columns = [0, 1].map(() => Float64Array.from({ length: 500 }, () => 2 * random() - 1));
const values = columns[0]!.map((x, i) => 4 + 3 * x - 2 * columns[1]![i]!);

test("an exact line is found", () => {
  const { intercept, coefficients } = fitLeastSquares(columns, values, 0);
  expect(intercept).toBeCloseTo(4, 8);
  expect([...coefficients]).toEqual([expect.closeTo(3, 8), expect.closeTo(-2, 8)]);
});

test("at the minimum, the penalised loss has no slope", () => {
  const l2 = 40;
  const { intercept, coefficients } = fitLeastSquares(columns, values, l2);
  const residual = values.map(
    (y, i) => y - intercept - coefficients[0]! * columns[0]![i]! - coefficients[1]! * columns[1]![i]!,
  );
  columns.forEach((column, j) => {
    const slope = column.reduce((sum, x, i) => sum + x * residual[i]!, 0) - l2 * coefficients[j]!;
    expect(slope).toBeCloseTo(0, 6);
  });
  expect(residual.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 6);
});

test("columns that are the same share their coefficient", () => {
  const { coefficients } = fitLeastSquares([columns[0]!, columns[0]!], columns[0]!, 1e-3);
  expect(coefficients[0]).toBeCloseTo(0.5, 3);
  expect(coefficients[1]).toBeCloseTo(0.5, 3);
});
