// Training of a model of horizons on the rows of a propensity model. As there, the procedure is repeated at
// past dates: hazards are fitted to what was known of the rows by then, blended and calibrated by what
// earlier dates had shown by then, and anchored at the probability that would have been delivered. Long
// horizons are tested at earlier dates than short ones, as far back as it takes for them to be over.

import type { Frame } from "../../domain/outcome/frame.js";
import { maxBlended } from "../../domain/outcome/small-data.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { adjustmentFor } from "../calibration/adjustment.js";
import { type Calibration, uncalibrated } from "../calibration/calibration.js";
import { countMinority } from "../numeric/labels.js";
import { logit, logitLoss } from "../numeric/special-functions.js";
import { type Blend, blendScores, chooseBlend, membersOf, usualBlend } from "../propensity/blend.js";
import type { CandidateOptions } from "../propensity/candidates/candidate.js";
import type { CandidateName } from "../propensity/candidates/registry.js";
import { levelMargin } from "../propensity/expected-total.js";
import { deliverOrigins, originRows, scoreOrigins } from "../propensity/origins.js";
import {
  endedBefore,
  isEnoughToTrain,
  type LabelledFrame,
  labelled,
  landmarksOf,
  newestLandmark,
  rowsAt,
  rowsWhere,
  samplePeople,
} from "../propensity/rows.js";
import { candidateOptionsOf, type TrainedPropensity, type TrainingOptions } from "../propensity/train.js";
import type { Evidence } from "../propensity/validation.js";
import { curvesOf } from "./curve.js";
import {
  fitHazards,
  type HazardOptions,
  type HazardScores,
  hazardCandidates,
  scoreHazards,
} from "./hazards.js";
import { type HorizonsModel, shifted } from "./model.js";
import { timingOf } from "./timing.js";
import { type Bounds, knownAfter, periodOf, reachedWithin, type WaitingFrame, type Waits } from "./waits.js";

export interface HorizonsTraining extends TrainingOptions {
  /** Ascending days, the outcome's own horizon among them. */
  bounds: Bounds;
}

/** Probabilities that would have been delivered at a past date, and what happened after it. */
export interface HorizonsOrigin extends Waits {
  landmark: number;
  /** Bounds of the horizons that could be learned then. */
  bounds: Bounds;
  /** Per interval, probabilities of the people. */
  curves: Float64Array[];
  timing: HorizonsModel["timing"];
}

export interface TrainedHorizons {
  /** Model, whose bounds are the horizons that can be learned. */
  model: HorizonsModel;
  blend: Record<string, number>;
  /** Ascending. */
  origins: HorizonsOrigin[];
}

/** Rows of waits fewer than which teach nothing about a horizon. */
const minPeriods = 20;
const maxPeriods = 300_000;
/** Earlier dates need fewer. */
const maxEarlierPeriods = 100_000;
const maxEarlierRows = 60_000;

/**
 * `rows` begins with those of the frame; rows of newer landmarks may follow, which the outcome's own horizon
 * is too long for. Their labels are not read, and waits are as known at the end of the history that is
 * learned from.
 */
export const trainHorizons = (
  input: Frame,
  rows: WaitingFrame,
  learned: Pick<TrainedPropensity, "origins">,
  training: HorizonsTraining,
): TrainedHorizons => {
  const frame = labelled(input);
  assert(rows.wait.length === rows.frame.rows, "a wait for each row");
  const { horizonSeconds, threads } = training;
  const options = candidateOptionsOf(frame, training);
  const main = horizonSeconds / secondsPerDay;
  const bounds = learnable(rows, training.bounds, main);
  const dated = datedRows(rows, withRowNumbers(frame), bounds, learned, { main, training, options });
  const scored = dated.map((date, i) => {
    training.onProgress?.((0.8 * i) / dated.length, "Testing horizons at earlier dates");
    return scoreDate(date, rows, bounds, main, { ...options, maxPeriods: maxEarlierPeriods, threads });
  });
  const most = maxBlended(options.people);
  const origins = scored.map((one) => deliver(one, knownAt(scored, one.landmark), main, most));

  training.onProgress?.(0.8, "Fitting horizons on all rows");
  const names = hazardCandidates(frame, options);
  const known = knownAt(scored, Number.POSITIVE_INFINITY);
  const { learnedThrough = newestLandmark(frame) + horizonSeconds } = training;
  const blend = blendFrom(known, names, most);
  const members = membersOf(blend);
  const fits = fitHazards(members, rows, bounds, { ...options, maxPeriods, threads });
  return {
    model: {
      bounds,
      members: members.map(({ name, weight }, m) => ({ name, weight, fitted: fits[m]! })),
      calibrations: calibrationsFrom(known, blend, bounds, learnedThrough),
      main: bounds.indexOf(main),
      follows: followsFrom(known, blend, bounds, main),
      timing: timingOf(rows, bounds),
      levelMargins: bounds.map((days) => marginOf(origins, days)),
    },
    blend: Object.fromEntries(members.map(({ name, weight }) => [name, weight])),
    origins,
  };
};

