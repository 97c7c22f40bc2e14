// Rows of added files, beside what the previous build kept of the others: a sample of their rows, and the
// keys of those that count.

import { withParts } from "../layers.js";
import { orderedBy } from "../rows.js";
import { join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { columnSql } from "./columns.js";
import { sampledRows, spreadSample } from "./dates.js";
import type { Records } from "./read.js";

const shownColumns = (names: readonly string[]): Sql =>
  join([sql`seq`, sql`file`, sql`ordinal`, ...names.map((_, i) => columnSql(i))]);

/** One row per sampled record: seq, file, ordinal, c0, c1, … */
export const sampledRecords = (records: Records, names: readonly string[]): Sql =>
  sql`select ${shownColumns(names)} from ${spreadSample(records, sampledRows)}`;

/** The same of the previous build's sample and of added records: every n-th of both. */
export const sampleWithAdded = (
  sampleFile: string,
  added: Relation,
  names: readonly string[],
  every: number,
): Sql => {
  const nth = (relation: Relation) =>
    sql`select ${shownColumns(names)} from ${relation} where ordinal % ${every} = 0`;
  return sql`${nth(parquet(sampleFile))} union all by name ${nth(added)}`;
};

/** The rows of `sample.parquet`, see `readStateFiles`. */
export const sampleRowsKept = ({ sample }: Records): Sql => orderedBy("seq", sample!.relation);

/** One row per record that counts: row_key. */
export const keysKept = (kept: Relation): Sql => sql`select kept.row_key from ${kept} as kept`;

/** The same of the lines that count: row_key, lines (their number) and part, in which the newest one of a key decides. */
export const lineKeysKept = (lines: Relation, part: number): Sql =>
  sql`select r.row_key, count(*) as lines, ${part} as part from ${lines} as r group by r.row_key`;

/** One row: lines, how many lines of earlier builds count no longer, because these have their key. */
export const linesRepeated = (keysFile: string, lines: Relation): Sql => sql`
  select cast(coalesce(sum(n.lines), 0) as bigint) as lines from (
    select known.row_key, arg_max(known.lines, known.part) as lines
    from ${withParts(keysFile)} as known semi join ${lines} as own on own.row_key = known.row_key group by known.row_key) as n`;

/** One row per key that records share with those of earlier builds: row_key. */
export const repeatedBefore = (keysFile: string, records: Relation): Sql => sql`
  select distinct known.row_key from ${withParts(keysFile)} as known
  semi join ${records} as own on own.row_key = known.row_key`;
