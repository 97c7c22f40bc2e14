// What the figures of subpopulations say in words: only what is beyond chance, and what cannot be told.

import type { Bounded, Subpopulation } from "../../domain/bias.js";

/** Subpopulations of one dimension speak; those of two repeat what these say, of fewer people. */
export const findingsOf = (
  subpopulations: readonly Subpopulation[],
  everybody: Subpopulation,
  topShare: number,
): string[] => {
  const single = subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  const told = single.filter(({ is_enough }) => is_enough);
  const untold = single.filter(({ is_enough }) => !is_enough);
  const said = told.flatMap((group) => [
    ...selection(group, topShare),
    ...opportunity(group, everybody, topShare),
    ...calibration(group),
  ]);
  const isSilent = said.length === 0 && told.length > 0;
  return [
    ...(isSilent ? ["No difference between subpopulations is beyond chance."] : []),
    ...said,
    ...(untold.length > 0 ? [`Too few people to tell of ${listed(untold)}.`] : []),
  ];
};

const selection = ({ name, selection_ratio }: Subpopulation, topShare: number): string[] =>
  isBeyond(selection_ratio, 1)
    ? [
        `${name}: among the first ${percent(topShare)} with ${selection_ratio.value.toFixed(2)} times their share of the people ` +
          `(${selection_ratio.low.toFixed(2)} to ${selection_ratio.high.toFixed(2)}); statistical parity would be 1.`,
      ]
    : [];

const opportunity = (
  { name, true_positive_rate: rate }: Subpopulation,
  { true_positive_rate: usual }: Subpopulation,
  topShare: number,
): string[] =>
  isBeyond(rate, usual.value)
    ? [
        `${name}: of those who attained, ${percent(rate.value)} are among the first ${percent(topShare)} ` +
          `(${percent(rate.low)} to ${percent(rate.high)}), of everybody ${percent(usual.value)}; equal opportunity would be the same for all.`,
      ]
    : [];

const calibration = ({ name, expected, attained, realised, mean_probability }: Subpopulation): string[] => {
  if (!isBeyond(realised, mean_probability)) return [];
  const direction = mean_probability > realised.value ? "too high" : "too low";
  return [
    `${name}: ${Math.round(expected)} were foretold to attain and ${attained} did; their probabilities are ${direction}.`,
  ];
};

/** Three standard errors over those of the bounds: of a few dozen comparisons, one in twenty would lie outside 95 % by chance. */
const stretch = 3 / 1.96;

const isBeyond = ({ value, low, high }: Bounded, usual: number): boolean =>
  usual < value - stretch * (value - low) || usual > value + stretch * (high - value);

const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

const listed = (groups: readonly Subpopulation[]): string => groups.map(({ name }) => name).join("; ");
