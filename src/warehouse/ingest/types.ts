// What each column holds. A column is of a type only if every value is; what looks like a code stays text. A sample names the
// candidate, since most texts are no number at first sight; all rows then confirm numbers and booleans, because values are
// cast by that. Whether a column holds dates is said by the sample alone.

import type { ColumnType, DetectedColumn } from "../../domain/dataset.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { columnSql } from "./columns.js";
import { dateSql, detectableFormats } from "./dates.js";
import { spreadSample } from "./formats.js";
import { isPlainNumber } from "./numbers.js";
import type { Records } from "./read.js";

const sampledRows = 1000;
/** The engine (1.5) takes minutes to plan the questions of 2,000 columns in one statement. */
const columnsAtOnce = 50;

/** Types and fill rates over all rows, in the order of `names`. */
export const detectColumns = async (
  engine: Engine,
  records: Records,
  names: readonly string[],
): Promise<DetectedColumn[]> => {
  const sample = spreadSample(records, sampledRows);
  const candidates = await detectCandidates(engine, sample, names);
  const found = await detectKinds(engine, records.relation, names, (i) =>
    candidates[i]!.type === "number" || candidates[i]!.type === "boolean" ? [candidates[i]!.type] : [],
  );
  return names.map((name, i) => ({
    name,
    data_type: candidates[i]!.type === "date" ? "date" : found[i]!.type,
    is_nullable: found[i]!.values < records.rows,
    fill_rate: records.rows === 0 ? 0 : found[i]!.values / records.rows,
  }));
};

type Kind = Exclude<ColumnType, "text">;

/** All formats of dates are tried only where every value has a digit: to plan for them takes the engine 30 ms a column. */
const detectCandidates = async (engine: Engine, sample: Relation, names: readonly string[]) => {
  const first = await detectKinds(engine, sample, names, () => ["number", "boolean", "digits"]);
  const dates = await detectKinds(engine, sample, names, (i) =>
    first[i]!.type === "digits" ? ["date"] : [],
  );
  return first.map((column, i) => (column.type === "digits" ? dates[i]! : column));
};

/** For each column the number of values, and the first of the kinds asked for that all values are of. */
const detectKinds = async <K extends Kind | "digits">(
  engine: Engine,
  rows: Relation,
  names: readonly string[],
  asked: (column: number) => K[],
): Promise<{ values: number; type: K | "text" }[]> => {
  const counts = names.map((_, i) => [
    sql`count(${columnSql(i)}) as ${ident(`values_${i}`)}`,
    ...asked(i).map((kind) => sql`${countOf[kind](columnSql(i))} as ${ident(`${kind}_${i}`)}`),
  ]);
  const row: Record<string, number> = {};
  for (let from = 0; from < counts.length; from += columnsAtOnce) {
    const some = counts.slice(from, from + columnsAtOnce).flat();
    Object.assign(row, await engine.row<Record<string, number>>(sql`select ${join(some)} from ${rows}`));
  }
  return names.map((_, i) => {
    const values = row[`values_${i}`]!;
    const type = asked(i).find((kind) => values > 0 && row[`${kind}_${i}`] === values);
    return { values, type: type ?? "text" };
  });
};

const countOf: Record<Kind | "digits", (text: Sql) => Sql> = {
  digits: (text) => sql`count(*) filter (where regexp_matches(${text}, '[0-9]'))`,
  number: (text) => sql`count(*) filter (where ${isPlainNumber(text)})`,
  boolean: (text) => sql`count(*) filter (where lower(${text}) in ('true', 'false', 'yes', 'no'))`,
  date: (text) => sql`greatest(${join(detectableFormats.map((name) => sql`count(${dateSql(text, name)})`))})`,
};
