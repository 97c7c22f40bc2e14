// Lines of messages: JSON, one message on each, of a bounded length. A line that cannot be used is refused by its number.

import { withExactKeys } from "../../files/json-records.js";

/** A line that cannot be used; what came before it is kept. */
export class LineRefused extends Error {
  override readonly name = "LineRefused";
  constructor(line: number, what: string) {
    super(`Line ${line}: ${what}`);
  }
}

const mostLineBytes = 1 << 24;
const lineFeed = 10;

/** Cuts bytes into lines. Holds at most one line. */
export class LineCutter {
  /** The number of the line that is being read. */
  private number = 1;
  private parts: Buffer[] = [];
  private bytes = 0;

  /** The lines that end in a chunk; empty ones are left out. Throws `LineRefused`. */
  *push(chunk: Buffer): Generator<{ text: string; number: number }> {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      this.keep(chunk.subarray(from, end));
      from = end + 1;
      yield* this.taken();
      this.number++;
    }
    // The chunk may be another's memory by the time that its rest is read.
    if (from < chunk.length) this.keep(Buffer.from(chunk.subarray(from)));
  }

  /** The last line, where no line feed ends it. */
  end(): Generator<{ text: string; number: number }> {
    return this.taken();
  }

  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes > mostLineBytes)
      throw new LineRefused(
        this.number,
        `it has more than ${mostLineBytes} bytes. Leave out fields that nobody needs.`,
      );
    this.parts.push(part);
  }

  private *taken(): Generator<{ text: string; number: number }> {
    const text = (this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts)).toString();
    [this.parts, this.bytes] = [[], 0];
    if (text.trim() !== "") yield { text, number: this.number };
  }
}

/** The value of a line. Whole numbers keep all of their digits, as texts; `NaN`, which Python writes, is no value. */
export const parseLine = (text: string, line: number): unknown => {
  const exact = withExactKeys(text);
  try {
    return JSON.parse(exact);
  } catch (cause) {
    const amended = withoutNan(exact);
    if (amended !== exact) return parseLine(amended, line);
    throw new LineRefused(line, `it is no JSON message: ${(cause as Error).message.slice(0, 200)}`);
  }
};

const withoutNan = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g, (found) =>
    found.startsWith('"') ? found : "null",
  );
