// Isotonic calibration: the rising curve closest to the labels. Adjacent bins that would fall are pooled until none does (PAVA). Between
// the centres of pools the curve is linear, which keeps the order of people. It starts from bins of people, with wide bins at
// both ends: a few people without a conversion would give "never" to everyone beyond them, and after a change of level,
// most people may be beyond.

import { equalMassBins, rankGroups } from "../evaluation/ranking.js";
import { logit } from "../numeric/special-functions.js";

export interface IsotonicCurve {
  /** Raw scores at which the curve bends, ascending, and the probability at each. */
  at: number[];
  probability: number[];
}

interface Pool {
  people: number;
  attained: number;
  rawSum: number;
}

const maxBins = 100;
const minInBin = 50;
/** Share of the bins that are merged into one at either end. */
const endShare = 0.1;

export const fitIsotonic = (raw: Float64Array, label: Uint8Array): IsotonicCurve => {
  const pools: Pool[] = [];
  for (const bin of risingBins(raw, label)) {
    let pool = bin;
    for (let last = pools.at(-1); last !== undefined && rate(last) >= rate(pool); last = pools.at(-1)) {
      pool = merge(last, pool);
      pools.pop();
    }
    pools.push(pool);
  }
  return { at: pools.map((pool) => pool.rawSum / pool.people), probability: pools.map(rate) };
};

const risingBins = (raw: Float64Array, label: Uint8Array): Pool[] => {
  const count = Math.max(1, Math.min(maxBins, Math.floor(raw.length / minInBin)));
  const bins = equalMassBins(rankGroups(raw, label), count).map((groups) =>
    groups
      .map(({ probability, people, attained }) => ({ people, attained, rawSum: probability * people }))
      .reduce(merge),
  );
  return withWideEnds(bins.reverse());
};

const withWideEnds = (bins: Pool[]): Pool[] => {
  const wide = Math.ceil(endShare * bins.length);
  if (bins.length < 2 * wide) return bins;
  const [low, middle, high] = [bins.slice(0, wide), bins.slice(wide, -wide), bins.slice(-wide)];
  return [low.reduce(merge), ...middle, high.reduce(merge)];
};

/** Calibrated log-odds. Beyond either end, where the curve has no data, they rise as the raw scores do. */
export const followCurve = ({ at, probability }: IsotonicCurve, x: number): number => {
  let low = 0;
  let high = at.length - 1;
  if (x <= at[low]!) return logit(probability[low]!) + x - at[low]!;
  if (x >= at[high]!) return logit(probability[high]!) + x - at[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle]! <= x) low = middle;
    else high = middle;
  }
  const share = (x - at[low]!) / (at[high]! - at[low]!);
  return logit(probability[low]! + share * (probability[high]! - probability[low]!));
};

/** Half a person with each label keeps the rate of a pool away from 0 and 1. */
const rate = (pool: Pool): number => (pool.attained + 0.5) / (pool.people + 1);

const merge = (a: Pool, b: Pool): Pool => ({
  people: a.people + b.people,
  attained: a.attained + b.attained,
  rawSum: a.rawSum + b.rawSum,
});
