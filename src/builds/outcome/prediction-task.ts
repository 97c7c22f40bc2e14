// The prediction task of an outcome: landmarks, horizon and eligible people. With dates there is one row per
// person and landmark, labelled by what happened within the horizon. Without dates there is one row per
// person, labelled by membership now.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { knownAnswers } from "../../domain/data/snapshot.js";
import { type EventDates, eventDates } from "../../domain/outcome/event-dates.js";
import {
  calendarFieldsOf,
  calendarOf,
  type Horizon,
  refittedSeconds,
  usualSeconds,
  windowDays,
  windowEnd,
} from "../../domain/outcome/label-window.js";
import {
  type LogDays,
  landmarks,
  nearLandmarksFor,
  neededDays,
  stepDays,
} from "../../domain/outcome/landmarks.js";
import type { OutcomeConfig } from "../../domain/outcome/outcome.js";
import { type Period, quietPeriods } from "../../domain/outcome/quiet-periods.js";
import { endOfDay, lastRefit, type Refit, refitOf } from "../../domain/outcome/refit.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { type Refusal, refuse } from "../../errors/refusal.js";
import { minPerLabel } from "../../model/evaluation/label-diagnostics.js";
import type { History } from "../../warehouse/cohorts/eligibility.js";
import { dailyEvents } from "../../warehouse/cohorts/event-counts.js";
import { chooseHorizon } from "../../warehouse/cohorts/horizon.js";
import {
  type CohortInputs,
  type Objective,
  sampleInputs,
  undatedReason,
  undatedStream,
} from "../../warehouse/cohorts/inputs.js";
import { type LabelCounts, labelCounts } from "../../warehouse/cohorts/outcome-counts.js";
import { definingStreams, definingTraits, spine, staticSpine } from "../../warehouse/cohorts/spine.js";
import type { Engine } from "../../warehouse/engine.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import { cohortInputs } from "../kind/relations.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

/** An outcome's configuration with the definitions of its cohorts. */
export interface OutcomeSpec {
  config: OutcomeConfig;
  attainment: CohortConfig;
  eligible: CohortConfig | null;
  attrition: CohortConfig | null;
  /** Absent: whether people are active is part of the probability. */
  active?: CohortConfig;
}

export interface OutcomeInput extends OutcomeSpec {
  account: AccountSnapshot;
  /** Directory of the previous build, whose training may be kept; null or absent for none. */
  previousDir?: string | null;
  /** Version of the outcome's kind: another version trains in another way. */
  version?: number;
}

export interface PredictionTask {
  objective: Objective;
  inputs: CohortInputs;
  /** The reason why the task has no dates; null if it has. */
  staticReason: string | null;
  horizon: Horizon;
  /** Length of the label window of `learnedThrough`; 0 without dates. */
  horizonDays: number;
  isHorizonChosen: boolean;
  /** Ascending; without dates, now alone. */
  landmarks: EpochSeconds[];
  /** The model learns from events before it; null without dates. */
  learnedThrough: EpochSeconds | null;
  /** Once the data reach it, the model is fitted again; null without dates. */
  refitAt: EpochSeconds | null;
  /** Few people are active after each landmark: there are more of them, and their evidence counts together. */
  isPooled: boolean;
  /** Ascending; no landmark looks forward into them. */
  quietPeriods: Period[];
  /** The dates that nearly all events of the goal are on; null for a log that goes on all the time. */
  eventDates: EventDates | null;
  /** Streams and traits that would leak the label. */
  excludeStreams: string[];
  excludeTraits: string[];
  /** The people of one landmark with their labels. Over all landmarks there are about `trainingRows` at most. */
  spine(landmark: EpochSeconds): Relation;
}

/** The account as of the day through which inputs are observed: whatever reads events reads them before its cutoff. */
export const asObserved = <I extends Pick<OutcomeInput, "config" | "account">>(input: I): I => {
  const day = input.config.predictors?.max_observation_date;
  if (day === undefined) return input;
  const dataThrough = Math.min(input.account.dataThrough, Date.parse(day) / 1000);
  return { ...input, account: { ...input.account, dataThrough } };
};

/** More training rows than this make a model slower and no better. */
const trainingRows = 300_000;

