// The rising curve closest to the labels: neighbouring bins that would fall are pooled until nothing falls (PAVA). Between
// the centres of pools the curve is a straight line, so that it keeps the order of people. It starts from bins of people, not
// from single ones, and from wide ones at both ends: a few who all failed would say "never" to everyone beyond them, and when
// the level of the world moves, most people may be beyond.

import { equalMassBins, rankGroups } from "../evaluation/ranking.js";
import { logit } from "../numeric/logit.js";

export interface IsotonicCurve {
  /** Raw scores at which the curve bends, rising, and the probability there. */
  at: number[];
  probability: number[];
}

interface Pool {
  people: number;
  attained: number;
  rawSum: number;
}

const maxBins = 100;
const fewestInBin = 50;
/** Of all bins, how many are one at either end. */
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
  const count = Math.max(1, Math.min(maxBins, Math.floor(raw.length / fewestInBin)));
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

/** Calibrated log-odds. Beyond either end the curve knows nothing, and goes on as the scores do. */
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

/** Half a person on either side keeps a pool from promising never or always. */
const rate = (pool: Pool): number => (pool.attained + 0.5) / (pool.people + 1);

const merge = (a: Pool, b: Pool): Pool => ({
  people: a.people + b.people,
  attained: a.attained + b.attained,
  rawSum: a.rawSum + b.rawSum,
});
