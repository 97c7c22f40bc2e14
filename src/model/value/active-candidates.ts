// Candidate models of a value that people have if they are active, such as a mean position or rating: from the
// average to boosted trees. All but the average begin with the person's own past mean, drawn to that of
// everyone where it is short, and the general ones learn how far people depart from it. Their loss is the
// squared error among active people; nothing is assumed of the sign.

import { fitGbdt } from "../gbdt/boosting.js";
import { predictGbdt } from "../gbdt/predictor.js";
import type { GbdtModel } from "../gbdt/tree.js";
import type { WorkerThreads } from "../gbdt/worker-threads.js";
import { quantile } from "../numeric/confidence-intervals.js";
import { fitLinear, type LogisticModel, predictLogistic } from "../numeric/logistic.js";
import { sigmoid } from "../numeric/special-functions.js";
import { treeShape } from "../propensity/candidates/trees.js";

export const activeCandidateNames = ["average", "own_mean", "linear", "trees"] as const;
export type ActiveCandidateName = (typeof activeCandidateNames)[number];

/** Rows of active people. The own past is among the columns, NaN where there is none. */
export interface ActiveRows {
  columns: Float32Array[];
  value: Float64Array;
}

/** Places, among the columns, of a mean of the own past and of how many numbers it is of. */
export interface OwnPlaces {
  count: number;
  mean: number;
  /** So many of them count at most; null: all. */
  most: number | null;
}

export interface ActiveFitOptions {
  /** Means of all of the past, or of its end, of which the best is taken. */
  own: readonly OwnPlaces[];
  seed: number;
  threads?: WorkerThreads | undefined;
}

/** Own past mean, drawn to `centre` as if `weight` further windows or events had had it. */
export interface OwnMean {
  centre: number;
  weight: number;
  own: OwnPlaces;
}

export type FittedActive =
  | { kind: "average"; mean: number }
  | { kind: "own_mean"; base: OwnMean }
  | { kind: "linear"; base: OwnMean; model: LogisticModel }
  | { kind: "trees"; base: OwnMean; model: GbdtModel; low: number; span: number; shift: number };

/** Sizes that validation chooses among; `[0]` for a candidate that has no size. */
export const activeSizesOf = (name: ActiveCandidateName): readonly number[] =>
  name === "trees" ? treeCounts : [0];

const treeCounts = [20, 40, 60, 100];
/** Fewer rows than these grow no tree, or fit no regression, worth having. */
const minTreeRows = 200;
const minLinearRows = 50;

export const activeCandidatesFor = (rows: number): ActiveCandidateName[] =>
  activeCandidateNames.filter(
    (name) => (name !== "linear" || rows >= minLinearRows) && (name !== "trees" || rows >= minTreeRows),
  );

/** The candidates that are possible, each at all of its sizes. */
export const fitActive = (
  rows: ActiveRows,
  options: ActiveFitOptions,
): Map<ActiveCandidateName, FittedActive[]> => {
  const base = fitOwnMean(rows, options.own);
  const names = activeCandidatesFor(rows.value.length);
  return new Map(names.map((name) => [name, fitters[name](rows, base, options)]));
};

export const predictActive = (fitted: FittedActive, columns: Float32Array[], rows: number): Float64Array => {
  if (fitted.kind === "average") return new Float64Array(rows).fill(fitted.mean);
  const base = ownMeans(fitted.base, columns, rows);
  if (fitted.kind === "own_mean") return base;
  const departure = departureOf(fitted, columns);
  return base.map((mean, i) => mean + departure[i]!);
};

const departureOf = (
  fitted: Extract<FittedActive, { kind: "linear" | "trees" }>,
  columns: Float32Array[],
): Float64Array => {
  if (fitted.kind === "linear") return predictLogistic(fitted.model, columns);
  const { model, low, span, shift } = fitted;
  return predictGbdt(model, columns).map((score) => low + span * sigmoid(score) + shift);
};

