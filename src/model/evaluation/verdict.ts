// Is the model worth more than a simple rule? Decided from the interval of what the log loss falls by, as a share of the
// rule's own, measured on the same people:
//
//   interval of the gain       decision
//   all above what matters     clearly better
//   all above nothing          slightly better
//   all below what matters     no better: use the rule
//   anything else              too little data to tell

import type { Comparison, Decision, Interval, Scores, Verdict } from "../../domain/evaluation.js";

/** A gain of less than this share of the rule's log loss changes no decision that is made with the scores. */
export const materialGain = 0.02;
/** Fewer of the rarer label in the test, and intervals are not to be relied on. */
export const minRarerTested = 30;

export const verdictOf = (comparison: Comparison, scores: Scores): Verdict => {
  const gain = gainOf(comparison, scores.log_loss);
  const rarer = Math.min(scores.attained, scores.people - scores.attained);
  const decision = rarer < minRarerTested ? "too_little_data" : decide(gain);
  return { decision, text: textOf(decision, comparison.rule, gain, rarer) };
};

type Gain = Interval & { value: number };

/** Shares of the rule's log loss by which the model's is lower. */
const gainOf = ({ differences }: Comparison, logLoss: number): Gain => {
  const { value, low, high } = differences.log_loss;
  const ofRule = logLoss - value;
  return { value: -value / ofRule, low: -high / ofRule, high: -low / ofRule };
};

export const decide = ({ low, high }: Interval): Decision => {
  if (low >= materialGain) return "clearly_better";
  if (low > 0) return "slightly_better";
  return high < materialGain ? "no_better" : "too_little_data";
};

const rulesInWords: Record<string, string> = {
  constant: "giving everybody the same probability",
  recency: "ranking by the time since the last event alone",
};

const textOf = (decision: Decision, rule: string, gain: Gain, rarer: number): string => {
  const simple = rulesInWords[rule] ?? rule;
  const figures = `Its log loss is ${side(gain.value)} (95 % interval: ${span(gain)}).`;
  switch (decision) {
    case "clearly_better":
      return `Clearly better than a simple rule, ${simple}. ${figures}`;
    case "slightly_better":
      return `Slightly better than a simple rule, ${simple}. ${figures}`;
    case "no_better":
      return `No better than a simple rule: use the rule, ${simple}. ${figures}`;
    case "too_little_data":
      return rarer < minRarerTested
        ? `Too little data: only ${rarer} of the rarer kind were tested, and ${minRarerTested} are needed to compare with a simple rule.`
        : `Too little data to tell whether it is better than a simple rule, ${simple}. ${figures}`;
  }
};

const side = (gain: number): string => `${percent(gain)} ${direction(gain)}`;

const span = ({ low, high }: Gain): string =>
  direction(low) === direction(high) ? `${percent(low)} to ${side(high)}` : `${side(low)} to ${side(high)}`;

const direction = (gain: number): string => (gain >= 0 ? "lower" : "higher");

const percent = (share: number): string => `${(100 * Math.abs(share)).toFixed(1)} %`;
