// A richer model must earn its place. Of several, listed from simple to rich, we take the first whose loss is no more than
// one standard error above the least: what the data cannot tell apart, simplicity decides (Breiman's one-standard-error rule).

/** `losses[m][i]` is the loss of model m on row i, the same rows for all. Returns m. */
export const simplestWithinError = (losses: Float64Array[]): number => {
  const means = losses.map(mean);
  const best = means.indexOf(Math.min(...means));
  return losses.findIndex((loss) => {
    const worseBy = loss.map((l, i) => l - losses[best]![i]!);
    return mean(worseBy) <= standardError(worseBy);
  });
};

const mean = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;

const standardError = (values: Float64Array): number => {
  const centre = mean(values);
  const squares = values.reduce((sum, v) => sum + (v - centre) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
};
