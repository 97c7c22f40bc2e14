// Shapley values by their definition: the mean, over all orders in which features become known, of what a feature adds to
// those known before it. That takes a score for every subset of the features, so it is for models that look at a few.

/** Scores rows of a few columns. */
type Score = (columns: Float32Array[]) => Float64Array;

/** What each column moves each score by, from where all are at their reference; one array per column. */
export const shapleyBySubsets = (
  score: Score,
  columns: Float32Array[],
  reference: readonly number[],
): Float64Array[] => {
  const unknown = columns.map((column, c) => new Float32Array(column.length).fill(reference[c]!));
  const scores = Array.from({ length: 2 ** columns.length }, (_, known) =>
    score(columns.map((column, c) => (has(known, c) ? column : unknown[c]!))),
  );
  return columns.map((column, c) => {
    const values = new Float64Array(column.length);
    scores.forEach((without, known) => {
      if (has(known, c)) return;
      const share = shareOf(sizeOf(known), columns.length);
      const withIt = scores[known | (1 << c)]!;
      for (let row = 0; row < values.length; row++) values[row]! += share * (withIt[row]! - without[row]!);
    });
    return values;
  });
};

/** Subsets are the bits of a number. */
const has = (subset: number, column: number): boolean => ((subset >> column) & 1) === 1;

const sizeOf = (subset: number): number => (subset === 0 ? 0 : (subset & 1) + sizeOf(subset >> 1));

/** Of all orders of `count` features, those in which `known` given ones come first and then one given other. */
const shareOf = (known: number, count: number): number => {
  let orders = count;
  for (let k = 1; k <= known; k++) orders *= (count - k) / k;
  return 1 / orders;
};
