import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { type PredictableRows, permutationImportance } from "./permutation-importance.js";

const random = seededRandom(4);
const uniform = (count: number) => Float32Array.from({ length: count }, () => random());
const rows = [...Array(2_000).keys()];

/** Depends on the first column twice as much as on the second, and not on the third. */
const model: PredictableRows = {
  columns: [uniform(2_000), uniform(2_000), uniform(2_000)],
  predict: ([first, second]) => Float64Array.from(first!, (x, row) => 0.2 * x + 0.1 * second![row]!),
};

test("shares are proportional to the features' effects, and sum to 1", () => {
  const [first, second, third] = permutationImportance(model, rows, [0, 1, 2], 1);
  expect(first! / second!).toBeCloseTo(2, 0);
  expect(third).toBe(0);
  expect(first! + second! + third!).toBeCloseTo(1, 12);
});

test("a feature that is constant within a group has no importance there", () => {
  const [first] = model.columns;
  const lowest = rows.filter((row) => first![row]! < 0.02);
  const [share, other] = permutationImportance(model, lowest, [0, 1], 1);
  expect(share).toBeLessThan(0.1);
  expect(other).toBeGreaterThan(0.9);
});

test("a constant model, or a group of one person, has no importance", () => {
  const constant: PredictableRows = {
    ...model,
    predict: ([first]) => new Float64Array(first!.length).fill(0.3),
  };
  expect(permutationImportance(constant, rows, [0, 1], 1)).toEqual([0, 0]);
  expect(permutationImportance(model, [7], [0, 1], 1)).toEqual([0, 0]);
});

test("the same seed gives the same shares, and the columns stay unchanged", () => {
  const before = model.columns[0]!.slice();
  expect(permutationImportance(model, rows, [0, 1], 5)).toEqual(
    permutationImportance(model, rows, [0, 1], 5),
  );
  expect(model.columns[0]).toEqual(before);
});
