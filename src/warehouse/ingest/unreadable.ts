// Unreadable row: the first one of a normalised copy that the engine refuses. Its error is reported once,
// with the line of the file. The engine reads each row as it was written, and is not expected to refuse any;
// its own messages name no line where its parser gives up.

import { createReadStream } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { type Refusal, refuse } from "../../errors/refusal.js";
import { recordBatches } from "../../files/records.js";
import type { Engine } from "../engine.js";
import { EngineError } from "../engine-error.js";
import { type Relation, sql } from "../sql/sql.js";
import { type Dialect, syntaxOf } from "./dialect.js";

export interface NormalisedCopy {
  filename: string;
  path: string;
  /** Dialect of the file; in the copy each row has its line before it. */
  dialect: Pick<Dialect, "delimiter" | "quote" | "names">;
  /** Rows of a file like the copy, of which only the first columns may be there: the line and that many values. */
  read(file: string, values: number): Relation;
}

/** The refusal of a file whose copy the engine cannot read; null for an error of another kind, such as a full disk. */
export const faultOfRow = async (
  engine: Engine,
  copy: NormalisedCopy,
  cause: unknown,
): Promise<Refusal | null> => {
  if (!(cause instanceof EngineError) || cause.isOfMachine) return null;
  const found = await unreadableRow(engine, copy);
  const { names } = copy.dialect;
  const where = found === null ? "" : ` at line ${found.line}, column ${names[found.column]}`;
  return refuse("file-unreadable", {
    file: copy.filename,
    where,
    detail: cause.inWords(),
  });
};

/** Null where no single row is at fault. */
const unreadableRow = async (
  engine: Engine,
  copy: NormalisedCopy,
): Promise<{ line: number; column: number } | null> => {
  const { names, delimiter } = copy.dialect;
  const some = `${copy.path}.some`;
  const isRead = async (rows: readonly Buffer[], values = names.length) => {
    await writeFile(some, Buffer.concat(rows.flatMap((row) => [row, lineEnd])));
    try {
      await engine.run(sql`select count(*) from ${copy.read(some, values)} where hash(columns(*)) is null`);
      return true;
    } catch (cause) {
      if (cause instanceof EngineError && !cause.isOfMachine) return false;
      throw cause;
    }
  };
  try {
    if (!(await isRead([Buffer.from(`1${delimiter.repeat(names.length)}`)]))) return null;
    const row = await firstRow(copy, isRead);
    if (row === null) return null;
    const ends = fieldEnds(row, copy.dialect);
    let column = 1;
    while (column < names.length && (await isRead([row.subarray(0, ends[column])], column))) column++;
    return { line: Number(row.subarray(0, ends[0]).toString("latin1")), column: column - 1 };
  } finally {
    await rm(some, { force: true });
  }
};

const lineEnd = Buffer.from("\n");

/** The rows are halved until one is left. */
const firstRow = async (
  { path: file, dialect }: NormalisedCopy,
  isRead: (rows: readonly Buffer[]) => Promise<boolean>,
): Promise<Buffer | null> => {
  for await (const batch of recordBatches(createReadStream(file), syntaxOf(dialect))) {
    let rows = Array.from(batch, ({ bytes, start, end }) => bytes.subarray(start, end));
    if (rows.length === 0 || (await isRead(rows))) continue;
    while (rows.length > 1) {
      const half = rows.slice(0, rows.length >> 1);
      rows = (await isRead(half)) ? rows.slice(half.length) : half;
    }
    return rows[0]!;
  }
  return null;
};

/** Where each field of a row ends. */
const fieldEnds = (row: Buffer, { delimiter, quote }: NormalisedCopy["dialect"]): number[] => {
  const [separator, mark] = [delimiter.charCodeAt(0), quote.charCodeAt(0)];
  const ends: number[] = [];
  let isQuoted = false;
  for (const [at, byte] of row.entries()) {
    if (byte === mark) isQuoted = !isQuoted;
    if (byte === separator && !isQuoted) ends.push(at);
  }
  return [...ends, row.length];
};
