// Seeded random numbers: the same seed gives the same numbers on any machine.

/** A uniform number in [0, 1) at each call. */
export type Random = () => number;

/** xoshiro128** (Blackman and Vigna 2018), its state filled by the mixer below. */
export const seededRandom = (seed: number): Random => {
  let [a, b, c, d] = [1, 2, 3, 4].map((word) => mix32(seed + Math.imul(word, 0x9e3779b9)) | 0) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const value = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return value / 2 ** 32;
  };
};

/** A number in [0, 1) determined by (id, salt). It assigns people to folds and samples. */
export const uniformOf = (id: bigint, salt: number): number => {
  const low = Number(BigInt.asUintN(32, id));
  const high = Number(BigInt.asUintN(32, id >> 32n));
  return mix32(mix32(mix32(salt) ^ low) + high) / 2 ** 32;
};

/** `size` of the numbers 0 … `count` − 1 in increasing order; every set is equally likely. */
export const chooseSorted = (random: Random, count: number, size: number): Int32Array => {
  const chosen = new Int32Array(Math.min(size, count));
  let taken = 0;
  for (let i = 0; taken < chosen.length; i++)
    if (random() * (count - i) < chosen.length - taken) chosen[taken++] = i;
  return chosen;
};

/** The finaliser of MurmurHash3: each bit of the input moves half of the output. */
const mix32 = (word: number): number => {
  let x = word | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
};

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
