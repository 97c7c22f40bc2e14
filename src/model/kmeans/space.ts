// The space in which people are alike or not. Figures come in units of their own, with a few giants among them, and several
// may say the same. So what grows by factors is taken as logarithm, giants are drawn in to the last hundredth, all of it is
// standardised, and what is said several times counts once.

import type { Points } from "./points.js";

export interface Field {
  /** Fields of one group are one thing told in several numbers, as the values of a text are: together they weigh one. */
  group: string;
  /** Of a group of shares each keeps its own variance, so that a rare value does not outweigh a common one. */
  isShare: boolean;
}

/** A direction of the space: of a column, how its values become coordinates. */
export interface Axis {
  column: number;
  /** Logarithm of 1 plus the value in these units; null: the value itself. */
  logUnit: number | null;
  /** Bounds of the values, in those units. */
  low: number;
  high: number;
  mean: number;
  deviation: number;
  weight: number;
}
export type Space = Axis[];

const tail = 0.01;
const skewed = 1;
const minKnownShare = 0.5;

/** `columns[f][row]`, NaN where it is not known. Columns that hardly anybody has, or that are the same for all, are left out. */
export const fitSpace = (columns: readonly Float32Array[], fields: readonly Field[]): Space => {
  const axes = columns.flatMap((values, column) => axisOf(values, column, fields[column]!) ?? []);
  const fieldOf = ({ column }: Axis) => fields[column]!;
  const ownVariance = (axis: Axis) => (fieldOf(axis).isShare ? axis.deviation ** 2 : 1);
  const shares = axes.map((axis) => {
    const group = axes.filter((other) => fieldOf(other).group === fieldOf(axis).group);
    return ownVariance(axis) / group.reduce((sum, other) => sum + ownVariance(other), 0);
  });
  const standardised = axes.map((axis) => columns[axis.column]!.map((value) => standardise(axis, value)));
  const groups = axes.map((axis) => fieldOf(axis).group);
  return redundancies(standardised, shares, groups).map((redundancy, a) => ({
    ...axes[a]!,
    weight: Math.sqrt(shares[a]! / redundancy),
  }));
};

/** What is not known lies in the middle, where it draws nobody anywhere. */
export const project = (space: Space, columns: readonly Float32Array[], rows: number): Points => {
  const values = new Float64Array(rows * space.length);
  space.forEach((axis, d) => {
    const column = columns[axis.column]!;
    for (let row = 0; row < rows; row++)
      values[row * space.length + d] = axis.weight * standardise(axis, column[row]!);
  });
  return { rows, dimensions: space.length, values };
};

/** Standard deviations from the mean; 0 where the value is not known. */
const standardise = (axis: Axis, value: number): number =>
  Number.isNaN(value) ? 0 : (transformed(axis, value) - axis.mean) / axis.deviation;

const transformed = (
  { logUnit, low, high }: Pick<Axis, "logUnit" | "low" | "high">,
  value: number,
): number => {
  const bounded = Math.min(high, Math.max(low, value));
  return logUnit === null ? bounded : Math.log1p(bounded / logUnit);
};

const axisOf = (values: Float32Array, column: number, { isShare }: Field): Axis | null => {
  const known = Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort();
  if (known.length < minKnownShare * values.length || known.length === 0) return null;
  const [low, high] = isShare ? [0, 1] : [quantile(known, tail), quantile(known, 1 - tail)];
  const bounded = known.map((value) => transformed({ logUnit: null, low, high }, value));
  const logUnit = !isShare && low >= 0 && skewness(bounded) > skewed ? positiveMedian(bounded) : null;
  const bounds = { logUnit, low, high };
  const { mean, deviation } = moments(known.map((value) => transformed(bounds, value)));
  return deviation === 0 ? null : { column, ...bounds, mean, deviation, weight: 1 };
};

/** Of ascending values. */
const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

const positiveMedian = (sorted: Float64Array): number =>
  quantile(
    sorted.filter((value) => value > 0),
    0.5,
  );

const moments = (values: Float64Array): { mean: number; deviation: number } => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / values.length);
  return { mean, deviation: deviation > 1e-9 * Math.abs(mean) ? deviation : 0 };
};

const skewness = (values: Float64Array): number => {
  const { mean, deviation } = moments(values);
  if (deviation === 0) return 0;
  return values.reduce((sum, value) => sum + ((value - mean) / deviation) ** 3, 0) / values.length;
};

// How many times over a column is told: once by itself, and again by each column of another group as far as the two are
// correlated. Divided by it, a column told by five others weighs a sixth, and all six together as much as one.

/**
 * `standardised[a][row]` has mean 0 and variance 1, `variances[a]` is what it will weigh. Columns of one group do not tell
 * each other again, for a group shares one weight already.
 */
export const redundancies = (
  standardised: readonly Float32Array[],
  variances: readonly number[],
  groups: readonly string[],
): number[] =>
  standardised.map((column, a) =>
    standardised.reduce((sum, other, b) => {
      if (groups[a] === groups[b]) return sum;
      return sum + variances[b]! * correlation(column, other) ** 2;
    }, 1),
  );

const correlation = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let row = 0; row < one.length; row++) sum += one[row]! * other[row]!;
  return sum / one.length;
};
