// Metrics of probabilities: their ranking (AUC, lift), their calibration (ECE), and both at once (log loss,
// Brier score).

import type { Scores } from "../../domain/outcome/evaluation.js";
import { assert } from "../../errors/refusal.js";
import { equalMassBins, positivesAmong, type RankedGroup, rankGroups } from "./ranking.js";

/** Probabilities and 0/1 labels of the same people, at least one. */
export const score = (probability: Float64Array, label: Uint8Array): Scores => {
  assert(
    probability.length === label.length && label.length > 0,
    "metrics need a probability for each label",
  );
  const groups = rankGroups(probability, label);
  const attained = label.reduce((sum, y) => sum + y, 0);
  return {
    people: label.length,
    attained,
    base_rate: attained / label.length,
    auc: aucOf(groups),
    average_precision: averagePrecisionOf(groups),
    log_loss: logLoss(probability, label),
    brier: brier(probability, label),
    ece: eceOf(groups),
    top_decile_lift: liftOf(groups, 0.1),
  };
};

/** Probability that a positive ranks above a negative, where ties count half; 0.5 if either label is absent. */
export const auc = (probability: Float64Array, label: Uint8Array): number =>
  aucOf(rankGroups(probability, label));

/** Mean precision over the positives, each at its own rank; the base rate if all probabilities are equal. */
export const averagePrecision = (probability: Float64Array, label: Uint8Array): number =>
  averagePrecisionOf(rankGroups(probability, label));

/** Mean negative log likelihood in nats; likelihoods are at least 1e−15. */
export const logLoss = (probability: Float64Array, label: Uint8Array): number =>
  meanOver(probability, (p, i) => logLossOf(p, label[i]!));

/** Negative log likelihood of one label. */
export const logLossOf = (probability: number, label: number): number =>
  -Math.log(Math.max(1e-15, label === 1 ? probability : 1 - probability));

/** Mean squared difference between probability and label. */
export const brier = (probability: Float64Array, label: Uint8Array): number =>
  meanOver(probability, (p, i) => (p - label[i]!) ** 2);

/**
 * Expected calibration error: the difference between predicted and observed rate in ten equal-mass bins,
 * averaged over people.
 */
export const ece = (probability: Float64Array, label: Uint8Array): number =>
  eceOf(rankGroups(probability, label));

/** Rate among the first `share` of the people over the base rate; 1 without positives. */
export const lift = (probability: Float64Array, label: Uint8Array, share: number): number =>
  liftOf(rankGroups(probability, label), share);

/** Mean lift among the first r, ¾ r, ½ r and ¼ r of the people, where r is the base rate. */
export const liftValue = (probability: Float64Array, label: Uint8Array): number => {
  const groups = rankGroups(probability, label);
  const baseRate = meanOver(probability, (_, i) => label[i]!);
  const lifts = [1, 0.75, 0.5, 0.25].map((part) => liftOf(groups, part * baseRate));
  return lifts.reduce((a, b) => a + b, 0) / lifts.length;
};

/** Predicted and observed rate in ten equal-mass bins, lowest first. */
export const calibrationBins = (probability: Float64Array, label: Uint8Array) =>
  binsOf(rankGroups(probability, label)).reverse();

const aucOf = (groups: RankedGroup[]): number => {
  let [above, won, pairs] = [0, 0, 0];
  for (const { people, attained } of groups) {
    const not = people - attained;
    won += not * (above + attained / 2);
    above += attained;
    pairs += not;
  }
  pairs *= above;
  return pairs === 0 ? 0.5 : won / pairs;
};

const averagePrecisionOf = (groups: RankedGroup[]): number => {
  let [above, found, sum] = [0, 0, 0];
  for (const { people, attained } of groups) {
    above += people;
    found += attained;
    sum += attained * (found / above);
  }
  return found === 0 ? 0 : sum / found;
};

const eceOf = (groups: RankedGroup[]): number => {
  const bins = binsOf(groups);
  const people = bins.reduce((sum, b) => sum + b.people, 0);
  return bins.reduce((sum, b) => sum + Math.abs(b.predicted - b.actual_rate) * b.people, 0) / people;
};

const binsOf = (groups: RankedGroup[]) =>
  equalMassBins(groups, 10).map((bin) => {
    const people = bin.reduce((sum, g) => sum + g.people, 0);
    return {
      predicted: bin.reduce((sum, g) => sum + g.probability * g.people, 0) / people,
      actual_rate: bin.reduce((sum, g) => sum + g.attained, 0) / people,
      people,
    };
  });

const liftOf = (groups: RankedGroup[], share: number): number => {
  const people = groups.reduce((sum, g) => sum + g.people, 0);
  const attained = groups.reduce((sum, g) => sum + g.attained, 0);
  return attained === 0 ? 1 : positivesAmong(groups, share * people) / (share * attained);
};

const meanOver = (values: Float64Array, of: (value: number, i: number) => number): number =>
  values.reduce((sum, value, i) => sum + of(value, i), 0) / values.length;
