// Training of a model of the value that people have if they are active, on the rows of a propensity model
// whose people were active after their landmark. At each past date, the candidates are fitted to rows that
// had ended by then, and the blend is chosen by the dates that had ended by then; the newest is the test.
//
// The blend is the mean of the regression and the trees, unless a single candidate or another mean has a
// lower squared error by more than a standard error. The 80 % range is made of how far observed values were
// from expected ones at past dates, in bands of expected values.

import type { ActiveEvaluation, ActiveFigure, ActiveScores } from "../../domain/outcome/active-value.js";
import type { Frame } from "../../domain/outcome/frame.js";
import type { Horizon } from "../../domain/outcome/label-window.js";
import { assert } from "../../errors/refusal.js";
import { quantile, z95 } from "../numeric/confidence-intervals.js";
import { fitLinear, predictLogistic } from "../numeric/logistic.js";
import { penalty } from "../propensity/candidates/logistic.js";
import { earlierDates, type GroupColumns, type GroupGain, gainsOf } from "../propensity/group-gains.js";
import { endedOrigins, type OriginRows, spreadOrigins } from "../propensity/origins.js";
import {
  endedBefore,
  foldsByPerson,
  type LabelledFrame,
  landmarksOf,
  newestLandmark,
  rowNumbers,
  rowsAt,
  rowsWhere,
  samplePeople,
} from "../propensity/rows.js";
import {
  type ActiveCandidateName,
  type ActiveFitOptions,
  type ActiveRows,
  activeCandidatesFor,
  activeSizesOf,
  type FittedActive,
  fitActive,
  meanOf,
  predictActive,
  squaredError,
} from "./active-candidates.js";
import type { ValueRange } from "./model.js";

/** How far observed values were from expected ones; people who were expected to have more are apart. */
export interface ActiveSpread {
  /** Upper bounds of what people of each band, but the last, are expected to have. */
  below: number[];
  /** Per band: the bounds that a tenth of the people lie below, and above, as distances from what is expected. */
  bounds: ValueRange[];
}

export interface ActiveValueModel {
  /** With equal weights. */
  members: FittedActive[];
  spread: ActiveSpread;
}

/** Expected value of each row if its person is active. */
export const valueIfActive = (
  { members }: Pick<ActiveValueModel, "members">,
  columns: Float32Array[],
  rows: number,
): Float64Array => meanRows(members.map((fitted) => predictActive(fitted, columns, rows)));

export const activeRange = ({ below, bounds }: ActiveSpread, expected: number): ValueRange => {
  const { low, high } = bounds[below.filter((limit) => expected > limit).length]!;
  return { low: expected + low, high: expected + high };
};

export interface ActiveTraining extends ActiveFitOptions {
  /** 0 without dates. */
  horizon: Horizon;
}

export interface TrainedActive {
  model: ActiveValueModel;
  evaluation: Omit<ActiveEvaluation, keyof ActiveFigure>;
}

/**
 * `value` has one entry per row of the frame: what its person had within the horizon, or NaN if they were not
 * active. At least one person was. Columns are the frame's.
 */
export const trainActiveValue = (
  frame: Frame,
  value: Float64Array,
  { horizon, ...options }: ActiveTraining,
): TrainedActive => {
  const active = activeRows(frame, value);
  const dated = datedEvidence(active, horizon, options);
  const evidence = dated.length > 0 ? dated : [unseenEvidence(active, options)];
  const delivered = evidence.map((one) => deliver(one, endedOrigins(evidence, one.landmark, horizon || 1)));
  const blend = chooseBlend(evidence, activeCandidatesFor(active.rows));
  const fits = fitActive(rowsOf(active), options);
  const members = blend.map(({ name, size }) => fits.get(name)![size]!);
  return {
    model: { members, spread: spreadOf(delivered) },
    evaluation: {
      ...evaluationOf(delivered),
      blend: Object.fromEntries(blend.map(({ name }) => [name, 1 / blend.length])),
    },
  };
};

