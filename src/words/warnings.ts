// Warnings as sentences: what is wrong with the data or the definition, and what to do about it.

import type { Warning } from "../domain/outcome/evaluation.js";
import type { Diagnosis, WarningCode, WarningFigures } from "../domain/outcome/warnings.js";
import { english, type Formatter } from "./format.js";
import { levelSentence } from "./level.js";
import { counted, people } from "./plural.js";

export const warningTitles: Readonly<Record<Warning["kind"], string>> = {
  leak: "Possible leakage",
  shift: "Drift",
  quiet_stream: "Stale data",
  question: "Check the definition",
  rate: "The rate jumped",
  level: "Wrong level",
};

export const noWarnings = "No warnings. Checked: definition overlap, leakage, drift, stale data.";

export interface WarningData {
  code?: string | undefined;
  figures?: Readonly<Record<string, unknown>> | undefined;
  /** Without a code, or for one that this program does not know. */
  note?: string | undefined;
}

export const warningText = ({ code, figures, note }: WarningData, format: Formatter = english): string =>
  code !== undefined && code in sentences
    ? (sentences[code as WarningCode] as Sentence<unknown>)(figures ?? {}, format)
    : (note ?? "");

export const diagnosisText = (diagnosis: Diagnosis, format: Formatter = english): string =>
  warningText(diagnosis, format);

type Sentence<F> = (figures: F, format: Formatter) => string;

const exclude = (trait: string | null): string =>
  trait === null
    ? "Check that its value is known before people reach the goal. If it is not, exclude this input."
    : `The trait “${trait}” has no date and holds today's value. If it is set when people reach the goal, or later, it reveals the answer: exclude this trait.`;

const horizon = (recurring: boolean): string => (recurring ? " in the newest horizon" : "");

