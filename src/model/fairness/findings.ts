// Findings about subpopulations: differences beyond chance, and groups that are too small to judge.

import type { BiasFinding, Bounded, Subpopulation } from "../../domain/outcome/bias.js";

/** Only subpopulations of one dimension: those of two repeat the same with fewer people. */
export const findingsOf = (
  subpopulations: readonly Subpopulation[],
  overall: Subpopulation,
  topShare: number,
): BiasFinding[] => {
  const single = subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  const large = single.filter(({ is_enough }) => is_enough);
  const small = single.filter(({ is_enough }) => !is_enough);
  const found = large.flatMap((group) => [
    ...selection(group, topShare),
    ...opportunity(group, overall, topShare),
    ...calibration(group),
  ]);
  const groups = small.map(({ name }) => name).join("; ");
  return [
    ...(found.length === 0 && large.length > 0 ? [{ code: "no_difference" as const }] : []),
    ...found,
    ...(small.length > 0 ? [{ code: "too_few" as const, figures: { groups } }] : []),
  ];
};

const selection = ({ name, selection_ratio: ratio }: Subpopulation, topShare: number): BiasFinding[] =>
  isBeyondChance(ratio, 1)
    ? [{ code: "selected", figures: { group: name, top_share: topShare, ...ratio } }]
    : [];

const opportunity = (
  { name, true_positive_rate: rate }: Subpopulation,
  { true_positive_rate: { value: overall } }: Subpopulation,
  topShare: number,
): BiasFinding[] =>
  isBeyondChance(rate, overall)
    ? [{ code: "found", figures: { group: name, top_share: topShare, ...rate, overall } }]
    : [];

const calibration = ({
  name,
  expected,
  attained,
  actual_rate,
  mean_probability,
}: Subpopulation): BiasFinding[] =>
  isBeyondChance(actual_rate, mean_probability)
    ? [{ code: "miscalibrated", figures: { group: name, expected, attained } }]
    : [];

/**
 * Three standard errors instead of 1.96: with a few dozen comparisons, one in twenty would be outside 95 % by
 * chance.
 */
const widening = 3 / 1.96;

const isBeyondChance = ({ value, low, high }: Bounded, reference: number): boolean =>
  reference < value - widening * (value - low) || reference > value + widening * (high - value);