const ownMeans = ({ centre, weight, own }: OwnMean, columns: Float32Array[], rows: number): Float64Array =>
  Float64Array.from({ length: rows }, (_, i) => {
    const count = Math.min(columns[own.count]![i]!, own.most ?? Number.POSITIVE_INFINITY);
    const mean = columns[own.mean]![i]!;
    return count > 0 ? (count * mean + weight * centre) / (count + weight) : centre;
  });

/** Windows or events that the average of everyone counts for. */
const weights = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

const fitOwnMean = ({ columns, value }: ActiveRows, places: readonly OwnPlaces[]): OwnMean => {
  const centre = meanOf(value);
  const options = places.flatMap((own) => weights.map((weight): OwnMean => ({ centre, weight, own })));
  const losses = options.map((base) => squaredError(ownMeans(base, columns, value.length), value));
  return options[losses.indexOf(Math.min(...losses))]!;
};

/** Holds a coefficient within about a third of its feature's deviation. */
const penalty = 10;

const fitters: Record<
  ActiveCandidateName,
  (rows: ActiveRows, base: OwnMean, options: ActiveFitOptions) => FittedActive[]
> = {
  average: ({ value }) => [{ kind: "average", mean: meanOf(value) }],
  own_mean: (_, base) => [{ kind: "own_mean", base }],
  linear: (rows, base) => [
    { kind: "linear", base, model: fitLinear(rows.columns, departuresFrom(base, rows), penalty) },
  ],
  trees: (rows, base, options) => fitTrees(rows, base, options),
};

const departuresFrom = (base: OwnMean, { columns, value }: ActiveRows): Float64Array => {
  const expected = ownMeans(base, columns, value.length);
  return value.map((y, i) => y - expected[i]!);
};

/** Departures beyond these shares of all count as no more than them: few rows say little about those to come. */
const capShare = 0.005;

/**
 * Boosted trees of the mean departure. Where a departure lies between two bounds is a share, and each row
 * stands twice: with label 1 as often as its share says, and with label 0 as often as the rest. The
 * probability that minimises this log loss is the mean share, so the booster of probabilities serves here,
 * too. What the bounds cut off goes back to all rows as a shift.
 */
const fitTrees = (rows: ActiveRows, base: OwnMean, { seed, threads }: ActiveFitOptions): FittedActive[] => {
  const departures = departuresFrom(base, rows);
  const sorted = departures.slice().sort();
  const low = quantile(sorted, capShare);
  const span = quantile(sorted, 1 - capShare) - low;
  if (!(span > 0)) return treeCounts.map(() => ({ kind: "own_mean", base }));
  const shares = departures.map((departure) => Math.max(0, Math.min(1, (departure - low) / span)));
  const count = shares.length;
  const weight = new Float64Array(2 * count);
  shares.forEach((share, i) => {
    weight[i] = 1 - share;
    weight[count + i] = share;
  });
  const label = new Uint8Array(2 * count).fill(1, count);
  const twice = rows.columns.map((column) => {
    const both = new Float32Array(new SharedArrayBuffer(8 * count));
    both.set(column);
    both.set(column, count);
    return both;
  });
  const params = { trees: treeCounts.at(-1)!, learningRate: 0.1, ...treeShape(count, 16), seed };
  const model = fitGbdt(twice, label, params, { weight, threads });
  return treeCounts.map((size) => {
    const unshifted = { kind: "trees" as const, base, low, span, shift: 0 };
    const sized = { ...unshifted, model: { ...model, trees: model.trees.slice(0, size) } };
    const shift = meanOf(departures) - meanOf(departureOf(sized, rows.columns));
    return { ...sized, shift };
  });
};

export const meanOf = (values: Float64Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export const squaredError = (expected: Float64Array, observed: Float64Array): number =>
  expected.reduce((sum, value, i) => sum + (value - observed[i]!) ** 2, 0);
