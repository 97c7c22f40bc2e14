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
