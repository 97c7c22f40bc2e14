// The population stability index says how far a feature's values have moved: people are put in ten bins of the earlier
// values, those without a value in one of their own, and the shares of then and now are compared.

/** Bin 0 has no value, bin k + 1 lies below edge k, the last from the last edge on; `people` are those in each. */
export interface BinCounts {
  edges: number[];
  people: number[];
}

const bins = 10;

/** About equally many of the people with a value in each; fewer bins where values repeat. */
export const binValues = (values: Float32Array): BinCounts => {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  const cuts = Array.from(
    { length: bins - 1 },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / bins)],
  );
  const edges = [...new Set(cuts.filter((edge) => edge !== undefined))];
  return { edges, people: countPerBin(edges, values) };
};

/** How many of these people are in each bin of these edges. */
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

/** Σ (now − then) · ln(now / then) over the shares of the same bins, 0 for equal shares. Half a person is added to each. */
export const indexOfCounts = (then: readonly number[], now: readonly number[]): number => {
  const [before, after] = [sharesOf(then), sharesOf(now)];
  return before.reduce((sum, b, i) => sum + (after[i]! - b) * Math.log(after[i]! / b), 0);
};

/** The same, of values. */
export const stabilityIndex = (then: Float32Array, now: Float32Array): number => {
  const { edges, people } = binValues(then);
  return indexOfCounts(people, countPerBin(edges, now));
};

const sharesOf = (people: readonly number[]): number[] => {
  const total = people.reduce((sum, count) => sum + count + 0.5, 0);
  return people.map((count) => (count + 0.5) / total);
};
