// A blend is a weighted mean of candidates' log-odds. Weights that are fitted to a few hundred people are mostly noise, and
// the plain mean of good forecasts is hard to beat (Stock and Watson 2004). So the mean of all that are richer than a rule
// stands, unless a candidate alone or another mean has a loss that is less by more than a standard error. A model of
// purchases is right about purchases and wrong about much else, so it has to earn its place in this way. Against the constant
// whoever stands must show more than luck: that it ranks people, or that it lowers the loss.

import { auc } from "../evaluation/metrics.js";
import { countMinority, countPositives } from "../numeric/labels.js";
import type { CandidateName } from "./candidates/registry.js";
import { atBaseRate, logLosses, sumOf, type Validation } from "./validation.js";

const rich: CandidateName[] = ["rfm", "logistic", "trees"];
const otherMeans: CandidateName[][] = [
  ["rfm", "logistic"],
  ["rfm", "trees"],
  ["logistic", "trees"],
  ["bg_nbd", "logistic"],
  ["bg_nbd", "trees"],
  ["rfm", "bg_nbd", "logistic", "trees"],
];

/** In standard errors: what is more likely than not, and what luck reaches once in forty times. */
const probably = 1;
const surely = 2;

/** Weights of the judged candidates, by place; not negative, sum 1; the first candidate is the constant. */
export const chooseWeights = ({ names, scores, label }: Validation): number[] => {
  const all = rich.filter((name) => names.includes(name));
  const possible = otherMeans.filter((members) => members.every((name) => names.includes(name)));
  const options = [...names.map((name) => [name]), ...possible, all].map((members) =>
    names.map((name) => (members.includes(name) ? 1 / members.length : 0)),
  );
  const constant = options[0]!;
  if (countMinority(label) === 0 || all.length === 0) return constant;
  const level = scores.map((s) => atBaseRate(s, label));
  const losses = options.map((weights) => logLosses(mix(level, weights), label));
  const mean = options.length - 1;
  const least = leastOf(losses.map(sumOf));
  const chosen = isLess(losses[least]!, losses[mean]!, probably) ? least : mean;
  const isMoreThanLuck =
    ranksPeople(mix(level, options[chosen]!), label) || isLess(losses[chosen]!, losses[0]!, surely);
  return isMoreThanLuck ? options[chosen]! : constant;
};

/** The same without the candidates that have no weight. */
export const onlyUsed = (judgement: Validation, weights: readonly number[]) => {
  const isUsed = (_: unknown, c: number) => weights[c]! > 0;
  const { names, scores } = judgement;
  return {
    judgement: { ...judgement, names: names.filter(isUsed), scores: scores.filter(isUsed) },
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

/** Whether the AUC is above chance by more than luck: its deviation there is that of the rank sum (Mann and Whitney 1947). */
const ranksPeople = (scores: Float64Array, label: Uint8Array): boolean => {
  const attained = countPositives(label);
  const not = label.length - attained;
  const deviation = Math.sqrt((attained + not + 1) / (12 * attained * not));
  return auc(scores, label) > 0.5 + surely * deviation;
};

/** Whether the losses of the same rows are less on average, by more than so many standard errors of the difference. */
const isLess = (losses: Float64Array, others: Float64Array, errors: number): boolean => {
  const less = losses.map((loss, i) => others[i]! - loss);
  const mean = sumOf(less) / less.length;
  const squares = less.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  return mean > (errors * Math.sqrt(squares)) / less.length;
};

const leastOf = (values: number[]): number => values.indexOf(Math.min(...values));
