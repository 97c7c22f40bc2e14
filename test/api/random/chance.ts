// Random choices that repeat with the same seed.

export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  is(probability: number): boolean;
  /** An integer; both ends included. */
  between(low: number, high: number): number;
  one<T>(of: readonly T[]): T;
}

/** Mulberry32. */
export const chanceOf = (seed: number): Chance => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    is: (probability) => next() < probability,
    one: (of) => of[between(0, of.length - 1)]!,
  };
};
