// The rising curve closest to the labels: neighbouring bins that would fall are pooled until nothing falls (PAVA). Between
// the centres of pools the curve is a straight line, so that it keeps the order of people. It starts from bins of people, not
// from single ones: a pool of a few who all failed would say "never" to everyone beyond it.

import { equalMassBins, rankGroups } from "../ranking.js";

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
  return bins.reverse();
};

/** Beyond either end the curve is level. */
export const interpolate = ({ at, probability }: IsotonicCurve, x: number): number => {
  let low = 0;
  let high = at.length - 1;
  if (x <= at[low]!) return probability[low]!;
  if (x >= at[high]!) return probability[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle]! <= x) low = middle;
    else high = middle;
  }
  const share = (x - at[low]!) / (at[high]! - at[low]!);
  return probability[low]! + share * (probability[high]! - probability[low]!);
};

/** Half a person on either side keeps a pool from promising never or always. */
const rate = (pool: Pool): number => (pool.attained + 0.5) / (pool.people + 1);

const merge = (a: Pool, b: Pool): Pool => ({
  people: a.people + b.people,
  attained: a.attained + b.attained,
  rawSum: a.rawSum + b.rawSum,
});
