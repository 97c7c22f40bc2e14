// Training of a value model on the rows of a propensity model, by the same dates: at each origin, the
// candidates are fitted to rows that had ended by then, the blend is chosen by origins that had ended by
// then, and the result is multiplied with the probabilities that would have been delivered. The newest origin
// is the test, and all of them together choose the model.

import type { Frame } from "../../domain/outcome/frame.js";
import type { CalendarHorizon, Horizon } from "../../domain/outcome/label-window.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { student95 } from "../numeric/confidence-intervals.js";
import { nextDate } from "../numeric/date-intervals.js";
import { endedOrigins, originRows } from "../propensity/origins.js";
import {
  foldsByPerson,
  type LabelledFrame,
  labelled,
  newestLandmark,
  rowNumbers,
  rowsAt,
  rowsWhere,
} from "../propensity/rows.js";
import type { TrainedPropensity } from "../propensity/train.js";
import {
  blendGiven,
  chooseValueBlend,
  usualValueBlend,
  type ValueBlend,
  type ValueEvidence,
} from "./blend.js";
import {
  type FittedValue,
  fitValueBySize,
  predictGiven,
  purchasesAlone,
  type ValueCandidateName,
  type ValueOptions,
  type ValueRows,
  valueCandidatesFor,
  valueSizesOf,
} from "./candidates.js";
import { spreadOf, type ValueModel, type ValueSpread, valueVariance } from "./model.js";

export interface ValueTraining extends Omit<ValueOptions, "horizonDays"> {
  horizonSeconds: number;
  /** See `TrainingOptions`. */
  calendar?: CalendarHorizon | undefined;
  onProgress?: (fraction: number) => void;
}

/** Values that would have been delivered at a past date, and what happened after it: one entry per person. */
export interface ValueOrigin {
  landmark: number;
  probability: Float64Array;
  /** Expected value of people who reach the goal. */
  given: Float64Array;
  /** 0 for people who did not reach the goal. */
  observed: Float64Array;
}

export interface TrainedValue {
  model: ValueModel;
  blend: Record<string, number>;
  /** Ascending; the last is the test. */
  origins: ValueOrigin[];
  /** Expectation of BG/NBD alone for the tested people; null where it cannot be fitted. */
  purchaseModel: Float64Array | null;
}

/**
 * `value` has one entry per row of the frame: what its person had within the horizon, 0 for those who did not
 * reach the goal.
 */
export const trainValue = (
  frame: Frame,
  value: Float64Array,
  learned: Pick<TrainedPropensity, "origins" | "test" | "report">,
  training: ValueTraining,
): TrainedValue => {
  assert(value.length === frame.rows, "a value for each row");
  const options = { ...training, horizonDays: training.horizonSeconds / secondsPerDay };
  const all = withValue(labelled(frame), value);
  const dated = datedEvidence(all, learned, options, training);
  const tested = learned.report.tested_on === "other people" ? [unseenEvidence(all, learned, options)] : [];
  const evidence = [...dated, ...tested];
  const delivered = evidence.map((one) =>
    deliverValue(one, evidence, training.calendar ?? training.horizonSeconds),
  );
  const names = valueCandidatesFor(countReached(all), options);
  const blend = chooseValueBlend(evidence.map(reachedOnly), names);
  const spread = spreadOfOrigins(delivered);
  training.onProgress?.(1);
  return {
    model: {
      members: fitBlend(blend, rowsToLearn(all), options),
      spread,
      levelMargin: levelMarginOf(dated.length > 0 ? delivered : [], spread, training.horizonSeconds),
    },
    blend: Object.fromEntries(blend.map(({ name }) => [name, 1 / blend.length])),
    origins: delivered,
    purchaseModel: evidence.at(-1)?.purchases ?? null,
  };
};

/** The value is the last column, so that it goes wherever the rows go. */
const withValue = (frame: LabelledFrame, value: Float64Array): LabelledFrame => ({
  ...frame,
  names: [...frame.names, "value"],
  columns: [...frame.columns, Float32Array.from(value)],
});

const features = ({ columns }: LabelledFrame): Float32Array[] => columns.slice(0, -1);
const valuesIn = ({ columns }: LabelledFrame): Float64Array => Float64Array.from(columns.at(-1)!);
const countReached = ({ label }: LabelledFrame): number => label.reduce((sum, y) => sum + y, 0);

const rowsToLearn = (training: LabelledFrame): ValueRows => {
  const reached = rowsWhere(training, (row) => training.label[row] === 1);
  return {
    columns: features(reached),
    value: valuesIn(reached),
    newest: features(rowsAt(training, newestLandmark(training))),
  };
};

interface Evidence extends ValueEvidence {
  landmark: number;
  probability: Float64Array;
  label: Uint8Array;
  /** Expectation of BG/NBD alone; null where it cannot be fitted. */
  purchases: Float64Array | null;
}

type Options = ValueOptions;

