import fc from "fast-check";
import { expect, test } from "vitest";
import { bestPairing } from "./hungarian.js";

const gains = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

/** The maximum gain over all pairings, by trying them. */
const greatest = (gain: number[][], row = 0, taken: number[] = []): number => {
  if (row === gain.length) return 0;
  const withColumn = gain[row]!.flatMap((value, column) =>
    taken.includes(column) ? [] : [value + greatest(gain, row + 1, [...taken, column])],
  );
  return Math.max(greatest(gain, row + 1, taken), ...withColumn);
};

test("no other pairing has a greater gain", () => {
  fc.assert(
    fc.property(gains, (gain) => {
      const pairs = bestPairing(gain);
      const columns = pairs.filter((column) => column !== null);
      expect(new Set(columns).size).toBe(columns.length);
      const sum = pairs.reduce<number>(
        (all, column, row) => all + (column === null ? 0 : gain[row]![column]!),
        0,
      );
      expect(sum).toBe(greatest(gain));
    }),
  );
});

test("a row without a column gets null", () => {
  expect(bestPairing([[1], [5]])).toEqual([null, 0]);
  expect(bestPairing([[]])).toEqual([null]);
});