/** Refuses `history-too-short`, `history-too-quiet`, `question-undated` and `active-without-events`. */
export const predictionTask = async (input: OutcomeInput, engine: Engine): Promise<PredictionTask> => {
  const { config, account } = input;
  const objective = objectiveOf(input);
  const inputs = cohortInputs(account);
  const isStatic = config.prediction_mode === "static";
  const undated = undatedStream(objective, inputs);
  if (!isStatic && undated !== null && isDatedQuestion(config))
    throw refuse("question-undated", { stream: undated });
  const staticReason = isStatic ? configuredAsStatic : undatedReason(objective, inputs);
  refuseInactive(objective, staticReason);
  return staticReason === null
    ? datedTask(objective, inputs, input, engine)
    : staticTask(objective, inputs, account, staticReason);
};

/** Refuses `active-without-events`. */
const refuseInactive = ({ active }: Objective, staticReason: string | null): void => {
  if (!active) return;
  if (staticReason !== null) throw refuse("active-without-events", { cause: staticReason });
  if (active.stream_name === undefined)
    throw refuse("active-without-events", {
      cause: "The active cohort is defined by traits or places alone, which have no dates.",
    });
};

export const configuredAsStatic = "The outcome is configured as static.";

/** Whether the outcome says when: it has a horizon or a last day, or is about people who do it again. */
const isDatedQuestion = (config: OutcomeConfig): boolean =>
  isHorizonGiven(config) ||
  config.recurring === true ||
  config.predictors?.max_observation_date !== undefined;

const isHorizonGiven = (config: OutcomeConfig): boolean => givenHorizon(config) !== undefined;

const givenHorizon = (config: OutcomeConfig): Horizon | undefined =>
  calendarOf(config) ?? (config.horizon_days === undefined ? undefined : config.horizon_days * secondsPerDay);

export const objectiveOf = ({ config, active, ...cohorts }: OutcomeSpec): Objective => {
  const { attainment, eligible, attrition } = cohorts;
  const { recurring = false, undecided = "not_attained" } = config;
  return { attainment, eligible, attrition, ...(active && { active }), undecided, recurring };
};

const datedTask = async (
  objective: Objective,
  inputs: CohortInputs,
  { config, account }: OutcomeInput,
  engine: Engine,
): Promise<PredictionTask> => {
  const all = historyOf(objective, account);
  const horizon =
    givenHorizon(config) ??
    secondsPerDay * (await chooseHorizon(engine, objective, inputs, untilLastRefit(all, choiceSeconds)));
  const { history, refitAt, days, found, isPooled } = await findLandmarks(
    objective,
    inputs,
    all,
    horizon,
    engine,
  );
  const horizonDays = windowDays(history.dataThrough, horizon);
  if (found.length === 0) {
    const shorter = await shorterHorizon(objective, inputs, all, horizonDays, engine);
    throw refuseHistory(history, { horizon, horizonDays }, shorter, days.quiet);
  }
  const sample = sampleInputs(inputs, sampleShare(account, found.length));
  return {
    objective,
    inputs,
    staticReason: null,
    horizon,
    horizonDays,
    isHorizonChosen: !isHorizonGiven(config),
    landmarks: found,
    isPooled,
    learnedThrough: history.dataThrough,
    refitAt,
    quietPeriods: [...days.quiet],
    eventDates: days.dates,
    excludeStreams: [],
    excludeTraits: [],
    spine: (landmark) => spine(objective, sample, landmark, windowEnd(landmark, horizon)),
  };
};

interface Landmarks {
  /** History that is learned from: it ends at the last refit. */
  history: History;
  refitAt: EpochSeconds;
  days: LogDays;
  /** Ascending; none where the history is too short or too quiet. */
  found: EpochSeconds[];
  isPooled: boolean;
}

const findLandmarks = async (
  objective: Objective,
  inputs: CohortInputs,
  all: History,
  horizon: Horizon,
  engine: Engine,
): Promise<Landmarks> => {
  const { learnedThrough, refitAt } = await lastRefitOf(objective, inputs, all, horizon, engine);
  const history = { ...all, dataThrough: learnedThrough };
  const days = await logDays(objective, inputs, history, usualSeconds(horizon), engine);
  const found = landmarks(history.oldest, learnedThrough, horizon, days);
  const near = await nearFor(objective, inputs, found, horizon, engine);
  const isPooled = near !== undefined;
  return {
    history,
    refitAt,
    days,
    found: isPooled ? landmarks(history.oldest, learnedThrough, horizon, days, near) : found,
    isPooled,
  };
};

/** Near landmarks where fewer people are active than usual ones need; undefined elsewhere. */
const nearFor = async (
  objective: Objective,
  inputs: CohortInputs,
  found: readonly EpochSeconds[],
  horizon: Horizon,
  engine: Engine,
): Promise<number | undefined> => {
  const newest = found.at(-1);
  if (!objective.active || newest === undefined) return undefined;
  const { attained, not_attained } = await engine.row<LabelCounts>(
    labelCounts(spine(objective, inputs, newest, windowEnd(newest, horizon))),
  );
  const near = nearLandmarksFor(attained + not_attained);
  return near > nearLandmarksFor(Number.POSITIVE_INFINITY) ? near : undefined;
};

