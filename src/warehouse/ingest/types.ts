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

/** Types and fill rates over all rows, in the order of `names`. */
export const detectColumns = async (
  engine: Engine,
  records: Records,
  names: readonly string[],
): Promise<DetectedColumn[]> => {
  const sample = spreadSample(records, sampledRows);
  const candidates = await detectKinds(engine, sample, names, () => ["number", "boolean", "date"]);
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

/** For each column the number of values, and the first of the kinds asked for that all values are of. */
const detectKinds = async (
  engine: Engine,
  rows: Relation,
  names: readonly string[],
  asked: (column: number) => Kind[],
): Promise<{ values: number; type: ColumnType }[]> => {
  const counts = names.flatMap((_, i) => [
    sql`count(${columnSql(i)}) as ${ident(`values_${i}`)}`,
    ...asked(i).map((kind) => sql`${countOf[kind](columnSql(i))} as ${ident(`${kind}_${i}`)}`),
  ]);
  const row = await engine.row<Record<string, number>>(sql`select ${join(counts)} from ${rows}`);
  return names.map((_, i) => {
    const values = row[`values_${i}`]!;
    const type = asked(i).find((kind) => values > 0 && row[`${kind}_${i}`] === values);
    return { values, type: type ?? "text" };
  });
};

const countOf: Record<Kind, (text: Sql) => Sql> = {
  number: (text) => sql`count(*) filter (where ${isPlainNumber(text)})`,
  boolean: (text) => sql`count(*) filter (where lower(${text}) in ('true', 'false', 'yes', 'no'))`,
  date: (text) => sql`greatest(${join(detectableFormats.map((name) => sql`count(${dateSql(text, name)})`))})`,
};
