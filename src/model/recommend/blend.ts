// Weights of the recommender's blend. Each part assigns probabilities to the items that a person takes next,
// and the blend is their weighted mean. The weights maximise the likelihood of the items taken, found by
// expectation maximisation (Jelinek and Mercer 1980). Each group of people has its own weights, shrunk
// towards those of all people.

/** One entry per person and item taken next; the entries of a person add up to a count of 1. */
export interface BlendSamples {
  /** Weight of the entry. */
  count: Float64Array;
  group: Uint8Array;
  /** For each part, the probability that it assigned to the item. */
  shares: readonly Float64Array[];
}

const maxIterations = 100;
/** The iteration stops when no weight changes by more. */
const tolerance = 1e-6;
/** Prior, as a number of people: for equal weights overall, and for the overall weights in a group. */
const priorCount = 20;

/** The weights of the parts for each group, which add up to 1. */
export const blendWeights = (samples: BlendSamples, groups: number): number[][] => {
  const { shares, group } = samples;
  const equal = shares.map(() => 1 / shares.length);
  const overall = mostLikelyWeights(samples, () => true, equal);
  return Array.from({ length: groups }, (_, g) => mostLikelyWeights(samples, (i) => group[i] === g, overall));
};

const mostLikelyWeights = (
  { count, shares }: BlendSamples,
  isIn: (entry: number) => boolean,
  prior: readonly number[],
): number[] => {
  const entries = Array.from(count.keys()).filter((i) => isIn(i) && shares.some((share) => share[i]! > 0));
  let weights = [...prior];
  for (let round = 0; round < maxIterations; round++) {
    const credit = prior.map((weight) => priorCount * weight);
    for (const i of entries) addCredit(credit, weights, shares, i, count[i]!);
    const total = credit.reduce((sum, part) => sum + part, 0);
    const before = weights;
    weights = credit.map((part) => part / total);
    if (weights.every((weight, part) => Math.abs(weight - before[part]!) < tolerance)) break;
  }
  return weights;
};

/** Divides the count of an entry among the parts in proportion to their contribution to the blended probability. */
const addCredit = (
  credit: number[],
  weights: readonly number[],
  shares: readonly Float64Array[],
  entry: number,
  count: number,
): void => {
  let blended = 0;
  for (let part = 0; part < weights.length; part++) blended += weights[part]! * shares[part]![entry]!;
  if (blended === 0) return;
  for (let part = 0; part < weights.length; part++)
    credit[part]! += (count * weights[part]! * shares[part]![entry]!) / blended;
};