/** The rows of active people, with their value as the last column, so that it goes wherever the rows go. */
const activeRows = (frame: Frame, value: Float64Array): LabelledFrame => {
  assert(value.length === frame.rows, "a value for each row");
  const all = {
    ...frame,
    label: new Uint8Array(frame.rows),
    names: [...frame.names, "value"],
    columns: [...frame.columns, Float32Array.from(value)],
  };
  return rowsWhere(all, (row) => !Number.isNaN(value[row]!));
};

const features = ({ columns }: LabelledFrame): Float32Array[] => columns.slice(0, -1);
const rowsOf = (rows: LabelledFrame): ActiveRows => ({
  columns: features(rows),
  value: Float64Array.from(rows.columns.at(-1)!),
});

/** Expectations of each candidate, by size, and what people had: one entry per person. */
interface Evidence {
  landmark: number;
  given: Map<ActiveCandidateName, Float64Array[]>;
  value: Float64Array;
}

/** Earlier dates need fewer rows than the newest, which is the test. */
const maxEarlierRows = 60_000;
/** The newest landmarks, among which dates are spread. */
const maxLandmarks = 12;
/** Active people, fewer than which are no evidence. */
const minTraining = 50;
const minTested = 10;
/** More rows would not change whether groups help. */
const maxGroupRows = 10_000;

/** Squared errors fall by so much with the features of each group. 0 without an earlier date. */
export const valueGroupGains = (
  frame: Frame,
  value: Float64Array,
  groups: readonly GroupColumns[],
  { horizon, seed }: Pick<ActiveTraining, "horizon" | "seed">,
): GroupGain[] => {
  if (groups.length === 0) return [];
  const active = samplePeople(activeRows(frame, value), maxGroupRows, seed + 4);
  const dates = earlierDates(activeDates(active, horizon, seed), newestLandmark(active));
  return gainsOf(dates, groups, ({ training, scored }, places) => {
    const columns = (rows: LabelledFrame) => places.map((place) => rows.columns[place]!);
    const model = fitLinear(columns(training), rowsOf(training).value, penalty);
    const expected = predictLogistic(model, columns(scored));
    return rowsOf(scored).value.map((had, row) => (had - expected[row]!) ** 2);
  });
};

/** Dates at which a model would have been delivered: with rows that had ended by then, and rows to test it. */
const activeDates = (active: LabelledFrame, horizon: Horizon, seed: number): OriginRows[] => {
  if (horizon === 0) return [];
  const newest = newestLandmark(active);
  const sample = samplePeople(active, maxEarlierRows, seed + 3);
  const possible = landmarksOf(active)
    .slice(-maxLandmarks)
    .map((landmark) => {
      const rows = landmark === newest ? active : sample;
      return { landmark, training: endedBefore(rows, landmark, horizon), scored: rowsAt(rows, landmark) };
    })
    .filter(({ training, scored }) => training.rows >= minTraining && scored.rows >= minTested);
  return spreadOrigins(possible);
};

const datedEvidence = (active: LabelledFrame, horizon: Horizon, options: ActiveFitOptions): Evidence[] =>
  activeDates(active, horizon, options.seed).map(({ landmark, training, scored }) => ({
    landmark,
    given: expectationsOf(training, features(scored), scored.rows, options),
    value: rowsOf(scored).value,
  }));

const expectationsOf = (
  training: LabelledFrame,
  columns: Float32Array[],
  rows: number,
  options: ActiveFitOptions,
): Evidence["given"] =>
  new Map(
    [...fitActive(rowsOf(training), options)].map(([name, bySize]) => [
      name,
      bySize.map((fitted) => predictActive(fitted, columns, rows)),
    ]),
  );

const folds = 3;

