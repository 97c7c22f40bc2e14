// Records of a CSV file. A record ends at the first line break outside quotes. A malformed record loses only
// its first line, and reading resumes on the next one, so that a stray quote cannot swallow the rest of a
// file.

export interface Syntax {
  /** Bytes of ASCII characters. */
  delimiter: number;
  quote: number;
}

export const faults = {
  unclosed: "a quote is not closed",
  trailing: "there is text after a closing quote",
  long: "the row is longer than 1,900,000 bytes",
} as const;
export type Fault = keyof typeof faults;

/** A record in `bytes`: `[start, end)` without its line break; `line` is 1-based. */
export interface CsvRecord {
  bytes: Buffer;
  start: number;
  end: number;
  line: number;
  fields: number;
  fault: Fault | null;
}

/** The engine takes lines of up to 2,000,000 bytes. */
export const maxRecordBytes = 1_900_000;

const lf = 10;
const cr = 13;
const space = 32;

/** Takes UTF-8 chunks; each `push` returns the records that are now complete, which stay valid until the next push. */
export class RecordScanner {
  private pending: Buffer = Buffer.alloc(0);
  private line = 1;
  /** Inside a line that was rejected because of its length. */
  private isSkipping = false;

  constructor(private readonly syntax: Syntax) {}

  *push(chunk: Buffer, isLast = false): Generator<CsvRecord> {
    const bytes = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    let at = this.isSkipping ? this.skipLine(bytes, isLast) : 0;
    while (!this.isSkipping && at < bytes.length) {
      const span = this.next(bytes, at, isLast);
      if (span === null) break;
      yield { bytes, start: at, end: span.end, line: this.line, fields: span.fields, fault: span.fault };
      this.line += span.lines;
      at = span.next;
    }
    this.pending = bytes.subarray(at);
  }

  private next(bytes: Buffer, start: number, isLast: boolean): Span | null {
    const span = scanRecord(bytes, start, this.syntax, isLast);
    const size = (span === null || span.fault ? bytes.length : span.end) - start;
    if (span !== null && span.fault === null && size <= maxRecordBytes) return span;
    if (span === null && size <= maxRecordBytes) return null;
    return this.firstLine(bytes, start, span?.fault ?? "long", isLast);
  }

  /** The lost part of a malformed record. */
  private firstLine(bytes: Buffer, start: number, fault: Fault, isLast: boolean): Span | null {
    const end = lineEnd(bytes, start);
    if (!isLast && mayContinue(bytes, end)) {
      if (end - start <= maxRecordBytes) return null;
      this.isSkipping = true;
    }
    return { end, next: afterBreak(bytes, end), fields: 0, lines: 1, fault };
  }

  private skipLine(bytes: Buffer, isLast: boolean): number {
    const end = lineEnd(bytes, 0);
    if (!isLast && mayContinue(bytes, end)) return end;
    this.isSkipping = false;
    return afterBreak(bytes, end);
  }
}

/** The records of a whole file, a few thousand at a time. Finish each batch before the next. */
export async function* recordBatches(
  chunks: AsyncIterable<Buffer>,
  syntax: Syntax,
): AsyncGenerator<Iterable<CsvRecord>> {
  const scanner = new RecordScanner(syntax);
  for await (const chunk of chunks) yield scanner.push(chunk);
  yield scanner.push(Buffer.alloc(0), true);
}

interface Span {
  end: number;
  next: number;
  fields: number;
  lines: number;
  fault: Fault | null;
}

/** Null: the record may continue in the next chunk. */
const scanRecord = (bytes: Buffer, start: number, syntax: Syntax, isLast: boolean): Span | null => {
  let fields = 1;
  let lines = 1;
  for (let at = start; ; at++, fields++) {
    const opening = afterSpaces(bytes, at);
    if (bytes[opening] === syntax.quote) {
      const closing = closingQuote(bytes, opening + 1, syntax.quote);
      if (closing < 0) return isLast ? malformed("unclosed") : null;
      lines += countBreaks(bytes, opening, closing);
      at = afterSpaces(bytes, closing + 1);
      if (!endsField(bytes, at, syntax)) return malformed("trailing");
    } else at = fieldEnd(bytes, at, syntax.delimiter);
    if (at < bytes.length && bytes[at] === syntax.delimiter) continue;
    const next = afterBreak(bytes, at);
    return !isLast && mayContinue(bytes, at) ? null : { end: at, next, fields, lines, fault: null };
  }
};

const malformed = (fault: Fault): Span => ({ end: 0, next: 0, fields: 0, lines: 1, fault });

/** At the end of a chunk only LF certainly ends a line: after CR, an LF of the same break may follow. */
const mayContinue = (bytes: Buffer, at: number): boolean =>
  at >= bytes.length || (bytes[at] === cr && at + 1 === bytes.length);

const afterSpaces = (bytes: Buffer, from: number): number => {
  let at = from;
  while (bytes[at] === space) at++;
  return at;
};

/** The closing quote; two in a row are an escaped quote. Negative: none so far. */
const closingQuote = (bytes: Buffer, from: number, quote: number): number => {
  let at = bytes.indexOf(quote, from);
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2);
  return at;
};

const endsField = (bytes: Buffer, at: number, { delimiter }: Syntax): boolean =>
  at >= bytes.length || bytes[at] === delimiter || bytes[at] === lf || bytes[at] === cr;

const fieldEnd = (bytes: Buffer, from: number, delimiter: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== lf && bytes[at] !== cr) at++;
  return at;
};

const lineEnd = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length && bytes[at] !== lf && bytes[at] !== cr) at++;
  return at;
};

/** LF, CR LF and CR each end a line. */
const afterBreak = (bytes: Buffer, at: number): number =>
  bytes[at] === cr && bytes[at + 1] === lf ? at + 2 : Math.min(at + 1, bytes.length);

const countBreaks = (bytes: Buffer, from: number, to: number): number => {
  let breaks = 0;
  for (let at = lineEnd(bytes, from); at < to; at = lineEnd(bytes, afterBreak(bytes, at))) breaks++;
  return breaks;
};
