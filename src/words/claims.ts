// Claims in sentences: what was claimed, what came, and how many claims held.

import type { CalendarFields } from "../domain/outcome/label-window.js";
import {
  type ChallengeVerdict,
  challengeVerdicts,
  type KeptChallenger,
} from "../domain/pipeline/challenger.js";
import type { ClaimMeasure, ClaimTally, ClaimVerdict, VoidReason } from "../domain/pipeline/claim.js";
import { english, type Formatter, type Moment } from "./format.js";
import { candidatePhrase } from "./labels.js";
import { counted, listed, people } from "./plural.js";

export interface ClaimCounts extends Omit<ClaimTally, "next_judged_from"> {
  /** When the next open claim can be judged; absent where none is open. */
  next_judged_from?: Moment | undefined;
}

/** "Of 24 claims judged, 23 held. 5 are open: the next can be judged once the data reach 3 March 2026." */
export const claimCountsSentence = (
  { made, open, judged, held, void: voided, next_judged_from: next, against_rule }: ClaimCounts,
  format: Formatter = english,
): string => {
  const { count, day } = format;
  if (made === 0) return "No claims yet. The first is made when a pipeline scores people.";
  const reach = next === undefined ? "" : `can be judged once the data reach ${day(next)}`;
  const first =
    judged === 0 && open > 0 ? `${counted(open, "claim", "claims", format)} made. The first ${reach}.` : "";
  const done =
    judged === 0 ? "" : `Of ${counted(judged, "claim", "claims", format)} judged, ${count(held)} held.`;
  const more =
    judged > 0 && open > 0
      ? `${count(open)} ${open === 1 ? "is open: it" : "are open: the next"} ${reach}.`
      : "";
  const lost = voided > 0 ? `${count(voided)} can no longer be judged.` : "";
  return [first, done, ruleSentence(against_rule, format), more, lost]
    .filter((part) => part !== "")
    .join(" ");
};

/** "Beside a simple rule, 20 lists were better, 3 level and 1 worse." Empty where none is judged beside one. */
const ruleSentence = (against: ClaimCounts["against_rule"], format: Formatter): string => {
  const shown = challengeVerdicts.filter((verdict) => against[verdict] > 0);
  const [first, ...others] = shown;
  if (first === undefined) return "";
  const lists = `${counted(against[first], "list was", "lists were", format)} ${first}`;
  const parts = [lists, ...others.map((verdict) => `${format.count(against[verdict])} ${verdict}`)];
  return `Beside a simple rule, ${listed(parts)}.`;
};

interface Figure {
  expected: number;
  expected_low: number;
  expected_high: number;
  observed?: number | undefined;
  first_observed?: number | undefined;
  about?: number | undefined;
}

export interface ClaimFigures extends CalendarFields {
  verdict: ClaimVerdict;
  void_reason?: VoidReason | undefined;
  goal: string;
  cutoff: Moment;
  judged_from: Moment;
  people: number;
  currency?: string | undefined;
  measures: readonly (Figure & { measure: ClaimMeasure })[];
}

export const claimMeasureLabels: Readonly<Record<ClaimMeasure, string>> = {
  people: "People",
  amount: "Amount",
  count: "Events",
  auc: "AUC",
};

/** A number of a measure, with the currency of amounts. */
export const claimNumber = (
  value: number,
  measure: ClaimMeasure,
  currency: string | undefined,
  { fixed, count }: Formatter = english,
): string => {
  if (measure === "auc") return fixed(value, 2);
  return `${count(value)}${measure === "amount" && currency !== undefined ? ` ${currency}` : ""}`;
};

/**
 * "452 of 2,000 people expected to buy again by 10 February 2026 (411 to 496): 441 did. Held." While late
 * events may still come, "441 did so far of about 449".
 */
export const claimSentence = (claim: ClaimFigures, format: Formatter = english): string => {
  const { goal, verdict, void_reason } = claim;
  const figure = claim.measures.find(({ measure }) => measure === "people");
  // The end of a calendar period is midnight of the next day.
  const isPeriod = claim.horizon_through !== undefined;
  const by = `by ${format.day(new Date(claim.judged_from).getTime() - (isPeriod ? 1000 : 0))}`;
  if (!figure)
    return `${people(claim.people, format)} scored, expected to ${goal} ${by}. ${claimVerdictLabels[verdict]}.`;
  const { expected, expected_low: low, expected_high: high, observed, first_observed: first } = figure;
  const interval = format.range({ low, high }, format.count);
  const claimed = `${format.count(expected)} of ${people(claim.people, format)} expected to ${goal} ${by} (${interval})`;
  if (void_reason) return `${claimed}. Void: ${voidReasonPhrases[void_reason]}.`;
  if (observed === undefined) return `${claimed}. Open.`;
  const late = soFar(figure, format.count);
  const restated = first === undefined || first === observed ? "" : `, ${format.count(first)} at first`;
  return `${claimed}: ${format.count(observed)} did${late}${restated}. ${claimVerdictLabels[verdict]}.`;
};

/** " so far of about 449", while late events may still come; empty where they would change nothing that is shown. */
export const soFar = (
  { observed, about }: Pick<Figure, "observed" | "about">,
  show: (value: number) => string,
): string =>
  observed === undefined || about === undefined || show(about) === show(observed)
    ? ""
    : ` so far of about ${show(about)}`;

export interface ChallengeFigures extends KeptChallenger {
  verdict: ChallengeVerdict;
  auc?: number | undefined;
}

export const challengeVerdictLabels: Readonly<Record<ChallengeVerdict, string>> = {
  better: "Better",
  level: "Level",
  worse: "Worse",
};

/** "Better than ranking by recency only (AUC 0.71)": the list beside a model that was not delivered. */
export const challengePhrase = (
  { role, name, verdict, auc }: ChallengeFigures,
  { fixed }: Formatter = english,
): string => {
  const other = `${candidatePhrase(name)}${role === "member" ? " alone" : ""}`;
  const ranked = auc === undefined ? "" : ` (AUC ${fixed(auc, 2)})`;
  return `${challengeVerdictLabels[verdict]} ${verdict === "level" ? "with" : "than"} ${other}${ranked}`;
};

export const claimVerdictLabels: Readonly<Record<ClaimVerdict, string>> = {
  open: "Open",
  held: "Held",
  broken: "Broken",
  void: "Void",
};

export const voidReasonPhrases: Readonly<Record<VoidReason, string>> = {
  definition_changed: "the prediction has another definition now",
  prediction_removed: "the pipeline no longer makes the prediction",
  pipeline_deleted: "the pipeline was deleted",
  scores_lost: "its scores were damaged",
  nobody_left: "none of its people can be judged any more",
};
