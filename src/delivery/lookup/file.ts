// Files of a lookup, which never change: rows of JSON, and an index from keys to rows. The index begins with
// a fan-out table like that of a Git pack: the number of keys up to each value of the leading bits. So a
// lookup takes a few short reads (two counts, the keys between them by bisection, the row) and no memory.
//
//   lookup.rows    one JSON object a line
//   lookup.index   4,097 counts, then per key, ascending: key, start and length of its row; all are 64 bits, little-endian

import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";
import { endianness } from "node:os";
import path from "node:path";
import { assert } from "../../errors/refusal.js";

export const rowsFile = "lookup.rows";
export const indexFile = "lookup.index";

const leadingBits = 12;
const buckets = 2 ** leadingBits;
const wordBytes = 8;
const entryBytes = 3 * wordBytes;
const headBytes = (buckets + 1) * wordBytes;

/** Keys have 63 bits. */
const bucketOf = (key: bigint): number => Number(key >> BigInt(63 - leadingBits));

/** Writes the index of an existing rows file. `keys` ascend; `rows` are their line numbers, from 0. */
export const writeIndex = async (
  dir: string,
  keys: BigInt64Array,
  rows: ArrayLike<number>,
): Promise<void> => {
  assert(endianness() === "LE", "the index is written from memory, which must be little-endian");
  const starts = await lineStarts(path.join(dir, rowsFile));
  const entries = new BigInt64Array(keys.length * 3);
  keys.forEach((key, i) => {
    const row = rows[i]!;
    entries[3 * i] = key;
    entries[3 * i + 1] = BigInt(starts[row]!);
    entries[3 * i + 2] = BigInt(starts[row + 1]! - starts[row]!);
  });
  const file = await open(path.join(dir, indexFile), "w");
  try {
    await file.writeFile(bytesOf(fanOut(keys)));
    await file.writeFile(bytesOf(entries));
  } finally {
    await file.close();
  }
};

const bytesOf = ({ buffer }: BigInt64Array): Uint8Array => new Uint8Array(buffer);

/** Entry b is the number of keys in buckets below b. */
const fanOut = (keys: BigInt64Array): BigInt64Array => {
  const counts = new BigInt64Array(buckets + 1);
  for (const key of keys) counts[bucketOf(key) + 1]!++;
  for (let b = 1; b <= buckets; b++) counts[b]! += counts[b - 1]!;
  return counts;
};

/** Offsets of the lines, and the length of the file. */
const lineStarts = async (file: string): Promise<number[]> => {
  const starts = [0];
  let before = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) starts.push(before + at + 1);
    before += chunk.length;
  }
  return starts;
};

export type LookupRow = Record<string, string | number | boolean | null>;

/**
 * The row of the first key that has one. Reads synchronously, like the metadata store: the few pages are
 * nearly always cached, and handing each read to another thread would take most of the response time under
 * load.
 */
export const findRow = (dir: string, keys: readonly bigint[]): LookupRow | undefined =>
  withFile(path.join(dir, indexFile), (index) => {
    for (const key of keys) {
      const span = findSpan(index, key);
      if (span) return withFile(path.join(dir, rowsFile), (rows) => readRow(rows, span));
    }
    return undefined;
  });

const withFile = <R>(file: string, use: (descriptor: number) => R): R => {
  const descriptor = openSync(file, "r");
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

interface Span {
  start: number;
  length: number;
}

/** Some kilobytes. */
const entriesAtOnce = 128;

const findSpan = (index: number, key: bigint): Span | undefined => {
  const counts = readAt(index, bucketOf(key) * wordBytes, 2 * wordBytes);
  let [from, to] = [wordOf(counts, 0), wordOf(counts, wordBytes)];
  // A large file has more keys in a bucket than are read at once.
  while (to - from > entriesAtOnce) {
    const middle = (from + to) >>> 1;
    const isBefore = key < readAt(index, headBytes + middle * entryBytes, wordBytes).readBigInt64LE();
    if (isBefore) to = middle;
    else from = middle;
  }
  const bucket = readAt(index, headBytes + from * entryBytes, (to - from) * entryBytes);
  const at = entryOf(bucket, key);
  return at === undefined
    ? undefined
    : { start: wordOf(bucket, at + wordBytes), length: wordOf(bucket, at + 2 * wordBytes) };
};

const wordOf = (bytes: Buffer, at: number): number => Number(bytes.readBigInt64LE(at));

/** The offset of the key's entry, by bisection. */
const entryOf = (bucket: Buffer, key: bigint): number | undefined => {
  let low = 0;
  let high = bucket.length / entryBytes;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = bucket.readBigInt64LE(middle * entryBytes);
    if (found === key) return middle * entryBytes;
    if (found < key) low = middle + 1;
    else high = middle;
  }
  return undefined;
};

const readRow = (rows: number, { start, length }: Span): LookupRow =>
  JSON.parse(readAt(rows, start, length).toString("utf8")) as LookupRow;

const readAt = (file: number, position: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  const read = readSync(file, bytes, 0, length, position);
  assert(read === length, `the lookup ends at ${position + read}, before ${position + length}`);
  return bytes;
};
