// Points in one array, row by row, so that the coordinates of a point are adjacent in memory.

/** `values[row * dimensions + d]`. */
export interface Points {
  rows: number;
  dimensions: number;
  values: Float64Array;
}

export const pointsOf = (rows: readonly (readonly number[])[]): Points => ({
  rows: rows.length,
  dimensions: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
});

/** The points at these rows, in this order. */
export const pick = ({ dimensions, values }: Points, indexes: ArrayLike<number>): Points => {
  const picked = new Float64Array(indexes.length * dimensions);
  for (let i = 0; i < indexes.length; i++) {
    const from = indexes[i]! * dimensions;
    picked.set(values.subarray(from, from + dimensions), i * dimensions);
  }
  return { rows: indexes.length, dimensions, values: picked };
};

/** At most `maxRows` points, spread evenly over the rows. */
export const everyNth = (points: Points, maxRows: number): Points => {
  if (points.rows <= maxRows) return points;
  const place = (_: unknown, i: number) => Math.floor(((i + 0.5) * points.rows) / maxRows);
  return pick(points, Int32Array.from({ length: maxRows }, place));
};

/** Squared Euclidean distance of row `i` of one to row `j` of the other. */
export const squaredDistance = (one: Points, i: number, other: Points, j: number): number => {
  const { dimensions, values: left } = one;
  const { values: right } = other;
  const from = i * dimensions;
  const to = j * dimensions;
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const difference = left[from + d]! - right[to + d]!;
    sum += difference * difference;
  }
  return sum;
};

/**
 * Row indexes in the order of the coordinates. Computing in this order makes results independent of the order
 * of the rows.
 */
export const canonicalOrder = (points: Points): Int32Array =>
  Int32Array.from({ length: points.rows }, (_, row) => row).sort((a, b) => compare(points, a, b));

/** The number of distinct points, counted up to `limit`. */
export const distinctPoints = (points: Points, limit: number): number => {
  const order = canonicalOrder(points);
  let distinct = Math.min(points.rows, 1);
  for (let i = 1; i < order.length && distinct < limit; i++)
    if (compare(points, order[i - 1]!, order[i]!) !== 0) distinct++;
  return distinct;
};

const compare = ({ dimensions, values }: Points, a: number, b: number): number => {
  for (let d = 0; d < dimensions; d++) {
    const difference = values[a * dimensions + d]! - values[b * dimensions + d]!;
    if (difference !== 0) return difference;
  }
  return 0;
};
