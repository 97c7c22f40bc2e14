// Feature space of clustering. Columns have different units, outliers, and much in common. Skewed columns are
// taken as logarithms, values are clipped to the central 98 %, everything is standardised, and correlated
// columns share a weight.

import type { Points } from "./points.js";

export interface Field {
  /** Fields of one group encode one attribute, such as the values of a text; together they have the weight of one. */
  group: string;
  /** Shares keep their own variance within the group, so that a rare value does not outweigh a common one. */
  isShare: boolean;
}

/** An axis of the space: the transformation of a column's values into coordinates. */
export interface Axis {
  column: number;
  /** The coordinate is log(1 + value / logUnit); null: the value itself. */
  logUnit: number | null;
  /** Bounds to which values are clipped, before the logarithm. */
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

/** `columns[f][row]`, NaN where unknown. Columns that are mostly unknown or constant are left out. */
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

/** Unknown values are at the mean, where they have no influence. */
export const project = (space: Space, columns: readonly Float32Array[], rows: number): Points => {
  const values = new Float64Array(rows * space.length);
  space.forEach((axis, d) => {
    const column = columns[axis.column]!;
    for (let row = 0; row < rows; row++)
      values[row * space.length + d] = axis.weight * standardise(axis, column[row]!);
  });
  return { rows, dimensions: space.length, values };
};

/** Standard deviations from the mean; 0 where the value is unknown. */
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

/** Quantile of ascending values. */
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

/**
 * Redundancy of each column: 1 plus the squared correlations with columns of other groups. A weight divided
 * by it counts a column that duplicates five others a sixth, and all six as one. `standardised[a][row]` has
 * mean 0 and variance 1; `variances[a]` is the weight before the division. Columns of one group share a
 * weight already.
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
