// Keys that occur more than once. The engine (1.5) groups them in one table that no cache holds, which takes
// three times as long.

/** Keys of a part, so that its table stays in a cache. */
const partKeys = 16_384;
const tableSize = 4 * partKeys;

/** Bytes for each key while they are compared. */
export const bytesOfKey = 24;

/**
 * Keys that occur more than once, each once, in no order. The keys are hashes: their lowest bits are spread
 * evenly.
 */
export const repeatedKeys = (keys: BigInt64Array): BigInt64Array => {
  const bits = Math.max(0, Math.ceil(Math.log2(keys.length / partKeys)));
  const { low, high, ends } = partitioned(
    new Int32Array(keys.buffer, keys.byteOffset, 2 * keys.length),
    bits,
  );
  const repeated = new Set<bigint>();
  // Places in low and high, from 1; 0: free.
  const table = new Int32Array(tableSize);
  let from = 0;
  for (const end of ends) {
    const mask = sizeFor(end - from) - 1;
    const slots = mask < tableSize ? table.fill(0) : new Int32Array(mask + 1);
    for (let i = from; i < end; i++) {
      let slot = (high[i]! ^ (low[i]! >>> bits)) & mask;
      let other = slots[slot]!;
      while (other !== 0 && (low[other - 1] !== low[i] || high[other - 1] !== high[i])) {
        slot = (slot + 1) & mask;
        other = slots[slot]!;
      }
      if (other === 0) slots[slot] = i + 1;
      else repeated.add((BigInt(high[i]!) << 32n) | BigInt(low[i]! >>> 0));
    }
    from = end;
  }
  return BigInt64Array.from(repeated);
};

/** The halves of the keys, by their lowest bits, and where each part ends. */
const partitioned = (words: Int32Array, bits: number) => {
  const [count, mask] = [words.length / 2, (1 << bits) - 1];
  const starts = new Int32Array(mask + 2);
  for (let i = 0; i < count; i++) starts[(words[2 * i]! & mask) + 1]!++;
  for (let part = 0; part <= mask; part++) starts[part + 1]! += starts[part]!;
  const [low, high, ends] = [new Int32Array(count), new Int32Array(count), starts.slice(0, -1)];
  for (let i = 0; i < count; i++) {
    const at = ends[words[2 * i]! & mask]!++;
    low[at] = words[2 * i]!;
    high[at] = words[2 * i + 1]!;
  }
  return { low, high, ends };
};

/** Size of a table for so many keys: a power of two, at most half full. */
const sizeFor = (keys: number): number =>
  Math.max(tableSize, 2 ** Math.ceil(Math.log2(2 * Math.max(1, keys))));