/** Evidence of a history too short for a later date: people at the newest landmark, by models of other people. */
const unseenEvidence = (active: LabelledFrame, options: ActiveFitOptions): Evidence => {
  const landmark = newestLandmark(active);
  const tested = rowsAt(active, landmark);
  const fold = foldsByPerson(active, folds, options.seed + 2);
  const own = foldsByPerson(tested, folds, options.seed + 2);
  const parts = Array.from({ length: folds }, (_, k) => {
    const at = rowNumbers(tested.rows, (row) => own[row] === k);
    const columns = features(tested).map((column) => Float32Array.from(at, (row) => column[row]!));
    const others = rowsWhere(active, (row) => fold[row] !== k);
    return { at, given: expectationsOf(others, columns, at.length, options) };
  });
  const names = activeCandidatesFor(active.rows).filter((name) =>
    parts.every(({ given }) => given.has(name)),
  );
  const whole = (name: ActiveCandidateName, size: number): Float64Array => {
    const all = new Float64Array(tested.rows);
    for (const { at, given } of parts)
      at.forEach((row, i) => {
        all[row] = given.get(name)![size]![i]!;
      });
    return all;
  };
  const given = new Map(names.map((name) => [name, activeSizesOf(name).map((_, size) => whole(name, size))]));
  return { landmark, given, value: rowsOf(tested).value };
};

/** Members with equal weights, each with the index of its size. */
type ActiveBlend = { name: ActiveCandidateName; size: number }[];

const general: ActiveCandidateName[] = ["linear", "trees"];
const otherMeans: ActiveCandidateName[][] = [
  ["own_mean", "linear"],
  ["own_mean", "trees"],
  ["own_mean", "linear", "trees"],
];

const usualMembers = (possible: readonly ActiveCandidateName[]): ActiveCandidateName[] => {
  const members = general.filter((name) => possible.includes(name));
  return members.length > 0 ? members : ["own_mean"];
};

const middleSize = (name: ActiveCandidateName): number => Math.floor(activeSizesOf(name).length / 2);

const chooseBlend = (
  evidence: readonly Evidence[],
  possible: readonly ActiveCandidateName[],
): ActiveBlend => {
  const names = possible.filter((name) => evidence.every(({ given }) => given.has(name)));
  const sizes = new Map(
    possible.map((name) => [
      name,
      evidence.length > 0 && names.includes(name) ? bestSize(name, evidence) : middleSize(name),
    ]),
  );
  const blendOf = (members: readonly ActiveCandidateName[]): ActiveBlend =>
    members.map((name) => ({ name, size: sizes.get(name)! }));
  const usual = blendOf(usualMembers(evidence.length > 0 ? names : possible));
  if (evidence.length === 0) return usual;
  const means = otherMeans.filter((members) => members.every((name) => names.includes(name)));
  const options = [...names.map((name) => [name]), ...means].map(blendOf);
  const lossesOf = (blend: ActiveBlend) => evidence.flatMap((one) => squaredErrors(one, blend));
  const losses = options.map(lossesOf);
  const totals = losses.map((each) => each.reduce((a, b) => a + b, 0));
  const best = totals.indexOf(Math.min(...totals));
  const { mean, error } = gainOf(lossesOf(usual), losses[best]!);
  return mean > error ? options[best]! : usual;
};

const bestSize = (name: ActiveCandidateName, evidence: readonly Evidence[]): number => {
  const losses = activeSizesOf(name).map((_, size) =>
    evidence.reduce((sum, { given, value }) => sum + squaredError(given.get(name)![size]!, value), 0),
  );
  return losses.indexOf(Math.min(...losses));
};

const blended = ({ given }: Pick<Evidence, "given">, blend: ActiveBlend): Float64Array =>
  meanRows(blend.map(({ name, size }) => given.get(name)![size]!));

const squaredErrors = (one: Evidence, blend: ActiveBlend): number[] => {
  const expected = blended(one, blend);
  return Array.from(one.value, (y, i) => (y - expected[i]!) ** 2);
};

/** How much lower the second losses are on average, and the standard error of that. */
const gainOf = (losses: readonly number[], others: readonly number[]): { mean: number; error: number } => {
  const gains = Float64Array.from(losses, (loss, i) => loss - others[i]!);
  const mean = meanOf(gains);
  const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares) / Math.max(1, gains.length) };
};

const meanRows = (rows: readonly Float64Array[]): Float64Array =>
  rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);

/** Expected values that would have been delivered at a past date. */
interface Delivered {
  landmark: number;
  expected: Float64Array;
  observed: Float64Array;
  ownMean: Float64Array;
  average: Float64Array;
}

