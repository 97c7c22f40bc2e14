// Rows that are left out of a stream, one by one: the rows that the ledger counts by reason, as they stand in
// their files.

import type { LeftOutWhy, WrittenRows } from "../../domain/data/left-out.js";
import { grouped } from "../../domain/resource/groups.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { copyToCsv, harmlessTexts } from "../delivery/file.js";
import type { Engine } from "../engine.js";
import { ident, join, type Relation, type Sql, sql } from "../sql/sql.js";
import { columnSql } from "./columns.js";
import type { Keyless } from "./deduplication.js";
import { distinctNames } from "./dialect.js";
import { type EventColumns, hasNoDate } from "./events.js";
import { divider, missing } from "./left-out.js";
import type { FileRead } from "./read.js";
import { lineNumbersOf } from "./rejects.js";

/**
 * Rows of a reason: seq, reason, and unmet, the condition that they do not meet (see `unmetCondition`), or the
 * column of a fault after the divider.
 */
export const noListedRows = sql`
  select cast(null as bigint) as seq, cast(null as varchar) as reason, cast(null as varchar) as unmet where false`;

/** Rows that do not meet the conditions of rows, and are not `besides`. */
export const unmetRows = (
  rows: Relation,
  { condition, unmet }: Pick<EventColumns, "condition" | "unmet">,
  besides: Sql = sql`false`,
): Sql =>
  sql`select r.seq, 'condition' as reason, ${unmet} as unmet from ${rows} as r where not ${condition} and not ${besides}`;

/** The outlived rows, see `stageOutlived`, among those that meet the conditions or are refunds. */
export const outlivedRows = (
  rows: Relation,
  { condition }: Pick<EventColumns, "condition">,
  isRefund: Sql,
): Sql =>
  sql`select r.seq, 'still_running' as reason, cast(null as varchar) as unmet from ${rows} as r
  where (${condition} or ${isRefund}) and r.seq in (select seq from outlived)`;

const ofColumn = (column: string | undefined): Sql =>
  column === undefined ? sql`cast(null as varchar)` : sql`${`${divider}${column}`}`;

/**
 * Faulty rows by what is wrong with them, see `faultsOf`. `faulty`: their seq and fault; `rows`: those that
 * they are among. An undated row without a key is a further one of another event.
 */
export const faultyReasons = (
  faulty: Relation,
  rows: Relation,
  reasons: readonly Pick<LeftOutWhy, "reason" | "column_name">[],
  without: Keyless | null,
): Sql => {
  const cases = reasons.map(({ reason, column_name: column }, i) => [i, reason, ofColumn(column)] as const);
  const isFurther = without ? sql`f.fault = 0 and ${without.is}` : sql`false`;
  return sql`select r.seq, case when ${isFurther} then 'no_key' else case f.fault ${join(
    cases.map(([i, reason]) => sql`when ${i} then ${reason}`),
    " ",
  )} end end as reason,
    case when ${isFurther} then ${ofColumn(without?.column.name)} else case f.fault ${join(
      cases.map(([i, , column]) => sql`when ${i} then ${column}`),
      " ",
    )} end end as unmet
  from ${faulty} as f join ${rows} as r on r.seq = f.seq`;
};

/** Rows that do not count because others have their key or all of their values. */
export const repeatedRows = (
  all: Relation,
  kept: Relation,
  stream: EventColumns,
  without: Keyless | null,
): Sql => {
  const isFurther = without ? sql`(${without.is} and ${hasNoDate(stream)})` : sql`false`;
  return sql`select r.seq, case when ${isFurther} then 'no_key' else 'repeated' end as reason,
    case when ${isFurther} then ${ofColumn(without?.column.name)} end as unmet
  from ${all} as r where r.seq not in (select k.seq from ${kept} as k)`;
};

/** BOOLEAN over a listed row: whether it is one of these. `names`: the columns of the conditions of its reason. */
export const isListed = ({ reason, column_name, value }: LeftOutWhy, names: readonly string[]): Sql => {
  const condition = sql`try_cast(split_part(u.unmet, ${divider}, 1) as integer)`;
  const column = sql`case when u.unmet like ${`${divider}%`} then split_part(u.unmet, ${divider}, 2)
    else list_extract([${join(
      names.map((name) => sql`${name}`),
      ", ",
    )}]::varchar[], ${condition} + 1) end`;
  const tests = [
    sql`u.reason = ${reason}`,
    ...(column_name === undefined ? [] : [sql`${column} = ${column_name}`]),
    ...(value === undefined ? [] : [sql`split_part(u.unmet, ${divider}, 2) = ${value ?? missing}`]),
  ];
  return join(tests, " and ");
};