/** At each origin of the propensity model whose rows are the same. */
const datedEvidence = (
  all: LabelledFrame,
  { origins }: Pick<TrainedPropensity, "origins">,
  options: Options,
  { calendar, horizonSeconds, onProgress }: ValueTraining,
): Evidence[] =>
  originRows(all, calendar ?? horizonSeconds, options.seed).flatMap(
    ({ landmark, training, scored }, i, rows) => {
      onProgress?.(i / rows.length);
      const delivered = origins.find((origin) => origin.landmark === landmark);
      if (delivered === undefined || delivered.probability.length !== scored.rows) return [];
      const { given, purchases } = candidatesAt(training, features(scored), scored.rows, options);
      const { probability } = delivered;
      return [{ landmark, probability, label: scored.label, value: valuesIn(scored), given, purchases }];
    },
  );

const candidatesAt = (
  training: LabelledFrame,
  scored: Float32Array[],
  rows: number,
  options: Options,
): Pick<Evidence, "given" | "purchases"> => {
  const learned = rowsToLearn(training);
  const names = valueCandidatesFor(learned.value.length, options);
  const fits = names.map((name) => fitValueBySize(name, learned, options));
  const given = fits.map((fit) => fit.map((fitted) => predictGiven(fitted, scored, rows)));
  const [purchases] = fits[names.indexOf("bg_nbd")] ?? [];
  return {
    given: new Map(names.map((name, i) => [name, given[i]!])),
    purchases: purchases ? purchasesAlone(purchases, scored) : null,
  };
};

const folds = 3;

/**
 * Evidence of a history too short for a later date: people at the newest landmark, by models of other people.
 */
const unseenEvidence = (
  all: LabelledFrame,
  { test }: Pick<TrainedPropensity, "test">,
  options: Options,
): Evidence => {
  const landmark = newestLandmark(all);
  const tested = rowsAt(all, landmark);
  const fold = foldsByPerson(all, folds, options.seed + 2);
  const own = foldsByPerson(tested, folds, options.seed + 2);
  const given = new Map<ValueCandidateName, Float64Array[]>();
  for (let k = 0; k < folds; k++) {
    const at = rowNumbers(tested.rows, (row) => own[row] === k);
    const columns = features(tested).map((column) => Float32Array.from(at, (row) => column[row]!));
    const others = rowsWhere(all, (row) => fold[row] !== k);
    for (const [name, bySize] of candidatesAt(others, columns, at.length, options).given) {
      const whole = given.get(name) ?? bySize.map(() => new Float64Array(tested.rows).fill(Number.NaN));
      bySize.forEach((part, size) => {
        at.forEach((row, i) => {
          whole[size]![row] = part[i]!;
        });
      });
      given.set(name, whole);
    }
  }
  const complete = new Map(
    [...given].filter(([, bySize]) => !bySize.some((values) => values.some(Number.isNaN))),
  );
  return {
    landmark,
    probability: test.probability,
    label: tested.label,
    value: valuesIn(tested),
    given: complete,
    purchases: null,
  };
};

/** Evidence of those who reached the goal. */
const reachedOnly = ({ given, value, label }: Evidence): ValueEvidence => {
  const at = rowNumbers(label.length, (row) => label[row] === 1);
  const of = (values: Float64Array) => Float64Array.from(at, (row) => values[row]!);
  return {
    value: of(value),
    given: new Map([...given].map(([name, bySize]) => [name, bySize.map(of)])),
  };
};

const deliverValue = (one: Evidence, all: readonly Evidence[], horizon: Horizon): ValueOrigin => {
  const names = [...one.given.keys()];
  const known = endedOrigins(all, one.landmark, horizon === 0 ? 1 : horizon);
  const blend = known.length > 0 ? chooseValueBlend(known.map(reachedOnly), names) : usualValueBlend(names);
  const { landmark, probability, value: observed } = one;
  return { landmark, probability, observed, given: blendGiven(one, blend) };
};

const fitBlend = (blend: ValueBlend, rows: ValueRows, options: Options): FittedValue[] =>
  blend.map(({ name, size }) => fitValueBySize(name, rows, options)[valueSizesOf(name).indexOf(size)]!);

const spreadOfOrigins = (origins: readonly ValueOrigin[]): ValueSpread => {
  const [expected, observed]: [number[], number[]] = [[], []];
  for (const origin of origins)
    origin.observed.forEach((had, row) => {
      if (had === 0) return;
      expected.push(origin.given[row]!);
      observed.push(had);
    });
  return spreadOf(Float64Array.from(expected), Float64Array.from(observed));
};

/** Between dates in other logs, as logarithms, and where no past date shows it. */
const usualDeviation = 0.15;
const unseenDeviation = 0.3;
const dateModel = { usualCases: 3, memoryHorizons: 1, centre: 0 };

/** Half-width of the 95 % interval of the level, as a logarithm, by what was delivered at past dates. */
const levelMarginOf = (
  origins: readonly ValueOrigin[],
  spread: ValueSpread,
  horizonSeconds: number,
): number => {
  const errors = origins.flatMap(({ landmark, probability, given, observed }) => {
    let [expected, had, variance] = [0, 0, 0];
    for (let i = 0; i < given.length; i++) {
      expected += probability[i]! * given[i]!;
      had += observed[i]!;
      variance += valueVariance(probability[i]!, given[i]!, spread);
    }
    return expected > 0 && had > 0
      ? [{ landmark, value: Math.log(had / expected), variance: variance / expected ** 2 }]
      : [];
  });
  if (errors.length === 0) return student95(dateModel.usualCases) * unseenDeviation;
  return nextDate(errors, { ...dateModel, horizonSeconds, usualDeviation }, false).halfWidth;
};