/**
 * The newest landmark that a prediction of the objective would have; undefined where the history is too short
 * or too quiet.
 */
export const newestLandmarkOf = async (
  objective: Objective,
  inputs: CohortInputs,
  account: AccountSnapshot,
  horizonSeconds: number,
  engine: Engine,
): Promise<EpochSeconds | undefined> => {
  const history = historyOf(objective, account);
  return (await findLandmarks(objective, inputs, history, horizonSeconds, engine)).found.at(-1);
};

/** The horizon is chosen as often as a model of this horizon is fitted. */
const choiceSeconds = 90 * secondsPerDay;

const untilLastRefit = (history: History, horizonSeconds: number): History => {
  const dataThrough = lastRefit(history.dataThrough, horizonSeconds);
  return isLongEnough(history, dataThrough, horizonSeconds) ? { ...history, dataThrough } : history;
};

/** The last refit and the next. It learns from all of a history that is too short to leave out its end. */
const lastRefitOf = async (
  objective: Objective,
  inputs: CohortInputs,
  all: History,
  horizon: Horizon,
  engine: Engine,
): Promise<Refit> => {
  const until = endOfDay(all.dataThrough);
  const dates = await datesBefore(until, objective, inputs, all, usualSeconds(horizon), engine);
  const daily = await eventsByDay(definingStreams(objective), inputs, all, until, engine);
  const refit = refitOf(all.dataThrough, refittedSeconds(horizon), dates, daily);
  return isLongEnough(all, refit.learnedThrough, horizon)
    ? refit
    : { ...refit, learnedThrough: all.dataThrough };
};

const isLongEnough = ({ oldest }: History, dataThrough: EpochSeconds, horizon: Horizon): boolean =>
  landmarks(oldest, dataThrough, horizon).length > 0;

const logDays = async (
  objective: Objective,
  inputs: CohortInputs,
  history: History,
  horizonSeconds: number,
  engine: Engine,
): Promise<LogDays> => {
  const { dataThrough } = history;
  const { events, from } = await eventsByDay(
    definingStreams(objective),
    inputs,
    history,
    dataThrough,
    engine,
  );
  return {
    // Pauses shorter than the distance between landmarks are usual.
    quiet: quietPeriods(events, from, stepDays(horizonSeconds)),
    dates: await datesBefore(dataThrough, objective, inputs, history, horizonSeconds, engine),
  };
};

/** Dates of the goal's events. */
const datesBefore = async (
  until: EpochSeconds,
  { attainment }: Objective,
  inputs: CohortInputs,
  history: History,
  horizonSeconds: number,
  engine: Engine,
): Promise<EventDates | null> => {
  const names = attainment.stream_name === undefined ? [] : [attainment.stream_name];
  const { events, from } = await eventsByDay(names, inputs, history, until, engine);
  return eventDates(events, from, stepDays(horizonSeconds));
};

/**
 * Numbers of events in the days since the history's first event: whole days before `until`, the first of
 * which begins at `from`.
 */
const eventsByDay = async (
  names: readonly string[],
  inputs: CohortInputs,
  { oldest }: History,
  until: EpochSeconds,
  engine: Engine,
): Promise<{ events: number[]; from: EpochSeconds }> => {
  const from = until - Math.ceil((until - oldest) / secondsPerDay) * secondsPerDay;
  return { events: await dailyEvents(engine, names, inputs, { from, until }), from };
};

/** Horizons that people ask for, in days, the longest first. */
const usualHorizons = [365, 182, 91, 60, 30, 14, 7];

/**
 * Where a horizon is refused: the longest shorter one that has landmarks, and enough people of both labels at
 * the newest; null for none.
 */
const shorterHorizon = async (
  objective: Objective,
  inputs: CohortInputs,
  all: History,
  horizonDays: number,
  engine: Engine,
): Promise<number | null> => {
  for (const days of usualHorizons.filter((usual) => usual < horizonDays)) {
    const horizonSeconds = days * secondsPerDay;
    const newest = (await findLandmarks(objective, inputs, all, horizonSeconds, engine)).found.at(-1);
    if (newest === undefined) continue;
    const people = spine(objective, inputs, newest, newest + horizonSeconds);
    const labels = await engine.row<LabelCounts>(labelCounts(people));
    if (Math.min(labels.attained, labels.not_attained) >= minPerLabel) return days;
  }
  return null;
};

