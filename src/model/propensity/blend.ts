// Weights of a blend: a weighted mean of candidates' log-odds. Weights fitted to a few hundred people are mostly noise, and the
// plain mean of good forecasts is hard to beat (Stock and Watson 2004). So the plain mean of all general candidates is the
// default, unless a single candidate or another mean has a lower loss by more than a standard error. BG/NBD fits purchases and
// little else, so it is used only where it wins in this way. The choice must also be better than the constant by more than
// chance: it ranks people, or it lowers the loss.

import { auc } from "../evaluation/metrics.js";
import { countMinority, countPositives } from "../numeric/labels.js";
import type { CandidateName } from "./candidates/registry.js";
import { atBaseRate, logLosses, sumOf, type Validation } from "./validation.js";

const general: CandidateName[] = ["rfm", "logistic", "trees"];
const otherMeans: CandidateName[][] = [
  ["rfm", "logistic"],
  ["rfm", "trees"],
  ["logistic", "trees"],
  ["bg_nbd", "logistic"],
  ["bg_nbd", "trees"],
  ["rfm", "bg_nbd", "logistic", "trees"],
];

/** In standard errors: more likely than not, and what chance reaches once in forty times. */
const likely = 1;
const significant = 2;

/** Weights of the validated candidates, in their order; not negative, sum 1. The first candidate is the constant. */
export const chooseWeights = ({ names, scores, label }: Validation): number[] => {
  const usual = general.filter((name) => names.includes(name));
  const possible = otherMeans.filter((members) => members.every((name) => names.includes(name)));
  const options = [...names.map((name) => [name]), ...possible, usual].map((members) =>
    names.map((name) => (members.includes(name) ? 1 / members.length : 0)),
  );
  const constant = options[0]!;
  if (countMinority(label) === 0 || usual.length === 0) return constant;
  const shifted = scores.map((s) => atBaseRate(s, label));
  const losses = options.map((weights) => logLosses(mix(shifted, weights), label));
  const plainMean = options.length - 1;
  const best = indexOfMin(losses.map(sumOf));
  const chosen = isLower(losses[best]!, losses[plainMean]!, likely) ? best : plainMean;
  const isBetterThanConstant =
    ranksPeople(mix(shifted, options[chosen]!), label) || isLower(losses[chosen]!, losses[0]!, significant);
  return isBetterThanConstant ? options[chosen]! : constant;
};

/** The same validation and weights without the candidates of weight 0. */
export const withoutUnused = (validation: Validation, weights: readonly number[]) => {
  const isUsed = (_: unknown, c: number) => weights[c]! > 0;
  const { names, scores, sizes, label } = validation;
  return {
    validation: {
      names: names.filter(isUsed),
      scores: scores.filter(isUsed),
      sizes: sizes.filter(isUsed),
      label,
    },
    weights: weights.filter(isUsed),
  };
};

/** Weighted mean of scores, row by row. */
export const mix = (scores: Float64Array[], weights: number[]): Float64Array => {
  const mixed = new Float64Array(scores[0]!.length);
  scores.forEach((score, c) => {
    if (weights[c]! > 0) for (let i = 0; i < mixed.length; i++) mixed[i]! += weights[c]! * score[i]!;
  });
  return mixed;
};

/** Whether the AUC is significantly above 0.5, by the standard deviation of the rank sum (Mann and Whitney 1947). */
const ranksPeople = (scores: Float64Array, label: Uint8Array): boolean => {
  const positives = countPositives(label);
  const negatives = label.length - positives;
  const deviation = Math.sqrt((positives + negatives + 1) / (12 * positives * negatives));
  return auc(scores, label) > 0.5 + significant * deviation;
};

/** Whether the losses of the same rows are lower on average, by more than `errors` standard errors of the difference. */
const isLower = (losses: Float64Array, others: Float64Array, errors: number): boolean => {
  const gains = losses.map((loss, i) => others[i]! - loss);
  const mean = sumOf(gains) / gains.length;
  const squares = gains.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  return mean > (errors * Math.sqrt(squares)) / gains.length;
};

const indexOfMin = (values: number[]): number => values.indexOf(Math.min(...values));
