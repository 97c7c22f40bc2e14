// Random numbers: one stream for each (seed, path), so that drawing more for one person does not change
// another. The generator is sfc32, seeded through the finaliser of MurmurHash3.

/** A uniform number in [0, 1). */
export type Random = () => number;

export const randomFor = (seed: number, ...path: number[]): Random => {
  let hash = mix(seed | 0);
  for (const part of path) hash = mix(Math.imul(hash, 0x9e3779b1) ^ mix((part | 0) + 0x7f4a7c15));
  return sfc32(hash, mix(hash + 1), mix(hash + 2));
};

const mix = (value: number): number => {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) | 0;
};

const sfc32 = (first: number, second: number, third: number): Random => {
  let [a, b, c, counter] = [first, second, third, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warm = 0; warm < 12; warm++) next();
  return next;
};

export const chance = (random: Random, probability: number): boolean => random() < probability;

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** A whole number from 1 to `max`. */
export const upTo = (random: Random, max: number): number => 1 + Math.floor(random() * max);

/** Mean 1. */
export const exponential = (random: Random): number => -Math.log(1 - random());

/** Mean 0, deviation 1 (Box and Muller). */
export const normal = (random: Random): number =>
  Math.sqrt(2 * exponential(random)) * Math.cos(2 * Math.PI * random());

/** Gamma of mean `shape` and scale 1, for shape >= 1 (Marsaglia and Tsang, 2000). */
export const gamma = (random: Random, shape: number): number => {
  const d = shape - 1 / 3;
  for (;;) {
    const x = normal(random);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
};