/** The horizons that the rows show, up to the first that they do not; the outcome's own is always among them. */
const learnable = (waits: Waits, bounds: Bounds, main: number): Bounds => {
  const isShown = bounds.map((days, interval) => {
    if (days <= main) return true;
    const isKnown = countMinority(reachedWithin(waits, days).label) >= minPeriods;
    return isKnown && periodOf(waits, bounds, interval).row.length >= minPeriods;
  });
  const first = isShown.indexOf(false);
  return first < 0 ? bounds : bounds.slice(0, first);
};

/** The rows of a past date, with the probabilities that would have been delivered on it. */
interface DatedRows {
  landmark: number;
  rows: WaitingFrame;
  probability: Float64Array;
}

interface DatedOptions {
  main: number;
  training: HorizonsTraining;
  options: CandidateOptions;
}

/** The origins of the propensity model, and for horizons that none of them is old enough for, earlier dates. */
const datedRows = (
  all: WaitingFrame,
  numbered: LabelledFrame,
  bounds: Bounds,
  { origins }: Pick<TrainedPropensity, "origins">,
  dates: DatedOptions,
): DatedRows[] => {
  const { horizonSeconds, seed } = dates.training;
  const own = originRows(numbered, horizonSeconds, seed).flatMap(({ landmark, scored }) => {
    const delivered = origins.find((origin) => origin.landmark === landmark);
    if (delivered?.probability.length !== scored.rows) return [];
    return [{ landmark, rows: waitingRows(all, scored), probability: delivered.probability }];
  });
  const earlier = earlierRows(all, numbered, bounds, new Set(own.map(({ landmark }) => landmark)), dates);
  return [...own, ...earlier].sort((a, b) => a.landmark - b.landmark);
};

/** Dates per horizon that is longer than the outcome's own. */
const maxEarlierDates = 2;

const earlierRows = (
  all: WaitingFrame,
  numbered: LabelledFrame,
  bounds: Bounds,
  taken: ReadonlySet<number>,
  { main, training: { horizonSeconds, threads, learnedThrough }, options }: DatedOptions,
): DatedRows[] => {
  const sample = samplePeople(numbered, maxEarlierRows, options.seed + 3);
  const until = learnedThrough ?? Number.POSITIVE_INFINITY;
  const wanted = new Set<number>();
  for (const days of bounds.filter((bound) => bound > main)) {
    const possible = landmarksOf(sample).filter((landmark) => {
      const knownThen = knownBy(all, landmark);
      return (
        landmark + days * secondsPerDay <= until &&
        countMinority(reachedWithin(knownThen, days).label) >= minPeriods
      );
    });
    for (const landmark of possible.slice(-maxEarlierDates)) if (!taken.has(landmark)) wanted.add(landmark);
  }
  const rows = [...wanted]
    .sort((a, b) => a - b)
    .map((landmark) => ({
      landmark,
      training: endedBefore(sample, landmark, horizonSeconds),
      scored: rowsAt(sample, landmark),
    }))
    .filter(({ training, scored }) => isEnoughToTrain(training) && isEnoughToTrain(scored));
  const plain = rows.map(({ landmark, training, scored }) => ({
    landmark,
    training: withoutRowNumbers(training),
    scored: withoutRowNumbers(scored),
  }));
  const scores = scoreOrigins(plain, options, threads);
  return deliverOrigins(scores, horizonSeconds, options.people).map(({ landmark, probability }, i) => ({
    landmark,
    rows: waitingRows(all, rows[i]!.scored),
    probability,
  }));
};

