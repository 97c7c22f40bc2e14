// Training of a propensity model whose report can be trusted. The procedure is repeated at past dates
// (origins), as it is delivered today: fitted to the rows that had ended by then, blended and calibrated by
// what was known then. The newest matured landmark is the test; the figures of the origins before it show how
// much dates differ. Then all origins together choose the blend and the calibration of the model, whose
// members are fitted on all rows.
//
// A history too short for an origin is tested on other people alone, and the report says so.

import type { Frame } from "../../domain/outcome/frame.js";
import { type CalendarHorizon, windowEnd } from "../../domain/outcome/label-window.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { maxBlended } from "../../domain/outcome/small-data.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { calibrationName, uncalibrated } from "../calibration/calibration.js";
import { calibrationBins, liftValue, score } from "../evaluation/metrics.js";
import { countMinority, countPositives } from "../numeric/labels.js";
import { sigmoid } from "../numeric/special-functions.js";
import { type Blend, chooseBlend, membersOf } from "./blend.js";
import { hasRepeatBuyers } from "./candidates/bg-nbd.js";
import type { CandidateOptions } from "./candidates/candidate.js";
import { averagedFits, type CandidateName, candidatesFor, meanOfFits } from "./candidates/registry.js";
import { type Challenger, challengersOf } from "./challengers.js";
import { testAtLaterDate } from "./date-test.js";
import { doTasks, type ModelTask, type TaskThreads } from "./fit-tasks.js";
import { type BlendMember, importances, type PropensityModel } from "./model.js";
import {
  calibrationOf,
  type DeliveredOrigin,
  deliver,
  deliverOrigins,
  originRows,
  scoreOrigins,
} from "./origins.js";
import { testOnUnseenPeople } from "./people-test.js";
import { type LabelledFrame, labelled, newestLandmark, rowsAt } from "./rows.js";
import { type RuleGain, ruleGains } from "./rule-gains.js";
import { seasonalError } from "./season.js";
import { scoreUnseenPeople } from "./validation.js";
import { newestError, youngLogShift } from "./young-log.js";

export interface TrainingOptions {
  /** Length of the label window on the day of the prediction; 0 without dates. */
  horizonSeconds: number;
  /** Present where the horizon is one of the calendar, whose windows have other lengths on other days. */
  calendar?: CalendarHorizon | undefined;
  /** The day of the prediction; absent: the end of the newest label window. */
  learnedThrough?: number;
  seed: number;
  /** Names of the features for recency, frequency, tenure and value, recency first; empty where there are none. */
  rfmFeatures: string[];
  /** Names of the features for days with purchases, recency and tenure; empty or absent where there are none. */
  visitFeatures?: string[];
  /** Landmarks have few people each, so that their evidence counts together. Absent: no. */
  isPooled?: boolean;
  /** Threads change the time it takes, not the result. */
  threads?: TaskThreads;
  /** Fraction done, 0 to 1, and the step that begins. */
  onProgress?: (fraction: number, text: string) => void;
}

export interface TrainedPropensity {
  model: PropensityModel;
  report: PropensityReport;
  /** The people at the test landmark, with probabilities from models that had not seen their outcome. */
  test: {
    personId: BigInt64Array;
    label: Uint8Array;
    probability: Float64Array;
    /** The same for each candidate alone. */
    candidates: { name: string; probability: Float64Array }[];
    /** Their features, in the order of the frame's. */
    columns: Float32Array[];
  };
  /** Deliveries at past dates, ascending; the test is the last, where it is of a later date. */
  origins: DeliveredOrigin[];
  /** Gains there over simple rules. */
  gains: RuleGain[];
  challengers: Challenger[];
}

/** Named as in `OutcomeResult`, of which it is a part. */
export interface PropensityReport
  extends Pick<OutcomeResult, "roc_auc" | "lift_value" | "performance" | "blend" | "calibration"> {
  tested_on: "later dates" | "other people";
  test_landmark: number;
  training_rows: number;
  training_attained: number;
  /** In the order of the frame's features; shares sum to 1, or are all 0 where only the constant is used. */
  features: { name: string; importance: number }[];
}

/** Approximate shares of the time after which past dates and the test are done. */
const backtestedBy = 0.5;
const testedBy = 0.75;

