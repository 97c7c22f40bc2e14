// How much each part of a blend is to be believed. Every part gives what a person takes next a share, and the blend gives
// it the weighted mean of these; the weights are those under which what people did take was likeliest, found by expectation
// and maximisation (Jelinek and Mercer 1980). Groups of people have weights of their own, drawn towards everybody's.

/** One entry per person and item that they took next; the entries of a person count one together. */
export interface BlendSamples {
  /** How much the entry counts. */
  count: Float64Array;
  group: Uint8Array;
  /** Of each part: the share that it gave the item. */
  shares: readonly Float64Array[];
}

const maxIterations = 100;
/** Weights that move by less have settled. */
const tolerance = 1e-6;
/** So many people's worth of belief that all parts are equally right, or that a group is like everybody. */
const priorCount = 20;

/** Of each of the groups, the weights of the parts, which add up to 1. */
export const blendWeights = (evidence: BlendSamples, groups: number): number[][] => {
  const { shares, group } = evidence;
  const equal = shares.map(() => 1 / shares.length);
  const everybody = mostLikelyWeights(evidence, () => true, equal);
  return Array.from({ length: groups }, (_, g) =>
    mostLikelyWeights(evidence, (i) => group[i] === g, everybody),
  );
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

/** An entry's count goes to the parts by how much of its blended share is theirs. */
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
