// Key ranges. Ids of people are random, so a range of them is a random sample of people and bounds the memory.

import { type Sql, sql } from "../sql/sql.js";

/** Half-open range of person ids. */
export interface KeyRange {
  from: bigint;
  /** Null: to the end. */
  until: bigint | null;
}

export const wholeRange: KeyRange = { from: 0n, until: null };

export const inRange = (personId: Sql, range: KeyRange): Sql => {
  const from = sql`${personId} >= ${range.from}`;
  return range.until === null ? from : sql`${from} and ${personId} < ${range.until}`;
};

const keyBits = 63n;

/** Key ranges of equal width; the last one is open, so that every key is in a range. */
export const keyRanges = (count: number): KeyRange[] =>
  Array.from({ length: Math.max(count, 1) }, (_, i, n = BigInt(Math.max(count, 1))) => ({
    from: (BigInt(i) << keyBits) / n,
    until: BigInt(i) === n - 1n ? null : (BigInt(i + 1) << keyBits) / n,
  }));