/** `input` has labelled rows of all matured landmarks. It throws where all labels are equal. */
export const trainPropensity = (input: Frame, options: TrainingOptions): TrainedPropensity => {
  const frame = labelled(input);
  assert(countMinority(frame.label) > 0, "training needs both labels");
  const progress = options.onProgress ?? (() => {});
  const horizon = options.calendar ?? options.horizonSeconds;
  const candidateOptions = candidateOptionsOf(frame, options);
  const { threads } = options;
  const newest = newestLandmark(frame);
  const tested = rowsAt(frame, newest);
  const possible = originRows(frame, horizon, options.seed, options.isPooled);
  const isLaterDate = possible.at(-1)?.landmark === newest;
  const earlierDates = possible.slice(0, isLaterDate ? -1 : undefined);
  const before = scoreOrigins(earlierDates, candidateOptions, threads, (fraction) =>
    progress(backtestedBy * fraction, "Testing at earlier dates"),
  );
  const testProgress = (fraction: number, text: string) =>
    progress(backtestedBy + (testedBy - backtestedBy) * fraction, text);
  const later = isLaterDate
    ? testAtLaterDate(
        { ...possible.at(-1)!, before, options: candidateOptions, horizon, threads },
        testProgress,
      )
    : null;
  const { raw, alone } = later ?? testOnUnseenPeople(frame, tested, candidateOptions, threads, testProgress);
  const scored = later ? [...before, later.scored] : before;
  const earlier = deliverOrigins(before, horizon, candidateOptions.people);
  const test = deliver(newest, { raw, label: tested.label }, later?.calibration ?? uncalibrated);
  const origins = isLaterDate ? [...earlier, test] : earlier;

  const names = candidatesFor(frame, candidateOptions);
  const evidence = scored.length > 0 ? scored : [scoreUnseenPeople(frame, candidateOptions, threads)];
  const blend = chooseBlend(evidence, names, maxBlended(candidateOptions.people));
  progress(testedBy, "Fitting the model on all rows");
  const members = fitMembers(frame, blend, candidateOptions, threads);
  const { learnedThrough = windowEnd(newest, horizon) } = options;
  const levels = scored.length > 0 ? levelsOf(frame, learnedThrough, candidateOptions) : null;
  const shift = levels ? 0 : youngLogShift(frame, candidateOptions);
  const calibrate = (blend: Blend) =>
    levels ? calibrationOf(blend, scored, levels, horizon) : { ...uncalibrated, shift };
  const calibration = calibrate(blend);
  const model: PropensityModel = { features: frame.names, members, calibration };
  const candidates = alone.map((one) => ({ name: one.name, probability: one.raw.map(sigmoid) }));
  const { bins, ...figures } = reportTest(tested.label, test.probability, candidates);
  progress(1, "Measuring feature importance");
  return {
    model,
    report: {
      ...figures,
      tested_on: isLaterDate ? "later dates" : "other people",
      test_landmark: newest,
      training_rows: frame.rows,
      training_attained: countPositives(frame.label),
      blend: Object.fromEntries(members.map(({ name, weight }) => [name, weight])),
      calibration: { method: calibrationName(calibration), bins },
      features: importances(model),
    },
    test: { ...testedRows(tested), probability: test.probability, candidates },
    origins,
    gains: ruleGains(scored, origins),
    challengers: challengersOf({ blend, evidence, calibrate }, frame, candidateOptions),
  };
};

const testedRows = ({ personId, label, columns }: LabelledFrame) => ({ personId, label, columns });

/** Errors of the level that are expected today. */
const levelsOf = (frame: LabelledFrame, today: number, options: CandidateOptions) => ({
  landmark: today,
  season: seasonalError(frame, today, options),
  newest: newestError(frame, today, options),
});

/** The members of the blend, fitted to all rows. */
const fitMembers = (
  training: LabelledFrame,
  blend: Blend,
  options: CandidateOptions,
  threads: TaskThreads | undefined,
): BlendMember[] => {
  const members = membersOf(blend).map((member) => ({
    ...member,
    tasks: averagedFits(member.name, training, options).map(
      (own): ModelTask => ({ ...member, gives: "model", training, options: own }),
    ),
  }));
  const models = doTasks(
    members.flatMap(({ tasks }) => tasks),
    threads,
  ).values();
  return members.map(({ name, weight, tasks }) => ({
    name,
    weight,
    fitted: meanOfFits(
      name,
      tasks.map(() => models.next().value!),
    ),
  }));
};

export const candidateOptionsOf = (
  frame: LabelledFrame,
  { rfmFeatures, visitFeatures = [], horizonSeconds, seed }: TrainingOptions,
): CandidateOptions => {
  const visits = visitFeatures.map((name) => featureIndex(frame, name));
  const isDated = horizonSeconds > 0;
  return {
    rfm: rfmFeatures.map((name) => featureIndex(frame, name)),
    visits: isDated && hasRepeatBuyers(frame, visits) ? visits : [],
    histories: isDated ? visits : [],
    horizonDays: horizonSeconds / secondsPerDay,
    people: new Set(frame.personId).size,
    seed,
  };
};

const featureIndex = (frame: Frame, name: string): number => {
  const index = frame.names.indexOf(name);
  assert(index >= 0, `the frame has no feature ${name}`);
  return index;
};

/** The part of the report that follows from the test's probabilities alone. */
export const reportTest = (
  label: Uint8Array,
  probability: Float64Array,
  candidates: { name: CandidateName; probability: Float64Array }[],
) => ({
  roc_auc: score(probability, label).auc,
  lift_value: liftValue(probability, label),
  performance: {
    model: score(probability, label),
    candidates: Object.fromEntries(candidates.map((c) => [c.name, score(c.probability, label)])),
  },
  bins: calibrationBins(probability, label),
});
