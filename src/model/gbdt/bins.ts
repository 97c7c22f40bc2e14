// Trees look at a feature through at most 255 bins of about equal mass, so that a node's best split is found from sums
// per bin and a value costs one byte. Bin b holds edge[b − 1] < x ≤ edge[b]; the bin after the last is for missing values.

const maxBins = 255;
/** Edges come from at most this many values, evenly spaced over the rows: quantiles need no more. */
const maxSampled = 100_000;

export interface BinnedColumns {
  rows: number;
  /** Per feature, one bin per row. */
  bins: Uint8Array[];
  /** Per feature, the upper edges of all bins of values but the last, which is open. */
  edges: Float32Array[];
  /** Where each feature's bins begin when those of all features, missing included, are laid end to end. */
  offset: Int32Array;
  totalBins: number;
}

/** Columns hold finite numbers, or NaN where missing. */
export const binColumns = (columns: Float32Array[]): BinnedColumns => {
  const edges = columns.map(findEdges);
  const offset = new Int32Array(columns.length);
  let totalBins = 0;
  edges.forEach((e, f) => {
    offset[f] = totalBins;
    totalBins += missingBin(e) + 1;
  });
  const bins = columns.map((column, f) =>
    column.length === 0 ? new Uint8Array() : assignBins(column, edges[f]!),
  );
  return { rows: columns[0]?.length ?? 0, bins, edges, offset, totalBins };
};

/** The bin of missing values, which is also the number of bins of values. */
export const missingBin = (edges: Float32Array): number => edges.length + 1;

/** Increasing cuts between neighbouring values: every one while there are few, quantiles when there are many. */
export const findEdges = (column: Float32Array): Float32Array => {
  const { values, counts, total } = countDistinct(sampleKnown(column));
  const edges: number[] = [];
  let remaining = total;
  let held = 0;
  for (let i = 0; i + 1 < values.length && edges.length < maxBins - 1; i++) {
    held += counts[i]!;
    const fair = remaining / (maxBins - edges.length);
    const nextIsLarge = counts[i + 1]! > fair && held + counts[i + 1]! / 2 > fair;
    if (values.length > maxBins && held < fair && !nextIsLarge) continue;
    edges.push(between(values[i]!, values[i + 1]!));
    remaining -= held;
    held = 0;
  }
  return Float32Array.from(edges);
};

const assignBins = (column: Float32Array, edges: Float32Array): Uint8Array => {
  const bins = new Uint8Array(column.length);
  const missing = missingBin(edges);
  for (let i = 0; i < column.length; i++) {
    const x = column[i]!;
    bins[i] = Number.isNaN(x) ? missing : countBelow(edges, x);
  }
  return bins;
};

/** How many edges lie strictly below x. */
const countBelow = (edges: Float32Array, x: number): number => {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle]! < x) low = middle + 1;
    else high = middle;
  }
  return low;
};

const sampleKnown = (column: Float32Array): Float32Array => {
  const step = Math.max(1, column.length / maxSampled);
  const known = new Float32Array(Math.min(column.length, maxSampled));
  let size = 0;
  for (let i = 0; i < known.length; i++) {
    const x = column[Math.floor(i * step)]!;
    if (!Number.isNaN(x)) known[size++] = x;
  }
  return known.subarray(0, size).sort();
};

const countDistinct = (sorted: Float32Array) => {
  const values: number[] = [];
  const counts: number[] = [];
  for (const x of sorted) {
    if (values.length > 0 && values[values.length - 1] === x) counts[counts.length - 1]!++;
    else {
      values.push(x);
      counts.push(1);
    }
  }
  return { values, counts, total: sorted.length };
};

/** A cut with a ≤ cut < b, half-way where single precision has a number there. */
const between = (a: number, b: number): number => {
  const middle = Math.fround(a + (b - a) / 2);
  return middle >= a && middle < b ? middle : a;
};
