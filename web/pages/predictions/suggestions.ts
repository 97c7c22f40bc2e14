// Choice among suggestions: which are ticked, with which horizon, and what happened in the past within it.

import type { Schemas } from "../../api/client.js";

export type Suggestion = Schemas["Suggestion"];
export type PastRate = Suggestion["horizons"][number];

/** Choices by id of the suggestion. */
export interface Choices {
  ticked: Readonly<Record<string, boolean>>;
  days: Readonly<Record<string, number>>;
  /** Expected amounts and dates too, where there are any. */
  withValue: boolean;
}

export const noChoices: Choices = { ticked: {}, days: {}, withValue: true };

export const canBeLearned = ({ is_learnable: is }: Suggestion): boolean => is;

/** The first that can be learned and does not exist yet is ticked until the reader chooses. */
export const isTicked = (
  suggestion: Suggestion,
  suggestions: readonly Suggestion[],
  { ticked }: Choices,
): boolean => {
  if (!canBeLearned(suggestion)) return false;
  const first = suggestions.find((each) => canBeLearned(each) && !each.outcome_id);
  return ticked[suggestion.id] ?? suggestion === first;
};

/** As chosen, or else as proposed, or else the one with most to learn from. */
export const chosenRate = (suggestion: Suggestion, { days }: Choices): PastRate | undefined => {
  const { id, horizon_days, horizons } = suggestion;
  const wanted = days[id] ?? horizon_days;
  return horizons.find((rate) => rate.days === wanted) ?? horizons.toSorted((a, b) => rarer(b) - rarer(a))[0];
};

/** People of the rarer kind: those who reached the goal, or those who did not. */
export const rarer = ({ people, attained }: Pick<PastRate, "people" | "attained">): number =>
  Math.min(attained, people - attained);

/** The body of the request. */
export const toCreate = (suggestions: readonly Suggestion[], choices: Choices) =>
  suggestions
    .filter((suggestion) => isTicked(suggestion, suggestions, choices))
    .map((suggestion) => {
      const rate = chosenRate(suggestion, choices);
      return {
        id: suggestion.id,
        ...(rate && { horizon_days: rate.days }),
        ...(suggestion.has_value && { value: choices.withValue, dates: choices.withValue }),
      };
    });
