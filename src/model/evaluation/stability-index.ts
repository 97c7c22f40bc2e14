// Population stability index (PSI): how far a feature's values have moved between two groups of people.
// People are put into ten bins of the earlier values, those without a value into a bin of their own, and the
// shares of both groups are compared.

/**
 * Bin 0 has no value, bin k + 1 lies below edge k, and the last bin starts at the last edge. `people` are the
 * counts per bin.
 */
export interface BinCounts {
  edges: number[];
  people: number[];
}

const bins = 10;

/** About equal numbers of the people with a value per bin; fewer bins where values repeat. */
export const binValues = (values: Float32Array): BinCounts => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const cuts = Array.from(
    { length: bins - 1 },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / bins)],
  );
  const edges = [...new Set(cuts.filter((edge) => edge !== undefined))];
  return { edges, people: countPerBin(edges, values) };
};

/** Number of values per bin of the given edges. */
export const countPerBin = (edges: readonly number[], values: Float32Array): number[] => {
  const people = new Array<number>(edges.length + 2).fill(0);
  for (const value of values) {
    if (Number.isNaN(value)) people[0]!++;
    else {
      let above = 0;
      while (above < edges.length && value >= edges[above]!) above++;
      people[above + 1]!++;
    }
  }
  return people;
};

/**
 * Σ (after − before) · ln(after / before) over the shares of the same bins; 0 for equal shares. Half a person
 * is added to each bin.
 */
export const indexOfCounts = (before: readonly number[], after: readonly number[]): number => {
  const [b, a] = [sharesOf(before), sharesOf(after)];
  return b.reduce((sum, share, i) => sum + (a[i]! - share) * Math.log(a[i]! / share), 0);
};

/** The index of two sets of values. */
export const stabilityIndex = (before: Float32Array, after: Float32Array): number => {
  const { edges, people } = binValues(before);
  return indexOfCounts(people, countPerBin(edges, after));
};

const sharesOf = (people: readonly number[]): number[] => {
  const total = people.reduce((sum, count) => sum + count + 0.5, 0);
  return people.map((count) => (count + 0.5) / total);
};