const deliver = (one: Evidence, known: readonly Evidence[]): Delivered => ({
  landmark: one.landmark,
  expected: blended(one, chooseBlend(known, [...one.given.keys()])),
  observed: one.value,
  ownMean: one.given.get("own_mean")![0]!,
  average: one.given.get("average")![0]!,
});

const maxBands = 5;
const minPerBand = 200;
/** Share of people on either side of the 80 % range. */
const tail = 0.1;

const spreadOf = (delivered: readonly Pick<Delivered, "expected" | "observed">[]): ActiveSpread => {
  const pairs = delivered.flatMap(({ expected, observed }) =>
    Array.from(expected, (value, i) => ({ expected: value, departure: observed[i]! - value })),
  );
  pairs.sort((a, b) => a.expected - b.expected || a.departure - b.departure);
  const count = Math.max(1, Math.min(maxBands, Math.floor(pairs.length / minPerBand)));
  const bands = Array.from({ length: count }, (_, band) =>
    pairs.slice(Math.floor((band * pairs.length) / count), Math.floor(((band + 1) * pairs.length) / count)),
  );
  return {
    below: bands.slice(0, -1).map((band) => band.at(-1)!.expected),
    bounds: bands.map((band) => {
      const departures = Float64Array.from(band, ({ departure }) => departure).sort();
      return { low: quantile(departures, tail), high: quantile(departures, 1 - tail) };
    }),
  };
};

const evaluationOf = (
  delivered: readonly Delivered[],
): Omit<ActiveEvaluation, keyof ActiveFigure | "blend"> => {
  const test = delivered.at(-1)!;
  const { expected, observed, ownMean, average } = test;
  const errors = (values: Float64Array) => Array.from(values, (value, i) => (value - observed[i]!) ** 2);
  const { mean, error } = gainOf(errors(ownMean), errors(expected));
  return {
    people: observed.length,
    expected: meanOf(expected),
    observed: meanOf(observed),
    model: scoresOf(expected, observed),
    rules: { own_mean: scoresOf(ownMean, observed), average: scoresOf(average, observed) },
    gain: { low: mean - z95 * error, high: mean + z95 * error },
    range: heldRanges(delivered),
    origins: delivered.map((origin) => ({
      landmark: origin.landmark,
      people: origin.observed.length,
      ...scoresOf(origin.expected, origin.observed),
      own_mean: scoresOf(origin.ownMean, origin.observed),
    })),
  };
};

const scoresOf = (expected: Float64Array, observed: Float64Array): ActiveScores => ({
  mean_absolute_error: meanOf(expected.map((value, i) => Math.abs(value - observed[i]!))),
  root_mean_squared_error: Math.sqrt(squaredError(expected, observed) / Math.max(1, observed.length)),
});

/** The test by the spread of the dates before it or, without one, each half of its people by the other half. */
const heldRanges = (delivered: readonly Delivered[]): { people: number; held: number } => {
  const test = delivered.at(-1)!;
  if (delivered.length > 1) return heldIn(test, spreadOf(delivered.slice(0, -1)));
  const halves = [0, 1].map((half) => {
    const at = rowNumbers(test.observed.length, (row) => row % 2 === half);
    const of = (values: Float64Array) => Float64Array.from(at, (row) => values[row]!);
    return { expected: of(test.expected), observed: of(test.observed) };
  });
  const counts = halves.map((half, k) =>
    halves[1 - k]!.observed.length === 0 ? { people: 0, held: 0 } : heldIn(half, spreadOf([halves[1 - k]!])),
  );
  return { people: counts[0]!.people + counts[1]!.people, held: counts[0]!.held + counts[1]!.held };
};

const heldIn = (
  { expected, observed }: Pick<Delivered, "expected" | "observed">,
  spread: ActiveSpread,
): { people: number; held: number } => {
  const ranges = Array.from(expected, (value) => activeRange(spread, value));
  const held = ranges.filter(({ low, high }, i) => low <= observed[i]! && observed[i]! <= high);
  return { people: expected.length, held: held.length };
};