/** The number of each row is its last column, so that it goes wherever the row goes. */
const withRowNumbers = (frame: LabelledFrame): LabelledFrame => ({
  ...frame,
  names: [...frame.names, "row"],
  columns: [...frame.columns, Float32Array.from({ length: frame.rows }, (_, row) => row)],
});

const withoutRowNumbers = (frame: LabelledFrame): LabelledFrame => ({
  ...frame,
  names: frame.names.slice(0, -1),
  columns: frame.columns.slice(0, -1),
});

const waitingRows = ({ wait, followed }: Waits, numbered: LabelledFrame): WaitingFrame => {
  const rows = numbered.columns.at(-1)!;
  return {
    frame: withoutRowNumbers(numbered),
    wait: Float64Array.from(rows, (row) => wait[row]!),
    followed: Float64Array.from(rows, (row) => followed[row]!),
  };
};

/** Waits as they were known at a date, for the rows of earlier landmarks; nothing is known of the others. */
const knownBy = ({ frame, ...waits }: WaitingFrame, date: number): Waits =>
  knownAfter(
    waits,
    frame.landmark.map((landmark) => Math.max(0, (date - landmark) / secondsPerDay)),
  );

interface ScoredDate extends DatedRows {
  bounds: Bounds;
  names: CandidateName[];
  scores: HazardScores;
  timing: HorizonsModel["timing"];
}

const scoreDate = (
  date: DatedRows,
  all: WaitingFrame,
  horizons: Bounds,
  main: number,
  { threads, ...options }: HazardOptions,
): ScoredDate => {
  const knownThen = knownBy(all, date.landmark);
  const isEarlier = (row: number) => all.frame.landmark[row]! < date.landmark;
  const training: WaitingFrame = {
    frame: rowsWhere(all.frame, isEarlier),
    wait: knownThen.wait.filter((_, row) => isEarlier(row)),
    followed: knownThen.followed.filter((_, row) => isEarlier(row)),
  };
  const bounds = learnable(training, horizons, main);
  const names = hazardCandidates(training.frame, options);
  const scores = scoreHazards(names, training, date.rows.frame, bounds, { ...options, threads });
  return { ...date, bounds, names, scores, timing: timingOf(training, bounds) };
};

/** The rows of a date at risk in an interval that was over: what the candidates said of them, and their labels. */
interface IntervalEvidence extends Evidence {
  landmark: number;
  interval: number;
}

interface Known {
  date: ScoredDate;
  /** The intervals that were over, from the first. */
  intervals: IntervalEvidence[];
}

const knownAt = (scored: readonly ScoredDate[], at: number): Known[] =>
  scored
    .map((date) => ({ date, intervals: evidenceOf(date, at) }))
    .filter(({ intervals }) => intervals.length > 0);

const evidenceOf = (date: ScoredDate, at: number): IntervalEvidence[] => {
  const { landmark, bounds, names, scores, rows } = date;
  const found: IntervalEvidence[] = [];
  for (const [interval, days] of bounds.entries()) {
    const { row, label } = periodOf(rows, bounds, interval);
    if (landmark + days * secondsPerDay > at || row.length === 0) break;
    const from = interval * rows.frame.rows;
    const own = scores.map((bySize) => bySize.map((all) => Float64Array.from(row, (r) => all[from + r]!)));
    found.push({ landmark, interval, names, scores: own, label });
  }
  return found;
};

const blendFrom = (known: readonly Known[], names: readonly CandidateName[], most: number): Blend => {
  const evidence = known.flatMap(({ intervals }) => intervals).filter(hasBothLabels);
  return evidence.length > 0 ? chooseBlend(evidence, names, most) : usualBlend(names, most);
};

