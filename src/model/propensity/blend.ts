// Blend of candidates: a weighted mean of their log-odds, chosen by evidence of one or more dates. Weights
// fitted to a few hundred people are mostly noise, and the plain mean of good forecasts is hard to beat
// (Stock and Watson 2004). So the plain mean of all general candidates is the default, unless a single
// candidate or another mean has a lower loss by more than a standard error. BG/NBD fits purchases and little
// else, so it is used only where it wins in this way. The choice must also be better than the constant by
// more than chance: it ranks people, it lowers the loss, or its level follows what a constant cannot know.
// The last is judged at the levels that both had: a constant at the rate of a date would know the answer. Of few
// people it is known before any evidence that they differ, as people do elsewhere: there the constant has to win as
// any other candidate does.

import { auc } from "../evaluation/metrics.js";
import { countMinority, countPositives } from "../numeric/labels.js";
import { type CandidateName, sizesOf } from "./candidates/registry.js";
import { atBaseRate, type Evidence, logLosses, sumOf } from "./validation.js";

/** Per candidate, its size (0 for a candidate without one) and its weight; weights are not negative and sum to 1. */
export type Blend = { name: CandidateName; size: number; weight: number }[];

/** The simplest first. */
const general: CandidateName[] = ["rfm", "logistic", "trees"];
/** The same for few people. */
const generalForFew: CandidateName[] = ["prior_fitted", "logistic"];
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

/**
 * The plain mean at usual sizes, for dates with no evidence before them. `most` is the number of candidates
 * that it may have.
 */
export const usualBlend = (names: readonly CandidateName[], most = Number.POSITIVE_INFINITY): Blend =>
  meanOf(usualMembers(names, most), names, usualSize);

const usualSize = (name: CandidateName): number => sizesOf(name)[Math.floor(sizesOf(name).length / 2)]!;

/**
 * The blend of at most `most` of the `possible` candidates that the evidence supports. Each piece of evidence
 * is compared at its own base rate.
 */
export const chooseBlend = (
  evidence: readonly Evidence[],
  possible: readonly CandidateName[],
  most = Number.POSITIVE_INFINITY,
): Blend => {
  const usable = evidence.filter(({ label }) => countMinority(label) > 0);
  const names = possible.filter((name) => usable.every((one) => one.names.includes(name)));
  const usual = usualMembers(names, most);
  const isFew = names.includes("prior_fitted");
  if (usable.length === 0 || usual.length === 0)
    return meanOf(isFew ? usual : ["constant"], possible, usualSize);
  const sizes = new Map(names.map((name) => [name, bestSize(name, usable)]));
  const sizeOf = (name: CandidateName) =>
    names.includes(name) ? sizesOf(name)[sizes.get(name)!]! : usualSize(name);
  const scored = usable.map((one) => ({
    label: one.label,
    scores: new Map(
      names.map((name) => [name, atBaseRate(scoresOf(one, name)[sizes.get(name)!]!, one.label)]),
    ),
  }));
  const lossesOf = (members: readonly CandidateName[]) =>
    joined(scored.map((one) => logLosses(plainMean(one, members), one.label)));
  const ownLevels = usable.map((one) => ({
    label: one.label,
    scores: new Map(names.map((name) => [name, scoresOf(one, name)[sizes.get(name)!]!])),
  }));
  const ownLossesOf = (members: readonly CandidateName[]) =>
    joined(ownLevels.map((one) => logLosses(plainMean(one, members), one.label)));
  const others = otherMeans.filter(
    (members) => members.length <= most && members.every((name) => names.includes(name)),
  );
  const options = [...names.map((name) => [name]), ...others, usual];
  const losses = options.map(lossesOf);
  const best = indexOfMin(losses.map(sumOf));
  const chosen = isLower(losses[best]!, losses.at(-1)!, likely) ? best : options.length - 1;
  const isUsed =
    isFew ||
    ranksPeople(scored.map((one) => ({ scores: plainMean(one, options[chosen]!), label: one.label }))) ||
    isLower(losses[chosen]!, lossesOf(["constant"]), significant) ||
    isLower(ownLossesOf(options[chosen]!), ownLossesOf(["constant"]), significant);
  return meanOf(isUsed ? options[chosen]! : ["constant"], possible, sizeOf);
};

