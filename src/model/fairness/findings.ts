// Findings about subpopulations as sentences: only differences beyond chance, and the groups that are too small to compare.

import type { Bounded, Subpopulation } from "../../domain/bias.js";

/** Only subpopulations of one dimension: those of two repeat the same with fewer people. */
export const findingsOf = (
  subpopulations: readonly Subpopulation[],
  all: Subpopulation,
  topShare: number,
): string[] => {
  const single = subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  const measured = single.filter(({ is_enough }) => is_enough);
  const tooSmall = single.filter(({ is_enough }) => !is_enough);
  const findings = measured.flatMap((group) => [
    ...selection(group, topShare),
    ...opportunity(group, all, topShare),
    ...calibration(group),
  ]);
  const hasNoDifference = findings.length === 0 && measured.length > 0;
  return [
    ...(hasNoDifference ? ["No difference between subpopulations is beyond chance."] : []),
    ...findings,
    ...(tooSmall.length > 0 ? [`Too few people to compare: ${listed(tooSmall)}.`] : []),
  ];
};

const selection = ({ name, selection_ratio }: Subpopulation, topShare: number): string[] =>
  isBeyond(selection_ratio, 1)
    ? [
        `${name}: selected ${selection_ratio.value.toFixed(2)} times as often as average in the top ${percent(topShare)} ` +
          `(${selection_ratio.low.toFixed(2)} to ${selection_ratio.high.toFixed(2)}). Statistical parity is 1.`,
      ]
    : [];

const opportunity = (
  { name, true_positive_rate: rate }: Subpopulation,
  { true_positive_rate: usual }: Subpopulation,
  topShare: number,
): string[] =>
  isBeyond(rate, usual.value)
    ? [
        `${name}: the top ${percent(topShare)} contain ${percent(rate.value)} of those who converted ` +
          `(${percent(rate.low)} to ${percent(rate.high)}), and ${percent(usual.value)} over all people. Equal opportunity is the same rate for all.`,
      ]
    : [];

const calibration = ({ name, expected, attained, realised, mean_probability }: Subpopulation): string[] => {
  if (!isBeyond(realised, mean_probability)) return [];
  const direction = mean_probability > realised.value ? "too high" : "too low";
  return [
    `${name}: expected ${Math.round(expected)} to convert; ${attained} converted. Their probabilities are ${direction}.`,
  ];
};

/** Three standard errors instead of 1.96: with a few dozen comparisons, one in twenty would be outside 95 % by chance. */
const widening = 3 / 1.96;

const isBeyond = ({ value, low, high }: Bounded, usual: number): boolean =>
  usual < value - widening * (value - low) || usual > value + widening * (high - value);

const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

const listed = (groups: readonly Subpopulation[]): string => groups.map(({ name }) => name).join("; ");
