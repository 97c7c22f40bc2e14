// Breiman's one-standard-error rule: of several models, listed from simple to complex, it takes the first
// whose loss is at most one standard error above the lowest. A more complex model must improve on a simpler
// one by more than chance.

/**
 * `losses[m][i]` is the loss of model m on row i; all models have the same rows. Returns the index of the chosen model.
 */
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
