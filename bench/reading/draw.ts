// Draw of a choice: seeded random numbers as the choices that a made-up export is made of.

import { type Random, seededRandom } from "../../src/model/numeric/random.js";

export interface Draw {
  chance(share: number): boolean;
  /** From `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** A key, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  shuffled<T>(list: readonly T[]): T[];
}

export const drawOf = (seed: number): Draw => {
  const random: Random = seededRandom(seed);
  const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  return {
    chance: (share) => random() < share,
    whole,
    pick: (list) => list[whole(0, list.length - 1)]!,
    weighted: <K extends string>(weights: Readonly<Record<K, number>>): K => {
      const keys = Object.keys(weights) as K[];
      let at = random() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        at -= weights[key];
        if (at < 0) return key;
      }
      return keys.at(-1)!;
    },
    shuffled: (list) => {
      const all = [...list];
      for (let i = all.length - 1; i > 0; i--) {
        const j = whole(0, i);
        [all[i], all[j]] = [all[j]!, all[i]!];
      }
      return all;
    },
  };
};
