// The population stability index says how far a feature's values have moved: people are put in ten bins of the earlier
// values, those without a value in one of their own, and the shares of then and now are compared.

const bins = 10;

/** Σ (now − then) · ln(now / then) over bins, 0 for equal shares. Half a person is added to each bin. */
export const stabilityIndex = (then: Float32Array, now: Float32Array): number => {
  const sorted = then.filter((value) => !Number.isNaN(value)).sort();
  const edges = Array.from(
    { length: bins - 1 },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / bins)],
  );
  const distinct = [...new Set(edges.filter((edge) => edge !== undefined))];
  const [before, after] = [sharesOf(then, distinct), sharesOf(now, distinct)];
  return before.reduce((sum, b, i) => sum + (after[i]! - b) * Math.log(after[i]! / b), 0);
};

/** Bin 0 has no value, bin k + 1 lies below edge k. */
const sharesOf = (values: Float32Array, edges: readonly number[]): Float64Array => {
  const counts = new Float64Array(edges.length + 2).fill(0.5);
  for (const value of values) {
    if (Number.isNaN(value)) counts[0]!++;
    else {
      let above = 0;
      while (above < edges.length && value >= edges[above]!) above++;
      counts[above + 1]!++;
    }
  }
  const total = values.length + counts.length / 2;
  return counts.map((count) => count / total);
};
