// Sample of the lines of plain files, and of the rows of Parquet files, taken before their rows are read:
// whoever knows how values are written can read each row once, straight into typed columns. A line is a row
// there, so that the sample is that of the rows.

import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { readBytes } from "../../files/bytes.js";
import type { Engine } from "../engine.js";
import { EngineError } from "../engine-error.js";
import { join, type Relation, sql } from "../sql/sql.js";
import { columnSql, type Source } from "./columns.js";
import { sampledRows, sampleStride } from "./dates.js";
import { sampledTexts } from "./parquet.js";
import { numberedRows, ordinalRows } from "./read.js";
import { comparedRows } from "./total-row.js";

export interface LineSample {
  /** The rows of each file. */
  rows: number[];
  /** Every n-th row, and some more: seq, file, ordinal, c0, c1, … as in `readFiles`. */
  relation: Relation;
}

/** The first rows of the first file, which are shown. */
const headRows = 1000;
const maxKeptBytes = 64 << 20;
const [lf, cr] = [10, 13];
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Null where a line may not be a row, or lines are so long that a sample of them would be large. */
export const sampleLines = async (
  engine: Engine,
  sources: readonly Source[],
  width: number,
  scratch: string,
): Promise<LineSample | null> => {
  const texts = sources.filter(({ dialect }) => !dialect.parquet);
  if (!texts.every(isOfLines)) return null;
  const stored = sources.reduce((sum, { dialect }) => sum + (dialect.parquet?.rows ?? 0), 0);
  const sampler = new Sampler(stored);
  for (const source of texts) if (!(await sampler.read(source))) return null;
  const files = sampler.sampled();
  const lines = new Map(texts.map((source, i) => [source, files[i]!]));
  const relation = await engine.createTable("line_sample", emptyRows(width));
  const rows = sources.map((source) => source.dialect.parquet?.rows ?? lines.get(source)!.rows);
  const every = sampleStride(
    rows.reduce((sum, each) => sum + each, 0),
    sampledRows,
  );
  try {
    for (const [source, { lines: sampled }] of lines) {
      const copy = path.join(scratch, `${source.index}.sample.csv`);
      await writeLines(copy, source.dialect.delimiter, sampled);
      await engine.run(sql`insert into ${relation} by name ${ordinalRows(copy, source, width)}`);
      await rm(copy);
    }
    const { count } = await engine.row<{ count: number }>(sql`select count(*) as count from ${relation}`);
    if (count !== files.reduce((sum, { lines: { size } }) => sum + size, 0)) return null;
    for (const [i, source] of sources.entries()) {
      const { parquet } = source.dialect;
      if (!parquet) continue;
      const first = i === 0 ? headRows : 0;
      const sampled = sampledTexts(source.path, parquet, { every, first, last: comparedRows });
      if (sampled === null) return null;
      await engine.run(sql`insert into ${relation} by name ${numberedRows(sampled, source, width)}`);
    }
  } catch (cause) {
    if (cause instanceof EngineError) return null;
    throw cause;
  }
  return { rows, relation };
};

const isOfLines = ({ dialect, member }: Source): boolean =>
  dialect.isPlain && dialect.compression === "none" && dialect.sheet === undefined && member === undefined;

/** Every n-th line of all, as the sample of records is; see `Records`. */
export const stageSpread = async (
  engine: Engine,
  { rows, relation }: LineSample,
): Promise<{ relation: Relation; every: number }> => {
  const all = rows.reduce((sum, each) => sum + each, 0);
  const every = sampleStride(all, sampledRows);
  const spread = await engine.createTable(
    "spread_sample",
    sql`select * from ${relation} where ordinal % ${every} = 0`,
  );
  return { relation: spread, every };
};

/** The sampled lines of a file, with their number as `findTotalRows` reads it. */
export const linesOfFile = ({ relation }: LineSample, file: number): Relation =>
  sql`(select l.*, l.ordinal as file_row_number from ${relation} as l where l.file = ${file})`;

/** The first lines of the first file, as text, among the rows that count. */
export const firstLines = ({ relation }: LineSample, kept: Relation): Relation =>
  sql`(select l.* from ${relation} as l
    semi join (select seq from ${kept} where file = 0 and ordinal < 1000) as own on own.seq = l.seq)`;

const emptyRows = (width: number) => {
  const columns = [...Array(width).keys()].map((i) => sql`cast(null as varchar) as ${columnSql(i)}`);
  return sql`select cast(0 as bigint) as seq, 0 as file, cast(0 as bigint) as ordinal, ${join(columns)} where false`;
};

/** Lines of a file with their ordinals, in one buffer: an object for each would cost more than to read the file. */
class Lines {
  readonly ordinals: number[] = [];
  private readonly ends: number[] = [];
  private bytes = Buffer.alloc(1 << 16);
  size = 0;