const hasBothLabels = ({ label }: { label: Uint8Array }): boolean => countMinority(label) > 0;

/** Intervals are adjusted like horizons of the same end. */
const calibrationsFrom = (
  known: readonly Known[],
  blend: Blend,
  bounds: Bounds,
  landmark: number,
): Calibration[] =>
  bounds.map((days, interval) => {
    const past = known
      .flatMap(({ intervals }) => intervals.filter((one) => one.interval === interval))
      .filter(hasBothLabels)
      .map(({ landmark, label, ...evidence }) => ({
        landmark,
        label,
        season: 0,
        raw: blendScores({ ...evidence, label }, blend),
      }));
    return past.length === 0
      ? uncalibrated
      : adjustmentFor(past, days * secondsPerDay, { landmark, season: 0, newest: 0 });
  });

const allFollows = [0, 0.5, 1];
const usualFollows = 0.5;

/** The power by which later intervals follow the anchor's factor: the one with the least loss at past dates. */
const followsFrom = (known: readonly Known[], blend: Blend, bounds: Bounds, main: number): number => {
  const losses = allFollows.map((follows) =>
    known.reduce((sum, { date, intervals }) => {
      const curves = curvesAt(date, blend, calibrationsOf(date.bounds), main, follows);
      return (
        sum +
        intervals
          .filter(({ interval }) => bounds[interval]! > main)
          .reduce((more, { interval }) => more + lossOf(date.rows, curves[interval]!, bounds[interval]!), 0)
      );
    }, 0),
  );
  const least = Math.min(...losses);
  return least === 0 ? usualFollows : allFollows[losses.indexOf(least)]!;
};

const calibrationsOf = (bounds: Bounds): Calibration[] => bounds.map(() => uncalibrated);

const lossOf = (waits: Waits, probability: Float64Array, days: number): number => {
  const { row, label } = reachedWithin(waits, days);
  return row.reduce((sum, r, i) => sum + logitLoss(logit(probability[r]!), label[i]!), 0) / row.length;
};

const curvesAt = (
  { bounds, names, scores, rows, probability }: ScoredDate,
  blend: Blend,
  calibrations: readonly Calibration[],
  main: number,
  follows: number,
): Float64Array[] => {
  const whole = blendScores({ names, scores, label: new Uint8Array() }, blend);
  const count = rows.frame.rows;
  const hazards = bounds.map((_, interval) =>
    shifted(whole.subarray(interval * count, (interval + 1) * count), calibrations[interval]!),
  );
  return curvesOf(hazards, probability, { main: bounds.indexOf(main), follows });
};

const deliver = (date: ScoredDate, known: readonly Known[], main: number, most: number): HorizonsOrigin => {
  const { landmark, bounds, rows, timing } = date;
  const usable = known.filter(({ date: other }) => other.landmark < landmark);
  const blend = blendFrom(usable, date.names, most);
  const calibrations = calibrationsFrom(usable, blend, bounds, landmark);
  const follows = followsFrom(usable, blend, bounds, main);
  const curves = curvesAt(date, blend, calibrations, main, follows);
  return { landmark, bounds, curves, timing, wait: rows.wait, followed: rows.followed };
};

/**
 * Probabilities delivered at a date for a horizon, with the labels that followed; null where it was not
 * learned, or is not over.
 */
export const judgedAt = (
  { landmark, bounds, curves, ...waits }: HorizonsOrigin,
  days: number,
): { landmark: number; probability: Float64Array; label: Uint8Array } | null => {
  const interval = bounds.indexOf(days);
  const { row, label } = reachedWithin(waits, days);
  if (interval < 0 || row.length === 0 || row.length < waits.wait.length) return null;
  return { landmark, probability: curves[interval]!, label };
};

const marginOf = (origins: readonly HorizonsOrigin[], days: number): number | null => {
  const judged = origins.flatMap((origin) => judgedAt(origin, days) ?? []);
  if (judged.length === 0) return null;
  const delivered = judged.map(({ landmark, probability, label }) => ({
    landmark,
    probability,
    scored: { raw: probability, label },
  }));
  return levelMargin(delivered, days * secondsPerDay);
};