/** Listed rows with their columns. `isErased`: whether a row `r` is of a person to delete; null without any. */
export const listedRows = (
  listed: Relation,
  rows: Relation,
  isWanted: Sql,
  isErased: Sql | null,
): Relation => sql`(select r.* from ${rows} as r join ${listed} as u on u.seq = r.seq
  where ${isWanted} and not ${isErased ?? sql`false`})`;

interface RowsInFiles {
  /** Columns of records: see `readFiles`. */
  rows: Relation;
  names: readonly string[];
  files: readonly FileRead[];
  /** Arrival of the file whose rows are written; absent: all files. */
  arrivedAt?: EpochMs | undefined;
}

/** Columns before those of the files. */
const ownColumns = ["file", "line"];

type Place = { seq: number | bigint; file: number; ordinal: number; line: number | null };

/** Writes the first `most` of the rows as CSV, with file and line, in the order of the files. */
export const writeRowsInFiles = async (
  engine: Engine,
  { rows: all, names, files, arrivedAt }: RowsInFiles,
  most: number,
  target: string,
): Promise<WrittenRows> => {
  const arrived = files.flatMap(({ source }, i) => (source.arrived_at === arrivedAt ? [sql`${i}`] : []));
  const rows =
    arrivedAt === undefined ? all : sql`(select r.* from ${all} as r where r.file in (${join(arrived)}))`;
  const of = await engine.count(rows);
  const places = await engine.rows<Place>(
    sql`select r.seq, r.file, r.ordinal, r.line from ${rows} as r order by r.seq limit ${most}`,
  );
  const lined = await engine.createTableOf("lined_row", await linesOf(places, files));
  const header = distinctNames([...ownColumns, ...names]);
  const columns = names.map((_, i) => sql`, r.${columnSql(i)} as ${ident(header[i + ownColumns.length]!)}`);
  const shown = sql`select l.file, l.line${join(columns, "")}
    from ${lined} as l join ${rows} as r on r.seq = l.seq order by l.seq`;
  const harmless = harmlessTexts(shown, ["file", ...header.slice(ownColumns.length)]);
  await engine.run(copyToCsv(harmless, target, { delimiter: ",", gzip: false, quoteAll: false }));
  return { rows: places.length, of };
};

/**
 * The first `most` of the rows, with columns of records, in the order of the files: seq, file, line and c0, c1, … A row of a merge has
 * several, one for each file.
 */
export const placedRows = async (
  engine: Engine,
  { rows, names, files }: Pick<RowsInFiles, "rows" | "names" | "files">,
  shown: (index: number) => Sql,
  most: number,
): Promise<Sql> => {
  const places = await engine.rows<Place>(
    sql`select r.seq, r.file, r.ordinal, r.line from ${rows} as r order by r.seq limit ${most}`,
  );
  const lined = await engine.createTableOf("lined_row", await linesOf(places, files));
  const columns = names.map((_, i) => sql`, ${shown(i)} as ${columnSql(i)}`);
  return sql`select l.file, l.line${join(columns, "")}
    from ${lined} as l join ${rows} as r on r.seq = l.seq order by l.seq`;
};

/** The seq of each place, the name of its file, and its line there. A row of a merge may stand at several places. */
const linesOf = async (places: readonly Place[], files: readonly FileRead[]) => {
  const byFile = grouped(places, ({ file }) => file);
  const [seqs, names, lines]: [bigint[], string[], bigint[]] = [[], [], []];
  for (const [i, file] of files.entries()) {
    const own = byFile.get(i) ?? [];
    const isNumbered = own.every(({ line }) => line !== null);
    const ordinals = [...new Set(own.map(({ ordinal }) => ordinal))].sort((a, b) => a - b);
    const found = isNumbered ? [] : await lineNumbersOf(file, ordinals);
    const lineAt = new Map(found.map((line, k) => [ordinals[k]!, line]));
    for (const { seq, ordinal, line } of own) {
      seqs.push(BigInt(seq));
      names.push(file.source.filename);
      lines.push(BigInt(line ?? lineAt.get(ordinal)!));
    }
  }
  return { seq: BigInt64Array.from(seqs), file: names, line: BigInt64Array.from(lines) };
};
