// Records of JSON Lines, where each line is an object. A line that is none is a broken record: it is left out with
// its reason, and the lines after it are read.

import { BrokenJson, type BrokenRecord, type FoundRecord, JsonScanner } from "./json-records.js";

export const mostLineBytes = 1 << 24;
const shownBytes = 10_000;
const lineFeed = 10;
const sampledLines = 200;

/**
 * Whether each line of a file is a record by itself: half of the lines of its beginning are. Objects that are
 * written over several lines are not, and a whole file of one line may be an object that holds the records.
 */
export const isJsonLines = (sample: string, isWhole: boolean): boolean => {
  if (/^\s*\[/.test(sample)) return false;
  const all = sample.split("\n");
  const filled = (isWhole ? all : all.slice(0, -1)).filter((line) => line.trim() !== "");
  const lines = filled.slice(0, sampledLines);
  const records = lines.filter((line) => /^\s*\{.*\}\s*$/.test(line) && !isBroken(line));
  return lines.length > (isWhole ? 1 : 0) && 2 * records.length >= lines.length;
};

const isBroken = (line: string): boolean => typeof recordsIn(Buffer.from(line)) === "string";

/** The records of a line, or the reason why they cannot be read. */
const recordsIn = (line: Buffer): FoundRecord[] | string => {
  const scanner = JsonScanner.ofFile(0);
  try {
    const found = scanner.push(line);
    scanner.end();
    const broken = found.find((each) => "reason" in each);
    if (broken) return broken.reason;
    return found.length > 0 ? (found as FoundRecord[]) : "the line is no object";
  } catch (cause) {
    if (cause instanceof BrokenJson) return cause.message.replace("the file ends", "the line ends");
    throw cause;
  }
};

/** Splits a text in UTF-8 into lines, and reads each. Memory has one line at a time. */
export class JsonLineScanner {
  private line = 1;
  private pending: Buffer[] = [];
  private pendingBytes = 0;

  /** What the lines hold that end in a chunk. */
  push(chunk: Buffer): (FoundRecord | BrokenRecord)[] {
    const found: (FoundRecord | BrokenRecord)[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      this.keep(chunk.subarray(start, end));
      found.push(...this.ended());
      start = end + 1;
    }
    this.keep(chunk.subarray(start));
    return found;
  }

  /** What a last line without a line break holds. */
  end(): (FoundRecord | BrokenRecord)[] {
    return this.ended();
  }

  /** Of a line that is too long the beginning is kept, which is shown. */
  private keep(part: Buffer): void {
    if (this.pendingBytes <= mostLineBytes && part.length > 0)
      this.pending.push(Buffer.from(part.subarray(0, mostLineBytes + 1)));
    this.pendingBytes += part.length;
  }

  private ended(): (FoundRecord | BrokenRecord)[] {
    const [bytes, size, line] = [Buffer.concat(this.pending), this.pendingBytes, this.line++];
    [this.pending, this.pendingBytes] = [[], 0];
    const broken = (reason: string): BrokenRecord[] => [
      { line, reason, text: bytes.toString("utf8", 0, shownBytes).trim() },
    ];
    if (size > mostLineBytes) return broken(`the line has more than ${mostLineBytes} bytes`);
    if (isBlank(bytes)) return [];
    const found = recordsIn(bytes);
    return typeof found === "string" ? broken(found) : found.map(({ record }) => ({ line, record }));
  }
}

const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte <= 32);
