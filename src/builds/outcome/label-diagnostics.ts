// Diagnostics of labels: counts that explain why there are too few, and warnings about labels that are there.

import type { TrainingLandmark, Warning } from "../../domain/outcome/evaluation.js";
import { type EventDates, surelyDatedDays } from "../../domain/outcome/event-dates.js";
import { type Horizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { Diagnosis } from "../../domain/outcome/warnings.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import {
  causeOfTooFewLabels,
  type LabelFacts,
  labelWarnings,
  rateWarnings,
} from "../../model/evaluation/label-diagnostics.js";
import type { Span } from "../../warehouse/cohorts/criteria.js";
import {
  attainedAfterEligible,
  busiestDay,
  eligibilityCounts,
  eventExtremes,
} from "../../warehouse/cohorts/outcome-counts.js";
import type { Engine } from "../../warehouse/engine.js";
import { diagnosisText } from "../../words/warnings.js";
import { configuredAsStatic, type PredictionTask } from "./prediction-task.js";

/** The most likely cause of too few labels of either kind, and what to change. */
export const whyTooFewLabels = async (
  task: PredictionTask,
  labels: { attained: number; notAttained: number },
  engine: Engine,
): Promise<string> => {
  if (task.staticReason === null)
    return diagnosisText(skippedDates(task) ?? causeOfTooFewLabels(await labelFacts(task, engine), labels));
  return (
    `${task.staticReason} So the model learns from who is in the goal's cohort today, and the eligible cohort must include ` +
    "people who are in it and people who are not."
  );
};

/**
 * Without dates the labels are the attainment cohort itself: the only warning is that nobody asked for this. `rate`: the
 * share of the tested people who attained.
 */
export const warningsAboutLabels = async (
  task: PredictionTask,
  rate: number,
  training: readonly TrainingLandmark[],
  engine: Engine,
): Promise<Warning[]> => {
  if (task.staticReason !== null) return undatedWarnings(task.staticReason);
  const skipped = skippedDates(task);
  return [
    ...landmarkWarnings(task),
    ...(skipped ? [{ kind: "question" as const, about: "horizon_days", ...skipped }] : []),
    ...labelWarnings(await labelFacts(task, engine), rate),
    ...rateWarnings(training),
  ];
};

/** A horizon that is too short to have a date of the log wherever it begins. */
export const skippedDates = ({
  eventDates,
  horizon,
  horizonDays,
}: Pick<PredictionTask, "eventDates" | "horizon" | "horizonDays">): Diagnosis | null => {
  const needed = eventDates && surelyDatedDays(eventDates);
  if (!eventDates || !needed || horizonDays >= needed || meetsEachMonth(horizon, eventDates)) return null;
  return {
    code: "horizon_skips_dates",
    figures: { every_days: eventDates.everyDays, horizon_days: horizonDays, needed_days: needed },
  };
};

/** Whether calendar months hold a date wherever they begin. */
const meetsEachMonth = (horizon: Horizon, { rule }: EventDates): boolean =>
  typeof horizon !== "number" &&
  "months" in horizon &&
  rule !== null &&
  "months" in rule &&
  horizon.months >= rule.months;

/** With fewer, or none whose label window had ended at the newest, nothing shows how much dates differ. */
const minLandmarks = 3;

export const landmarkWarnings = ({
  landmarks,
  quietPeriods,
  horizon,
  horizonDays,
}: Pick<PredictionTask, "landmarks" | "quietPeriods" | "horizon" | "horizonDays">): Warning[] => {
  const isTestable = windowEnd(landmarks[0]!, horizon) <= landmarks.at(-1)!;
  if (isTestable && landmarks.length >= minLandmarks) return [];
  const quiet = quietPeriods.reduce((sum, { from, until }) => sum + until - from, 0);
  const figures = {
    landmarks: landmarks.length,
    quiet_days: Math.round(quiet / secondsPerDay),
    horizon_days: horizonDays,
  };
  return [{ kind: "question", about: "attainment", code: "few_landmarks", figures }];
};

/** None where the owner chose to learn without dates. */
export const undatedWarnings = (reason: string): Warning[] =>
  reason === configuredAsStatic
    ? []
    : [{ kind: "question", about: "attainment", code: "undated", figures: { reason } }];

/** Counts at the newest landmark of a task with dates. */
export const labelFacts = async (
  { objective, inputs, horizon, horizonDays, landmarks }: PredictionTask,
  engine: Engine,
): Promise<LabelFacts> => {
  const { attainment, eligible, recurring } = objective;
  const newest = landmarks.at(-1)!;
  const until = windowEnd(newest, horizon);
  const span: Span = { from: recurring ? newest : null, until };
  type Census = Omit<LabelFacts["newest"], "date">;
  const counts = await engine.row<{ [K in keyof Census]: number }>(
    eligibilityCounts(objective, inputs, newest),
  );
  const most = await engine.row<{
    people: number;
    max_events: number;
    max_value: number;
    min_value: number;
  }>(eventExtremes(attainment, inputs, span));
  const ever = await engine.row<{ attained: number; eligible_before: number }>(
    attainedAfterEligible(objective, inputs, until),
  );
  const [busiest] = await engine.rows<{ active_day: number; events: number; all_events: number }>(
    busiestDay(attainment, inputs, until),
  );
  const isDatable = !recurring && attainment.recency === undefined;
  return {
    attainment,
    eligible,
    recurring,
    horizonDays,
    newest: { date: dateOf(newest), ...counts },
    reach:
      most.people === 0
        ? null
        : { events: most.max_events, worth: most.max_value, leastWorth: most.min_value },
    ever: isDatable ? { attained: ever.attained, eligibleBefore: ever.eligible_before } : null,
    busiest: busiest
      ? {
          date: dateOf(busiest.active_day * secondsPerDay),
          events: busiest.events,
          allEvents: busiest.all_events,
        }
      : null,
  };
};

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
