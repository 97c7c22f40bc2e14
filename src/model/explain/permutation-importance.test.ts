import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { type PredictableRows, permutationImportance } from "./permutation-importance.js";

const random = seededRandom(4);
const uniform = (count: number) => Float32Array.from({ length: count }, () => random());
const rows = [...Array(2_000).keys()];

/** Looks at the first column twice as much as at the second, and never at the third. */
const asked: PredictableRows = {
  columns: [uniform(2_000), uniform(2_000), uniform(2_000)],
  predict: ([first, second]) => Float64Array.from(first!, (x, row) => 0.2 * x + 0.1 * second![row]!),
};

test("a feature's share is as large as what the model makes of it, in sum 1", () => {
  const [first, second, third] = permutationImportance(asked, rows, [0, 1, 2], 1);
  expect(first! / second!).toBeCloseTo(2, 0);
  expect(third).toBe(0);
  expect(first! + second! + third!).toBeCloseTo(1, 12);
});

test("what is the same for all of a group does not matter to them, though it does to others", () => {
  const [first] = asked.columns;
  const lowest = rows.filter((row) => first![row]! < 0.02);
  const [share, other] = permutationImportance(asked, lowest, [0, 1], 1);
  expect(share).toBeLessThan(0.1);
  expect(other).toBeGreaterThan(0.9);
});

test("nothing is moved where the model gives everybody the same, or where there is one person", () => {
  const constant: PredictableRows = {
    ...asked,
    predict: ([first]) => new Float64Array(first!.length).fill(0.3),
  };
  expect(permutationImportance(constant, rows, [0, 1], 1)).toEqual([0, 0]);
  expect(permutationImportance(asked, [7], [0, 1], 1)).toEqual([0, 0]);
});

test("the same seed gives the same shares, and the columns stay as they were", () => {
  const before = asked.columns[0]!.slice();
  expect(permutationImportance(asked, rows, [0, 1], 5)).toEqual(
    permutationImportance(asked, rows, [0, 1], 5),
  );
  expect(asked.columns[0]).toEqual(before);
});
