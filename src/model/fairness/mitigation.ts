// Mitigation of bias by re-ranking: how long the people of each cell are delayed, and what mitigation costs.

import type { Mitigation, MitigationCost } from "../../domain/outcome/bias.js";
import { score } from "../evaluation/metrics.js";
import type { Group } from "./groups.js";
import { subpopulationsOf, topShare } from "./treatment.js";

/**
 * Delay of each of `count` cells; `cell` is −1 where unknown. Equality gives every cell an equal turn. Equity
 * inverts the predictions: a cell with twice the mean probability of all comes half as often, and one with
 * half of it twice as often. An empty cell gets an equal turn.
 */
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
  const mean = total / known;
  return Array.from(people, (n, at) => (n === 0 ? 1 : sums[at]! / n / mean));
};

/** Cost of mitigation: both sets of probabilities are of the tested people; `cells` are those that it treats. */
export const mitigationCost = (
  label: Uint8Array,
  cells: readonly Group[],
  without: Float64Array,
  mitigated: Float64Array,
): Omit<MitigationCost, "strategy" | "dimensions"> => {
  const ratios = [without, mitigated].map((probability) =>
    subpopulationsOf(cells, { label, probability }, topShare).map(
      ({ selection_ratio }) => selection_ratio.value,
    ),
  );
  return {
    without: score(without, label),
    with: score(mitigated, label),
    selection_ratios: cells.map(({ name, rows }, cell) => ({
      name,
      people: rows.length,
      without: ratios[0]![cell]!,
      with: ratios[1]![cell]!,
    })),
  };
};
