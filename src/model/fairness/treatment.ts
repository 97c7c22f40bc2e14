// Treatment of a subpopulation in a test: expected and actual conversions, its share of the selected people,
// and the true positive rate. Metrics and thresholds are those of AI Fairness 360 (Bellamy et al. 2019),
// under the names of the published interface. Intervals are Wilson's; that of a selection allows for drawing
// without replacement.

import type { Bounded, Subpopulation } from "../../domain/outcome/bias.js";
import { wilsonInterval } from "../numeric/confidence-intervals.js";
import type { Group } from "./groups.js";

export interface TestedPeople {
  label: Uint8Array;
  probability: Float64Array;
}

/** Sums over some of the tested people; `found` were selected and attained. */
interface Tally {
  people: number;
  attained: number;
  expected: number;
  selected: number;
  found: number;
}

/** Share of the people, by score, who count as selected, as in the published interface. */
export const topShare = 0.05;

/** Smaller groups are not compared. */
const minOfEachLabel = 20;
const minPeople = 100;

export const subpopulationsOf = (
  groups: readonly Group[],
  tested: TestedPeople,
  share: number,
): Subpopulation[] => {
  const selected = selectedShares(tested.probability, share);
  const all = tally(Int32Array.from(tested.label.keys()), tested, selected);
  return groups.map(({ name, dimensions, rows }) => ({
    name,
    dimensions,
    ...treatmentOf(tally(rows, tested, selected), all),
  }));
};

/**
 * Per person, 0 to 1: how much of them is among the first `share` of the people. People of equal probability
 * are never separated by accident: those tied at the limit are selected in part.
 */
export const selectedShares = (probability: Float64Array, share: number): Float64Array => {
  const order = Int32Array.from(probability.keys()).sort((a, b) => probability[b]! - probability[a]!);
  const selected = new Float64Array(probability.length);
  let left = share * probability.length;
  for (let from = 0, to = 0; from < order.length && left > 0; from = to) {
    const p = probability[order[from]!]!;
    while (to < order.length && probability[order[to]!] === p) to++;
    const part = Math.min(1, left / (to - from));
    for (let i = from; i < to; i++) selected[order[i]!] = part;
    left -= to - from;
  }
  return selected;
};

const tally = (rows: Int32Array, { label, probability }: TestedPeople, selected: Float64Array): Tally => {
  const sums: Tally = { people: rows.length, attained: 0, expected: 0, selected: 0, found: 0 };
  for (const row of rows) {
    sums.attained += label[row]!;
    sums.expected += probability[row]!;
    sums.selected += selected[row]!;
    sums.found += selected[row]! * label[row]!;
  }
  return sums;
};

const treatmentOf = (group: Tally, all: Tally): Omit<Subpopulation, "name" | "dimensions"> => {
  const { people, attained, expected } = group;
  const isEnough = people >= minPeople && attained >= minOfEachLabel && people - attained >= minOfEachLabel;
  const selection_ratio = selectionRatio(group, all);
  return {
    people,
    share: people / all.people,
    attained,
    expected,
    mean_probability: expected / people,
    actual_rate: bounded(attained, people),
    selection_ratio,
    true_positive_rate: bounded(group.found, attained),
    is_enough: isEnough,
    power: powerOf(group, all, isEnough),
    predictions: [
      {
        name: "odds_ratio",
        level: isEnough ? predictionLevel(selection_ratio.value) : "too_few_to_tell",
        value: selection_ratio.value,
      },
    ],
    fairness: fairnessOf(group, all, isEnough),
  };
};

const bounded = (part: number, whole: number): Bounded =>
  whole === 0
    ? { value: 0, low: 0, high: 1 }
    : { value: part / whole, ...wilsonInterval(part / whole, whole) };

/**
 * The interval of a subpopulation of nearly all people is narrow. No ratio exceeds that of a group that takes
 * every place.
 */
const selectionRatio = ({ people, selected }: Tally, all: Tally): Bounded => {
  const meanRate = all.selected / all.people;
  const drawn = (people * (all.people - 1)) / (all.people - people);
  const { low, high } = wilsonInterval(selected / people, drawn);
  const rate = selected / people;
  return people === all.people
    ? { value: 1, low: 1, high: 1 }
    : { value: rate / meanRate, low: low / meanRate, high: Math.min(high / meanRate, all.people / people) };
};

const predictionLevel = (ratio: number) =>
  isWithin(ratio, 1, 0.1) ? "low_bias" : isWithin(ratio, 1, 0.2) ? "moderate_bias" : "strong_bias";

/** The harmonic mean of precision and recall of a selection. */
const f1 = ({ found, selected, attained }: Tally): number =>
  (2 * found) / Math.max(1e-12, selected + attained);

const powerOf = (group: Tally, all: Tally, isEnough: boolean): Subpopulation["power"] => {
  const value = f1(all) === 0 ? 0 : f1(group) / f1(all) - 1;
  const level = Math.abs(value) < 0.1 ? "relatively_unaffected" : value > 0 ? "enhanced" : "impaired";
  return [{ name: "relative_f1_difference", level: isEnough ? level : "too_few_to_tell", value }];
};

const fairnessOf = (group: Tally, all: Tally, isEnough: boolean): Subpopulation["fairness"] => {
  const truePositives = (of: Tally) => of.found / Math.max(1, of.attained);
  const selectedOf = (of: Tally) => of.selected / of.people;
  const opportunity = truePositives(group) - truePositives(all);
  const parity = selectedOf(group) - selectedOf(all);
  const odds = (opportunity + parity) / 2;
  const impact = selectedOf(group) / selectedOf(all);
  const metric = (name: string, value: number, ideal: number): Subpopulation["fairness"][number] => {
    const level = isWithin(value, ideal, 0.1)
      ? "equitably_treated"
      : value > ideal
        ? "privileged"
        : "disadvantaged";
    return { name, level: isEnough ? level : "too_few_to_tell", value };
  };
  return [
    metric("equal_opportunity_difference", opportunity, 0),
    metric("statistical_parity_difference", parity, 0),
    metric("average_odds_difference", odds, 0),
    metric("disparate_impact", impact, 1),
    metric("total_fairness", opportunity + parity + odds + impact, 1),
  ];
};

/** Inclusive, with a tolerance for floating point. */
const isWithin = (value: number, ideal: number, by: number): boolean => Math.abs(value - ideal) <= by + 1e-9;
