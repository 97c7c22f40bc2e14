// Equality gives every cell the same turn. Equity turns round what a cell's people are foretold: where their mean probability is
// twice everybody's, they come half as often, and where it is half, twice as often.

import type { Mitigation } from "../../domain/bias.js";

/** Per cell of `count`; `cell` is −1 where it is not known. A cell of nobody gets an equal turn. */
export const cellDelays = (
  strategy: Mitigation["strategy"],
  probability: Float64Array,
  cell: Int32Array,
  count: number,
): number[] => {
  if (strategy === "equality") return Array<number>(count).fill(1);
  const people = new Float64Array(count);
  const sums = new Float64Array(count);
  let [known, total] = [0, 0];
  cell.forEach((at, row) => {
    if (at < 0) return;
    people[at]!++;
    sums[at]! += probability[row]!;
    known++;
    total += probability[row]!;
  });
  const usual = total / known;
  return Array.from(people, (n, at) => (n === 0 ? 1 : sums[at]! / n / usual));
};
