// Verdicts as sentences: whether a model or a recommender is worth more than a simple rule, and by how much.

import type { Verdict, VerdictFigures } from "../domain/outcome/evaluation.js";
import { english, type Formatter } from "./format.js";
import { candidatePhrase, decisionLabels } from "./labels.js";
import { levelSentence } from "./level.js";
import { people } from "./plural.js";

export interface VerdictData {
  decision: Verdict["decision"];
  code?: string | undefined;
  figures?: Readonly<Record<string, unknown>> | undefined;
  /** For a code that this program does not know. */
  text?: string | undefined;
}

export const verdictText = (
  { decision, code, figures, text }: VerdictData,
  format: Formatter = english,
): string =>
  code !== undefined && code in sentences
    ? (sentences[code as VerdictCode] as Sentence<unknown>)(figures ?? {}, decision, format)
    : (text ?? "");

/** The headline, which says what to do. */
export const verdictTitle = ({ decision, code }: Pick<VerdictData, "decision" | "code">): string => {
  if (code === "nothing_ranks") return "No signal in this data";
  if (code === "model_untested_later") return "Use this model with care: no past date tests it";
  if (code === "claims_broken") return "Use the ranking, not the numbers: past claims broke";
  return code === "model_level_off"
    ? "Use the ranking, not the probabilities"
    : decisionLabels[decision].title;
};

/** Whether probabilities rank people at all: where nothing does, a list is as good as one drawn at random. */
export const ranksPeople = ({ code }: Pick<VerdictData, "code">): boolean => code !== "nothing_ranks";

/** In a list, where there is no room for the reason. */
export const verdictShort = ({ decision, code }: Pick<VerdictData, "decision" | "code">): string => {
  if (code === "model_level_off") return "Ranks well, with wrong probabilities";
  if (code === "nothing_ranks") return "No signal";
  if (code === "model_untested_later") return "Better on other people; not tested at a past date";
  if (code === "claims_broken") return "Past claims broke";
  return code === "model_does_not_rank" ? "Does not rank people" : decisionLabels[decision].short;
};

/** In one or two words, where the sentence is a click away. */
export const verdictQuality = ({ decision, code }: Pick<VerdictData, "decision" | "code">): string =>
  code === "model_level_off"
    ? "Good ranking, wrong level"
    : code === "claims_broken"
      ? "Broken claims"
      : qualities[decision];

const qualities: Readonly<Record<Verdict["decision"], string>> = {
  clearly_better: "Good",
  slightly_better: "Fair",
  no_better: "Weak",
  too_little_data: "Not clear yet",
};

type VerdictCode = keyof VerdictFigures;
type Sentence<F> = (figures: F, decision: Verdict["decision"], format: Formatter) => string;

const sentences: { readonly [C in VerdictCode]: Sentence<VerdictFigures[C]> } = {
  model_against_rule: ({ rule, gain, low, high, dates }, decision, format) => {
    const best = candidatePhrase(rule);
    const over = dates === undefined ? "" : `, in the mean over ${dates} past dates`;
    const figures = `prediction error (log loss) is ${gainText({ gain, low, high }, format)}${over}`;
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
  model_does_not_rank: ({ auc, low, high }, _, format) =>
    `The model ranks people no better than chance: AUC ${format.withInterval(auc, { low, high }, (value) => format.fixed(value, 2))}; 0.50 is guessing.`,
  nothing_ranks: ({ auc, low, high }, _, format) =>
    `Nothing in this data tells who will reach the goal: neither the model nor a simple rule ranks people better than chance. AUC ` +
    `${format.withInterval(auc, { low, high }, (value) => format.fixed(value, 2))}; 0.50 is guessing. Do not select people by their ` +
    "probabilities. Add data that comes before the goal, or choose another goal.",
  model_level_off: (figures, _, format) =>
    `${levelSentence(figures, format)} The model ranks people better than a simple rule, so choose by rank, and do not plan with its numbers.`,
  claims_broken: ({ judged, broken }, _, format) =>
    `Of the last ${format.count(judged)} lists whose day has passed, ${format.count(broken)} brought more or fewer people than their 95 % interval ` +
    "allowed, which is more than chance. Choose by rank, and do not plan with the numbers.",
  model_untested_later: ({ rule, gain, low, high }, _, format) =>
    `On other people of the same days, the model beats the best simple rule, ${candidatePhrase(rule)}: its prediction error (log loss) is ` +
    `${gainText({ gain, low, high }, format)}. The history is too short for a test at a past date, so nothing shows yet that this lasts.`,
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

/**
 * "10 % lower (95 % interval 5.0 % to 20 % lower)"; gains are shares by which the loss is lower. The lower
 * bound is first.
 */
const gainText = ({ gain, low, high }: Gain, { percent }: Formatter): string => {
  const size = (share: number) => percent(Math.abs(share));
  const side = (share: number) => (share >= 0 ? "lower" : "higher");
  const interval =
    side(low) !== side(high)
      ? `${size(high)} lower to ${size(low)} higher`
      : low >= 0
        ? `${size(low)} to ${size(high)} lower`
        : `${size(high)} to ${size(low)} higher`;
  return `${size(gain)} ${side(gain)} (95 % interval ${interval})`;
};
