// Verdicts as sentences: whether a model or a recommender is worth more than a simple rule, and by how much.

import type { Verdict, VerdictFigures } from "../domain/evaluation.js";
import { english, type Formatter } from "./format.js";
import { candidatePhrase } from "./labels.js";
import { people } from "./plural.js";

export interface VerdictData {
  decision: Verdict["decision"];
  code?: string | undefined;
  figures?: Readonly<Record<string, unknown>> | undefined;
  /** Of results without a code. */
  text?: string | undefined;
}

export const verdictText = (
  { decision, code, figures, text }: VerdictData,
  format: Formatter = english,
): string =>
  code !== undefined && code in sentences
    ? (sentences[code as VerdictCode] as Sentence<unknown>)(figures ?? {}, decision, format)
    : (text ?? "");

type VerdictCode = keyof VerdictFigures;
type Sentence<F> = (figures: F, decision: Verdict["decision"], format: Formatter) => string;

const sentences: { readonly [C in VerdictCode]: Sentence<VerdictFigures[C]> } = {
  model_against_rule: ({ rule, gain, low, high }, decision, format) => {
    const best = candidatePhrase(rule);
    const figures = `log loss is ${gainText({ gain, low, high }, format)}`;
    switch (decision) {
      case "clearly_better":
        return `The model clearly beats the best simple rule, ${best}: its ${figures}.`;
      case "slightly_better":
        return `The model slightly beats the best simple rule, ${best}: its ${figures}.`;
      case "no_better":
        return `A simple rule works as well: ${best}. The model's ${figures}.`;
      case "too_little_data":
        return `Too little data to tell whether the model beats the best simple rule, ${best}: its ${figures}.`;
    }
  },
  model_too_few_tested: ({ tested, needed, attained }, _, format) =>
    `Too little data: only ${people(tested, format)} in the test ${attained ? "reached" : "did not reach"} the goal, and ${needed} are needed to ` +
    "compare with a simple rule.",
  recommender_against_popular: ({ candidate, hits, popular_hits, low, high }, decision, format) => {
    const by = recommenderPhrases[candidate] ?? candidate;
    const figures =
      `${format.percent(hits)} of the people tested chose one of the first three recommendations on their next visit; ` +
      `${format.percent(popular_hits)} chose one of the three most popular. The ranking score (NDCG) is ` +
      `${format.fixed(low, 2)} to ${format.fixed(high, 2)} times that of the most popular (95 % interval).`;
    switch (decision) {
      case "clearly_better":
        return `Recommending ${by} is clearly better than recommending the most popular to everyone. ${figures}`;
      case "slightly_better":
        return `Recommending ${by} is slightly better than recommending the most popular to everyone. ${figures}`;
      case "no_better":
        return `Recommending the most popular to everyone works as well as recommending ${by}. ${figures}`;
      case "too_little_data":
        return `Too little data to tell whether recommending ${by} is better than recommending the most popular to everyone. ${figures}`;
    }
  },
  recommender_too_few_tested: ({ tested, needed }, _, format) =>
    `Too little data: ${people(tested, format)} came back within the horizon of the test, and ${needed} are needed to compare. Everyone is ` +
    "recommended the most popular.",
};

const recommenderPhrases: Readonly<Record<string, string>> = {
  popularity: "the most popular",
  repeat: "what people chose before",
  next: "what others chose on their next visit",
  similar: "what goes with what people have",
  blend: "by all methods combined",
};

interface Gain {
  gain: number;
  low: number;
  high: number;
}

/** "10 % lower (95 % interval 5.0 % to 20 % lower)"; gains are shares by which the loss is lower. */
const gainText = ({ gain, low, high }: Gain, { percent }: Formatter): string => {
  const size = (share: number) => percent(Math.abs(share));
  const side = (share: number) => (share >= 0 ? "lower" : "higher");
  const interval =
    side(low) !== side(high)
      ? `${size(low)} higher to ${size(high)} lower`
      : low >= 0
        ? `${size(low)} to ${size(high)} lower`
        : `${size(high)} to ${size(low)} higher`;
  return `${size(gain)} ${side(gain)} (95 % interval ${interval})`;
};