  add(ordinal: number, from: Buffer, start: number, end: number): void {
    const needed = this.size + end - start;
    if (needed > this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * needed);
    this.size += from.copy(this.bytes, this.size, start, end);
    this.ordinals.push(ordinal);
    this.ends.push(this.size);
  }

  line(i: number): Buffer {
    return this.bytes.subarray(i === 0 ? 0 : this.ends[i - 1]!, this.ends[i]);
  }

  /** Lines of each n-th row. */
  everyNth(n: number): Lines {
    const kept = new Lines();
    for (const [i, ordinal] of this.ordinals.entries()) {
      const line = this.line(i);
      if (ordinal % n === 0) kept.add(ordinal, line, 0, line.length);
    }
    return kept;
  }
}

interface SampledFile {
  rows: number;
  spread: Lines;
  /** The first rows, and the last ones. */
  ends: Lines;
}

/** Lines of all files: a row of each stride, which grows with the rows. */
class Sampler {
  private every = 1;
  private readonly files: SampledFile[] = [];

  /** `rows`: those of other files. */
  constructor(private rows: number) {}

  /** False where too much would be kept. */
  async read({ path: file, dialect }: Source): Promise<boolean> {
    const found: SampledFile = { rows: 0, spread: new Lines(), ends: new Lines() };
    const shown = this.files.push(found) === 1 ? headRows : 0;
    const isRow = rowTest(dialect);
    let line = 0;
    const take = (bytes: Buffer, start: number, end: number): void => {
      if (++line <= dialect.headerLine || !isRow(bytes, start, end)) return;
      const ordinal = found.rows++;
      if (ordinal % this.every === 0) found.spread.add(ordinal, bytes, start, end);
      else if (ordinal < shown) found.ends.add(ordinal, bytes, start, end);
    };
    let rest: Buffer = Buffer.alloc(0);
    let last = rest;
    for await (const chunk of withoutMark(readBytes({ path: file }, dialect.compression))) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let at = bytes.indexOf(lf); at >= 0; at = bytes.indexOf(lf, from)) {
        take(bytes, from, at);
        from = at + 1;
      }
      if (from > 0) last = bytes.subarray(0, from);
      rest = bytes.subarray(from);
      this.thin(this.rows + found.rows);
      if (this.size() + rest.length > maxKeptBytes) return false;
    }
    if (rest.length > 0) take(rest, 0, rest.length);
    this.rows += found.rows;
    return keepEnd(found, Buffer.concat([last, rest]), isRow);
  }

  /** For each file how many rows it has, and the lines that are kept. */
  sampled(): { rows: number; lines: Map<number, Buffer> }[] {
    this.thin(this.rows);
    return this.files.map(({ rows, spread, ends }) => ({
      rows,
      lines: new Map([ends, spread].flatMap((lines) => lines.ordinals.map((at, i) => [at, lines.line(i)]))),
    }));
  }

  private size(): number {
    return this.files.reduce((sum, { spread, ends }) => sum + spread.size + ends.size, 0);
  }

  /** Every row stays that a sample of more rows has. */
  private thin(rows: number): void {
    const every = sampleStride(rows, sampledRows);
    if (every === this.every) return;
    this.every = every;
    for (const file of this.files) file.spread = file.spread.everyNth(every);
  }
}

type RowTest = (bytes: Buffer, start: number, end: number) => boolean;

/** The engine skips blank lines, unless there is only one column. */
const rowTest = ({ names }: Source["dialect"]): RowTest =>
  names.length === 1
    ? () => true
    : (bytes, start, end) => end > start + 1 || (end === start + 1 && bytes[start] !== cr);

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    yield isFirst && chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}

/** Keeps the rows at the end, which may be totals. False where not all of them are in `bytes`. */
const keepEnd = ({ rows, ends }: SampledFile, bytes: Buffer, isRow: RowTest): boolean => {
  const least = Math.max(0, rows - comparedRows);
  let [end, ordinal] = [bytes.at(-1) === lf ? bytes.length - 1 : bytes.length, rows - 1];
  while (ordinal >= least && end >= 0) {
    const start = bytes.subarray(0, end).lastIndexOf(lf) + 1;
    if (isRow(bytes, start, end)) ends.add(ordinal--, bytes, start, end);
    end = start - 1;
  }
  return ordinal < least;
};

/** Each line with its ordinal before it. */
const writeLines = (file: string, delimiter: string, lines: ReadonlyMap<number, Buffer>): Promise<void> => {
  const [end, pieces] = [Buffer.from("\n"), [] as Buffer[]];
  for (const [ordinal, line] of lines) pieces.push(Buffer.from(`${ordinal}${delimiter}`), line, end);
  return writeFile(file, Buffer.concat(pieces));
};