const refuseHistory = (
  { oldest, dataThrough }: History,
  { horizon, horizonDays }: Pick<PredictionTask, "horizon" | "horizonDays">,
  shorter: number | null,
  quiet: readonly Period[],
): Refusal => {
  const days = Math.floor((dataThrough - oldest) / secondsPerDay);
  const adviceOr = (upload: string) =>
    shorter === null ? `Upload ${upload}.` : `Set horizon_days to ${shorter}, or upload ${upload}.`;
  if (!isLongEnough({ oldest, dataThrough }, dataThrough, horizon))
    return refuse("history-too-short", {
      days,
      horizon_days: horizonDays,
      advice: adviceOr(`a history of at least ${neededDays(horizonDays)} days`),
    });
  const quietDays = quiet.reduce((sum, { from, until }) => sum + (until - from) / secondsPerDay, 0);
  return refuse("history-too-quiet", {
    days,
    quiet_days: Math.round(quietDays),
    horizon_days: horizonDays,
    advice: adviceOr("what is missing on these days"),
  });
};

/**
 * The times up to which a task with dates reads events. Where they, the events before `until` and all else
 * are the same, so is the task.
 */
export interface EventSpan {
  oldest: EpochSeconds;
  learnedThrough: EpochSeconds;
  horizonChosenThrough: EpochSeconds;
  /** Exclusive. */
  until: EpochSeconds;
  refitAt: EpochSeconds;
}

export const eventSpan = async (
  input: OutcomeInput,
  horizonDays: number,
  engine: Engine,
): Promise<EventSpan> => {
  const [objective, inputs] = [objectiveOf(input), cohortInputs(input.account)];
  const all = historyOf(objective, input.account);
  const horizon = calendarOf(input.config) ?? horizonDays * secondsPerDay;
  const { learnedThrough, refitAt } = await lastRefitOf(objective, inputs, all, horizon, engine);
  const horizonChosenThrough = !isHorizonGiven(input.config)
    ? untilLastRefit(all, choiceSeconds).dataThrough
    : learnedThrough;
  const until = Math.max(learnedThrough, horizonChosenThrough);
  return { oldest: all.oldest, learnedThrough, horizonChosenThrough, until, refitAt };
};

const staticTask = (
  objective: Objective,
  inputs: CohortInputs,
  account: AccountSnapshot,
  staticReason: string,
): PredictionTask => ({
  objective,
  inputs,
  staticReason,
  horizon: 0,
  horizonDays: 0,
  isHorizonChosen: false,
  landmarks: [account.dataThrough],
  isPooled: false,
  learnedThrough: null,
  refitAt: null,
  quietPeriods: [],
  eventDates: null,
  excludeStreams: definingStreams(objective),
  excludeTraits: definingTraits(objective),
  spine: (now) =>
    staticSpine(
      objective,
      sampleInputs(inputs, sampleShare(account, 1)),
      now,
      knownAnswers(objective, account.answers ?? []),
    ),
});

/** Part of the result that describes the task. */
export const methodOf = (task: PredictionTask, config: OutcomeConfig) => ({
  mode: task.staticReason === null ? ("point_in_time" as const) : ("static" as const),
  static_reason: task.staticReason,
  horizon_days: task.horizonDays,
  ...calendarFieldsOf(config),
  horizon_chosen_from_data: task.isHorizonChosen,
  landmarks: task.landmarks,
  quiet_periods: task.quietPeriods,
  learned_through: task.learnedThrough,
  refit_at: task.refitAt,
});

/** A share of people in steps of a quarter of an octave: a few new people leave the sample as it is. */
export const sampleShare = ({ people }: AccountSnapshot, landmarks: number): number => {
  const share = trainingRows / Math.max(1, people.people_count * landmarks);
  return Math.min(1, 2 ** (Math.floor(4 * Math.log2(share)) / 4));
};

/** The streams of the eligible people and of the goal, in this order. */
export const definingStreamsOf = ({ attainment, eligible }: OutcomeSpec): string[] =>
  [eligible?.stream_name, attainment.stream_name].filter((name) => name !== undefined);

/** History starts once every stream that defines the outcome has events, and has no length without any. */
const historyOf = (objective: Objective, { streams, dataThrough }: AccountSnapshot): History => {
  const defining = definingStreams(objective);
  const oldest = streams
    .filter(({ name, result }) => defining.includes(name) && result.oldest !== null)
    .map(({ result }) => result.oldest!);
  return { oldest: oldest.length > 0 ? Math.max(...oldest) : dataThrough, dataThrough };
};
