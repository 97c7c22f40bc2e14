// Verdict on a model: is it better than the best baseline? It depends on the 95 % interval of the gain: the
// reduction in log loss as a share of the baseline's log loss, on the same people, in the mean over past
// dates where there are two or more:
//
//   interval of the gain        decision
//   all above the minimum gain  clearly better
//   all above 0                 slightly better
//   all below the minimum gain  no better: use the baseline
//   anything else               too little data, or the better of the two where the interval is narrow

import type { Comparison, Decision, Interval, Scores, Verdict } from "../../domain/outcome/evaluation.js";
import { type DatedFigure, meanOfDates } from "../numeric/date-intervals.js";

/** A gain below this share of the baseline's log loss changes no decision that is made with the scores. */
export const materialGain = 0.02;
/** An interval of the gain that is no wider tells enough: the gain is about the measured one. */
const narrow = 0.1;
/** Below this number of the rarer label in the test, a bootstrap has no interval. */
const minBootstrapped = 10;
/** Below this number of people, recommendations are not compared. */
export const minRarerTested = 30;

/** Gains over simple rules at past dates, in order of time. */
export interface DatedGains {
  horizonSeconds: number;
  gains: readonly (DatedFigure & { rule: string; loss: number })[];
}

export const verdictOf = (
  comparison: Comparison,
  scores: Scores,
  dated: DatedGains | null = null,
): Verdict => {
  const notAttained = scores.people - scores.attained;
  const tested = Math.min(scores.attained, notAttained);
  if (tested < minBootstrapped)
    return {
      decision: "too_little_data",
      code: "model_too_few_tested",
      figures: { tested, needed: minBootstrapped, attained: scores.attained <= notAttained },
    };
  const overDates = dated === null ? null : gainOverDates(dated);
  const { value: gain, low, high } = overDates ?? gainOf(comparison, scores.log_loss);
  return {
    decision: decideByWidth({ value: gain, low, high }),
    code: "model_against_rule",
    figures: overDates
      ? { rule: overDates.rule, gain, low, high, dates: overDates.dates }
      : { rule: comparison.rule, gain, low, high },
  };
};

type Gain = Interval & { value: number };

/**
 * Gains usually differ between dates by two percent of the rule's loss; dates far back count nearly as much
 * as the newest.
 */
const dateModel = { usualDeviation: 0.02, usualCases: 6, memoryHorizons: 8 };

/** The mean gain over the rule with the lowest loss at these dates; null for fewer than two dates. */
const gainOverDates = ({
  gains,
  horizonSeconds,
}: DatedGains): (Gain & { rule: string; dates: number }) | null => {
  const dates = new Set(gains.map(({ landmark }) => landmark)).size;
  if (dates < 2) return null;
  const ofRules = [...new Set(gains.map(({ rule }) => rule))]
    .map((rule) => ({ rule, gains: gains.filter((gain) => gain.rule === rule) }))
    .filter((one) => one.gains.length === dates);
  const lossOf = (one: (typeof ofRules)[number]) => one.gains.reduce((sum, { loss }) => sum + loss, 0);
  const best = ofRules.reduce((a, b) => (lossOf(b) < lossOf(a) ? b : a));
  return { rule: best.rule, dates, ...meanOfDates(best.gains, { ...dateModel, horizonSeconds }) };
};

/** Reduction in log loss as a share of the baseline's log loss. */
const gainOf = ({ differences }: Comparison, logLoss: number): Gain => {
  const { value, low, high } = differences.log_loss;
  const ofBaseline = logLoss - value;
  return { value: -value / ofBaseline, low: -high / ofBaseline, high: -low / ofBaseline };
};

const decideByWidth = ({ value, low, high }: Gain): Decision => {
  const decision = decide({ low, high });
  if (decision !== "too_little_data" || high - low > narrow) return decision;
  return value > 0 ? "slightly_better" : "no_better";
};

export const decide = ({ low, high }: Interval): Decision => {
  if (low >= materialGain) return "clearly_better";
  if (low > 0) return "slightly_better";
  return high < materialGain ? "no_better" : "too_little_data";
};
