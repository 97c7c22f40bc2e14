// Verdict on a model: is it better than the best baseline? It depends on the 95 % interval of the gain: the reduction in log loss
// as a share of the baseline's log loss, on the same people:
//
//   interval of the gain        decision
//   all above the minimum gain  clearly better
//   all above 0                 slightly better
//   all below the minimum gain  no better: use the baseline
//   anything else               too little data

import type { Comparison, Decision, Interval, Scores, Verdict } from "../../domain/evaluation.js";

/** A gain below this share of the baseline's log loss changes no decision that is made with the scores. */
export const materialGain = 0.02;
/** Below this number of the rarer label in the test, intervals are not reliable. */
export const minRarerTested = 30;

export const verdictOf = (comparison: Comparison, scores: Scores): Verdict => {
  const gain = gainOf(comparison, scores.log_loss);
  const rarer = Math.min(scores.attained, scores.people - scores.attained);
  const decision = rarer < minRarerTested ? "too_little_data" : decide(gain);
  return { decision, text: textOf(decision, comparison.rule, gain, rarer) };
};

type Gain = Interval & { value: number };

/** Reduction in log loss as a share of the baseline's log loss. */
const gainOf = ({ differences }: Comparison, logLoss: number): Gain => {
  const { value, low, high } = differences.log_loss;
  const ofBaseline = logLoss - value;
  return { value: -value / ofBaseline, low: -high / ofBaseline, high: -low / ofBaseline };
};

export const decide = ({ low, high }: Interval): Decision => {
  if (low >= materialGain) return "clearly_better";
  if (low > 0) return "slightly_better";
  return high < materialGain ? "no_better" : "too_little_data";
};

const phrases: Record<string, string> = {
  constant: "the same probability for all",
  recency: "ranking by recency only",
};

const textOf = (decision: Decision, rule: string, gain: Gain, rarer: number): string => {
  const simple = phrases[rule] ?? rule;
  const figures = `Its log loss is ${side(gain.value)} (95 % interval ${span(gain)}).`;
  switch (decision) {
    case "clearly_better":
      return `Clearly better than a simple rule, ${simple}. ${figures}`;
    case "slightly_better":
      return `Slightly better than a simple rule, ${simple}. ${figures}`;
    case "no_better":
      return `No better than a simple rule. Use the rule: ${simple}. ${figures}`;
    case "too_little_data":
      return rarer < minRarerTested
        ? `Too little data: the test has only ${rarer} of the rarer result. A comparison with a simple rule needs ${minRarerTested}.`
        : `Too little data to decide whether it is better than a simple rule, ${simple}. ${figures}`;
  }
};

const side = (gain: number): string => `${percent(gain)} ${direction(gain)}`;

const span = ({ low, high }: Gain): string =>
  direction(low) === direction(high) ? `${percent(low)} to ${side(high)}` : `${side(low)} to ${side(high)}`;

const direction = (gain: number): string => (gain >= 0 ? "lower" : "higher");

const percent = (share: number): string => `${(100 * Math.abs(share)).toFixed(1)} %`;