const sentences: { readonly [C in WarningCode]: Sentence<WarningFigures[C]> } = {
  feature_reveals_goal: ({ feature, auc, trait }, { fixed }) =>
    `“${feature}” alone predicts the goal (AUC ${fixed(auc, 2)}). ${exclude(trait)}`,
  feature_dominates: ({ feature, share, trait }, { percent }) =>
    `“${feature}” accounts for ${percent(share)} of the prediction. ${exclude(trait)}`,
  feature_shifted: ({ feature, index, limit }, { fixed }) =>
    `The values of “${feature}” changed abruptly before the test (population stability index ${fixed(index, 2)}, limit ${fixed(limit, 2)}). ` +
    "Check whether the files changed. If the values no longer mean the same, exclude this input.",
  population_shifted: ({ feature, index, limit }, { fixed }) =>
    `These customers differ in “${feature}” from those the model learned from (population stability index ${fixed(index, 2)}, limit ${fixed(limit, 2)}), ` +
    "so their probabilities may be less accurate than in the test. Check whether the files changed. If this pipeline is for a " +
    "special group, create a prediction whose eligible cohort is that group.",
  stream_quiet: ({ stream, quiet_days, usual_gap_days }, format) =>
    `The stream “${stream}” has no events in the last ${format.days(quiet_days)}; a gap is rarely longer than ${format.days(usual_gap_days)}. ` +
    "Upload its newest files. Until then, customers look inactive.",
  rate_jumped: ({ rate, low, high }, { percent }) =>
    `${percent(rate)} reached the goal in the test, compared with ${percent(low)} to ${percent(high)} before. Check that the newest files are ` +
    `complete and mean the same. If they do, expect probabilities that are too ${rate > high ? "low" : "high"} for a while.`,
  level_off: (figures, format) =>
    `${levelSentence(figures, format)} The order of people can be right all the same. Expect fewer or more than the probabilities add up to, and compare ` +
    "predictions with actual results once the horizon is over.",
  nearly_all_reach_goal: ({ rate, horizon_days }, format) =>
    `${format.percent(rate)} of eligible people reach the goal within ${format.days(horizon_days)}, so there is hardly anyone to tell apart. ` +
    "Choose a stricter goal or a shorter horizon.",
  nearly_all_reached_before: ({ rate, day }, format) =>
    `${format.percent(rate)} of the people who were eligible on ${format.day(day)} had already reached the goal and were left out. ` +
    "The prediction covers only the rest. To predict who does it again, make the goal repeatable (recurring).",
  rarely_eligible_before: ({ attained, never_eligible }, format) =>
    `${format.count(never_eligible)} of the ${people(attained, format)} who reached the goal were never eligible before, so the model cannot ` +
    "learn from them. Choose an eligible cohort that people belong to before they reach the goal.",
  events_on_one_day: ({ stream, all_events, events, day }, format) =>
    `${format.count(events)} of the ${counted(all_events, "event", "events", format)} of “${stream}” that count for the goal are dated ${format.day(day)}, ` +
    "which looks like the day of an export. Map datetime to the column that holds the day of the event.",
  cohorts_identical: () =>
    "The goal and the eligible cohort have the same definition, so everyone eligible has already reached the goal. To predict " +
    "who does it again, make the goal repeatable (recurring).",
  count_cannot_fall: ({ stream, min, max }) =>
    `Eligible people have at least ${counted(min, "event")} of “${stream}”, and the goal allows at most ${max}, but counts never fall. ` +
    "Change max_count of the goal or min_count of the eligible cohort.",
  horizon_too_short: ({ away_days, reached_days, occurrence, needed_days }, { days }) =>
    `The goal needs ${days(away_days)} since the ${occurrence} event, and eligible people can reach at most ${days(reached_days)} within the ` +
    `horizon. Set horizon_days to at least ${needed_days}.`,
  no_matching_event: ({ stream, recurring }) =>
    `No event of “${stream}”${horizon(recurring)} matches the conditions of the goal. Check its stream_conditions.`,
  count_out_of_reach: ({ stream, recurring, wanted, most }) =>
    `The goal needs ${counted(wanted, "event")} of “${stream}”${horizon(recurring)}, and nobody has more than ${most}.`,
  amount_out_of_reach: ({ stream, recurring, wanted, most }, { amount }) =>
    `The goal needs a total amount of ${amount(wanted)} in “${stream}”${horizon(recurring)}, and nobody has more than ${amount(most)}.`,
  amount_always_above: ({ stream, recurring, wanted, least }, { amount }) =>
    `The goal allows a total amount of at most ${amount(wanted)} in “${stream}”${horizon(recurring)}, and nobody has less than ${amount(least)}.`,
  nobody_eligible: ({ known, day }, format) =>
    `None of the ${people(known, format)} known on ${format.day(day)}, the newest training date, was eligible. Check the bounds and the ` +
    "recency of the eligible cohort.",
  all_reached_before: ({ eligible, day }, format) =>
    `All ${people(eligible, format)} who were eligible on ${format.day(day)} had already reached the goal. Choose a stricter goal, or make it ` +
    "repeatable (recurring) to predict who does it again.",
  all_in_attrition: ({ eligible, day }, format) =>
    `All ${people(eligible, format)} who were eligible on ${format.day(day)} were in the attrition cohort. Make its bounds stricter.`,
  nearly_all_reach_goal_soon: ({ horizon_days }, { days }) =>
    `Almost everyone reaches the goal within ${days(horizon_days)}. Choose a stricter goal or a shorter horizon.`,
  none_reached_since: ({ day }, format) =>
    `Nobody who was eligible on ${format.day(day)}, the newest training date, has reached the goal since. Check that the newest files ` +
    "are uploaded, or choose a longer horizon.",
  too_few_reach_goal: () =>
    "Choose a longer horizon, a wider eligible cohort or an easier goal, or upload a longer history.",
  few_landmarks: ({ landmarks, quiet_days, horizon_days }, format) =>
    `The model learned from only ${counted(landmarks, "past date", "past dates", format)}, because ` +
    (quiet_days > 0
      ? `hardly anything happened on ${format.days(quiet_days)} of the history. Upload what is missing, or choose a shorter horizon.`
      : `the history is short for a horizon of ${format.days(horizon_days)}. Upload a longer history, or choose a shorter horizon.`) +
    " Until then, expect results that differ from the test.",
  horizon_skips_dates: ({ every_days, horizon_days, needed_days }, { days }) =>
    `The goal's events come on regular dates, about every ${days(every_days)}, and a horizon of ${days(horizon_days)} may end before the next one. ` +
    `Choose a horizon of at least ${days(needed_days)}.`,
  horizons_not_predicted: ({ days }) =>
    `The history is too short to predict these horizons (days): ${days}. Their columns are empty. Upload a longer history, or remove them.`,
  horizons_not_tested: ({ days }) =>
    `The history is too short to test these horizons (days): ${days}. A test needs a past date that lies a whole horizon back, and as long a ` +
    "history before it. Until then, do not rely on their probabilities.",
  exclusions_unknown: ({ names }) =>
    `feature_blocklist names inputs that this prediction does not have: ${names}. They exclude nothing. Copy the names from the ` +
    "features of the analysis, or remove them.",
  features_left_out: ({ most, features, names, further }, format) => {
    const [were, those, them] = features === 1 ? ["was", "that", "it"] : ["were", "those", "them"];
    const others = counted(further, "more property or trait", "more properties and traits", format);
    return (
      `A model learns from at most ${format.count(most)} inputs. ${format.count(features)} more ${were} left out: ${those} of ${names}` +
      `${further > 0 ? ` and ${others}` : ""}. To learn from ${them}, exclude properties and traits that matter ` +
      "less (feature_blocklist), or map fewer columns."
    );
  },
  attributes_unavailable: ({ names }) =>
    `The attributes of the payload name traits that nobody has: ${names}. Their columns are empty, because there are no built-in ` +
    "attributes. Map a column to a trait of that name, or remove them.",
  undated: ({ reason }) =>
    `${reason} So the model learns who is like the people in the goal's cohort today, not who will join it. To predict who will, upload ` +
    "events with dates and map datetime to their column. If likeness is what you want, choose to learn without dates (prediction_mode: static).",
};
