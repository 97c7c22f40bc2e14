// Suggestions in words: the name of the prediction that each makes, what it asks, and the names of its cohorts.

import type { SnapshotAnswer } from "../domain/data/snapshot.js";
import {
  newcomerDays,
  type SuggestedCohorts,
  type Suggestion,
  suggestedCohorts,
} from "../domain/proposal/suggestion.js";
import { english, type Formatter } from "./format.js";
import { capitalized, listed } from "./plural.js";
import { verbOf } from "./verbs.js";

/** Shown names of streams, by machine name. */
type StreamNames = Readonly<Record<string, string>>;

/** "Churn = Yes" */
export const answerText = ({ column_name, is }: Pick<SnapshotAnswer, "column_name" | "is">): string =>
  `${column_name} = ${listed(is, "or")}`;

/** "Buys again within 60 days"; "Is like those with Churn = Yes"; also the name of the prediction. */
export const suggestionName = (
  suggestion: Suggestion,
  days: number,
  names: StreamNames = {},
  format: Formatter = english,
): string => {
  if (suggestion.kind === "resembles") return `Is like those with ${answerText(suggestion.answer)}`;
  const { kind, stream, other, value } = suggestion;
  const within = `within ${format.days(days)}`;
  const does = capitalized(verbOf(stream, names[stream]).does);
  switch (kind) {
    case "buys_again":
      return `${does} again ${within}`;
    case "second_purchase":
      return `${does} a second time ${within}`;
    case "goes_quiet":
      return `Goes quiet for ${format.days(days)}`;
    case "leaves":
    case "does":
      return `${capitalized(verbOf(other!, names[other!]).does)} ${within}`;
    case "leaves_early":
      return `New customer ${verbOf(other!, names[other!]).does} ${within}`;
    case "comes_back":
      return `Comes back ${within}`;
    case "switches":
      return `Switches to “${value}” ${within}`;
    case "chooses":
      return `${does} “${value}” ${within}`;
  }
};

/** One sentence on whom it is about and what is asked. */
export const suggestionQuestion = (
  suggestion: Suggestion,
  days: number,
  names: StreamNames = {},
  format: Formatter = english,
): string => {
  if (suggestion.kind === "resembles")
    return `Which customers are like those with ${answerText(suggestion.answer)}?`;
  const { kind, stream, other, value } = suggestion;
  const { base, doing } = verbOf(stream, names[stream]);
  const next = `in the next ${format.days(days)}`;
  switch (kind) {
    case "buys_again":
      return `Which customers will ${base} again ${next}, however often they have before?`;
    case "second_purchase":
      return `Which customers with one purchase will ${base} a second time ${next}?`;
    case "goes_quiet":
      return `Which active customers will go ${format.days(days)} without ${doing}?`;
    case "leaves":
    case "does":
      return `Which customers will ${verbOf(other!, names[other!]).base} ${next}?`;
    case "leaves_early":
      return `Which customers of the past ${format.days(newcomerDays)} will ${verbOf(other!, names[other!]).base} ${next}?`;
    case "comes_back":
      return `Which former customers, who ${verbOf(other!, names[other!]).done} and are still away, will ${base} again ${next}?`;
    case "switches":
      return `Which customers with something else will switch to “${value}” ${next}?`;
    case "chooses":
      return `Which customers will ${base} “${value}” ${next}?`;
  }
};

/** Phrase for those who reach the goal: "12 of 3,400 bought again", "12 of 3,400 have Churn = Yes". */
export const suggestionDone = (suggestion: Suggestion, names: StreamNames = {}): string => {
  if (suggestion.kind === "resembles") return `have ${answerText(suggestion.answer)}`;
  const { kind, stream, other, value } = suggestion;
  const { done, doing } = verbOf(stream, names[stream]);
  switch (kind) {
    case "buys_again":
      return `${done} again`;
    case "second_purchase":
      return `${done} a second time`;
    case "goes_quiet":
      return `stopped ${doing}`;
    case "leaves":
    case "leaves_early":
    case "does":
      return verbOf(other!, names[other!]).done;
    case "comes_back":
      return "came back";
    case "switches":
      return `switched to “${value}”`;
    case "chooses":
      return `${done} “${value}”`;
  }
};

export const suggestedCohortNames = (
  suggestion: Suggestion,
  days: number,
  names: StreamNames = {},
  format: Formatter = english,
): Record<keyof SuggestedCohorts, string> => {
  if (suggestion.kind === "resembles") return likenessCohortNames(suggestion.answer);
  const { kind, other, value } = suggestion;
  const customers = "Customers";
  switch (kind) {
    case "buys_again":
      return { attainment: customers, eligible: customers, population: customers };
    case "second_purchase":
      return { attainment: "Repeat purchasers", eligible: customers, population: "One-time purchasers" };
    case "goes_quiet": {
      const active = `Active customers (${format.days(days)})`;
      return { attainment: `Quiet customers (${format.days(days)})`, eligible: active, population: active };
    }
    case "leaves": {
      const { eligible: definition } = suggestedCohorts(suggestion, days);
      const active = definition.not_followed_by ? "Active customers" : customers;
      return { attainment: "Customers who left", eligible: active, population: active };
    }
    case "leaves_early": {
      const begun = `New customers (${format.days(newcomerDays)})`;
      return { attainment: "Customers who left", eligible: begun, population: begun };
    }
    case "comes_back": {
      const begun = names[suggestion.stream] ?? suggestion.stream;
      const former = "Former customers";
      return { attainment: `Customers with “${begun}”`, eligible: former, population: former };
    }
    case "switches": {
      const without = `Active customers without “${value}”`;
      return { attainment: `Customers with “${value}”`, eligible: without, population: without };
    }
    case "does":
      return {
        attainment: `People with “${names[other!] ?? other}”`,
        eligible: customers,
        population: customers,
      };
    case "chooses":
      return { attainment: `Buyers of “${value}”`, eligible: customers, population: customers };
  }
};

const likenessCohortNames = (answer: SnapshotAnswer): Record<keyof SuggestedCohorts, string> => ({
  attainment: answerText(answer),
  eligible: `Customers in the file with ${answer.column_name}`,
  population: `Customers without ${answerText(answer)}`,
});