const usualMembers = (names: readonly CandidateName[], most: number): CandidateName[] =>
  (names.includes("prior_fitted") ? generalForFew : general)
    .filter((name) => names.includes(name))
    .slice(0, most);

const meanOf = (
  members: readonly CandidateName[],
  all: readonly CandidateName[],
  sizeOf: (name: CandidateName) => number,
): Blend =>
  all.map((name) => ({
    name,
    size: sizeOf(name),
    weight: members.includes(name) ? 1 / members.length : 0,
  }));

/** The candidates with weight. */
export const membersOf = (blend: Blend): Blend => blend.filter(({ weight }) => weight > 0);

/** Index of the size with the least loss. */
const bestSize = (name: CandidateName, evidence: readonly Evidence[]): number =>
  sizesOf(name).length === 1
    ? 0
    : indexOfMin(sizesOf(name).map((size) => lossAtBaseRates(evidence, [{ name, size, weight: 1 }])));

/** Sum over the pieces of evidence of the mean log loss of the blend's scores, each at its own base rate. */
export const lossAtBaseRates = (evidence: readonly Evidence[], blend: Blend): number =>
  evidence.reduce((sum, one) => {
    const shifted = atBaseRate(blendScores(one, blend), one.label);
    return sum + sumOf(logLosses(shifted, one.label)) / one.label.length;
  }, 0);

const scoresOf = ({ names, scores }: Evidence, name: CandidateName): Float64Array[] =>
  scores[names.indexOf(name)]!;

/** The blend's scores of the rows of a piece of evidence that has all of its members. */
export const blendScores = (evidence: Evidence, blend: Blend): Float64Array =>
  mix(
    membersOf(blend).map(({ name, size }) => scoresOf(evidence, name)[sizesOf(name).indexOf(size)]!),
    membersOf(blend).map(({ weight }) => weight),
  );

interface ScoredRows {
  scores: Map<CandidateName, Float64Array>;
  label: Uint8Array;
}

const plainMean = ({ scores }: ScoredRows, members: readonly CandidateName[]): Float64Array =>
  mix(
    members.map((name) => scores.get(name)!),
    members.map(() => 1 / members.length),
  );

/** Weighted mean of scores, row by row. */
export const mix = (scores: Float64Array[], weights: number[]): Float64Array => {
  const mixed = new Float64Array(scores[0]!.length);
  scores.forEach((score, c) => {
    if (weights[c]! > 0) for (let i = 0; i < mixed.length; i++) mixed[i]! += weights[c]! * score[i]!;
  });
  return mixed;
};

/**
 * Whether the mean AUC is significantly above 0.5, by the standard deviation of the rank sum (Mann and
 * Whitney 1947).
 */
const ranksPeople = (rows: readonly { scores: Float64Array; label: Uint8Array }[]): boolean => {
  const gain = rows.reduce((sum, { scores, label }) => sum + auc(scores, label) - 0.5, 0);
  const variance = rows.reduce((sum, { label }) => sum + chanceVariance(label), 0);
  return gain > significant * Math.sqrt(variance);
};

/** Variance of the AUC of scores that say nothing. */
const chanceVariance = (label: Uint8Array): number => {
  const positives = countPositives(label);
  const negatives = label.length - positives;
  return (positives + negatives + 1) / (12 * positives * negatives);
};

/**
 * Whether the losses of the same rows are lower on average, by more than `errors` standard errors of the
 * difference.
 */
const isLower = (losses: Float64Array, others: Float64Array, errors: number): boolean => {
  const gains = losses.map((loss, i) => others[i]! - loss);
  const mean = sumOf(gains) / gains.length;
  const squares = gains.reduce((sum, d) => sum + (d - mean) ** 2, 0);
  return mean > (errors * Math.sqrt(squares)) / gains.length;
};

const indexOfMin = (values: number[]): number => values.indexOf(Math.min(...values));

/** The numbers of all parts, in order. */
export const joined = (parts: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
