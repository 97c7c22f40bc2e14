// Merge of datasets: a full outer join by one column of each. An order is joined with its customer, and
// neither orders without a customer nor customers without orders are lost. Columns of one name become one
// column with the value of the first dataset that has one. Rows without a join value stay separate.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { refuse } from "../../errors/refusal.js";
import type { Engine } from "../engine.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import { checkWidth } from "./column-limit.js";
import { type Column, columnSql, findColumn, unionOfColumns } from "./columns.js";
import { keptLines, keptRecords, rowKey } from "./deduplication.js";
import { detectColumns } from "./profile.js";
import {
  type DatasetReader,
  type DerivedColumns,
  type FileDataset,
  type FileRead,
  fileReader,
  memberScratch,
  type Records,
  seqOf,
} from "./read.js";

export interface Member extends FileDataset {
  joinColumn: string;
}

/** A join value that repeats in several datasets multiplies their rows. Beyond this factor it is not a key. */
const maxRowsPerRow = 10;

/** The rows of several datasets as one table. Refuses `columns-too-many`, and reading it `merge-multiplies`. */
export const mergeReader = async (
  engine: Engine,
  members: readonly Member[],
  /** Identical rows of one file are all there. */
  keepsLines: boolean,
  scratch: string,
  onFile: (read: number, of: number) => void,
): Promise<DatasetReader> => {
  const of = members.reduce((total, { files }) => total + files.length, 0);
  let count = 0;
  const readings: DatasetReader[] = [];
  for (const [i, member] of members.entries()) {
    const own = memberScratch(scratch, i);
    await mkdir(own, { recursive: true });
    readings.push(await fileReader(engine, member, own, () => onFile(++count, of)));
  }
  const { names, places } = unionOfColumns(readings.map((reading) => reading.names));
  checkWidth("The merge of these datasets", names.length);
  return {
    names,
    sources: readings.flatMap(({ sources = [] }) => sources),
    totals(files) {
      let before = 0;
      const own = readings.map(({ totals, sources = [] }, i) => {
        const offset = before;
        before += sources.length;
        return placedRows(totals(files.slice(offset, before)), places[i]!, { width: names.length, offset });
      });
      return sql`(${join(own, " union all ")})`;
    },
    async read(derived) {
      const parts: Part[] = [];
      for (const [i, member] of members.entries())
        parts.push(
          await readPart(
            engine,
            { ...member, keepsLines },
            readings[i]!,
            places[i]!,
            memberScratch(scratch, i),
          ),
        );
      return joinParts(engine, parts, { width: names.length, derived }, path.join(scratch, "merged.parquet"));
    },
  };
};

/** Rows of one dataset with the columns of the merge, whose files come after `offset` others. */
const placedRows = (
  rows: Relation,
  places: readonly number[],
  { width, offset }: { width: number; offset: number },
): Sql => {
  const columns = [...Array(width).keys()].map((place) => {
    const own = places.indexOf(place);
    return own < 0
      ? sql`cast(null as varchar) as ${columnSql(place)}`
      : sql`t.${columnSql(own)} as ${columnSql(place)}`;
  });
  return sql`select t.seq + ${seqOf(offset, 0)} as seq, t.file + ${offset} as file, t.ordinal, t.line, t.arrival_time,
    ${join(columns)} from ${rows} as t`;
};

/** The deduplicated rows of one dataset. */
interface Part {
  stored: Relation;
  rows: number;
  files: FileRead[];
  key: Sql;
  /** For each of its columns, its index in the merge. */
  places: number[];
  numbers: readonly number[];
  joinPlace: number;
}

const readPart = async (
  engine: Engine,
  { config, joinColumn, keepsLines }: Member & { keepsLines: boolean },
  { names, read }: DatasetReader,
  places: number[],
  scratch: string,
): Promise<Part> => {
  const { index } = findColumn(names, joinColumn, "options.merge.join_column");
  const { records, files } = await read({ row_key: rowKey(config, names) });
  const columns = await detectColumns(engine, records, names);
  const file = path.join(scratch, "kept.parquet");
  const kept = await (keepsLines ? keptLines : keptRecords)(engine, records, columns, config);
  const rows = await engine.writeScratch(kept, file);
  const { numbers = [] } = records;
  return {
    stored: parquet(file),
    rows,
    files,
    key: columnSql(index),
    places,
    numbers,
    joinPlace: places[index]!,
  };
};

const joinParts = async (
  engine: Engine,
  parts: readonly Part[],
  { width, derived }: { width: number; derived: DerivedColumns },
  target: string,
): Promise<{ records: Records; files: FileRead[] }> => {
  await checkProduct(engine, parts);
  const columns = Object.entries(derived).map(([name, made]) => sql`, ${made} as ${ident(name)}`);
  const rows = await engine.writeScratch(
    sql`select m.*${join(columns, "")} from (${mergedRows(parts, width)}) as m order by m.seq`,
    target,
  );
  await engine.run(sql`create or replace view records as select * from ${parquet(target)}`);
  const files = parts.flatMap((part) => part.files);
  const filenames = files.map(({ source }) => source.filename);
  const numbers = numbersOf(parts);
  return {
    records: { relation: ident("records"), rows, filenames, numbers, fileOf: fileOfColumn(parts) },
    files,
  };
};

/** The columns that are numbers in each of their datasets. */
const numbersOf = (parts: readonly Part[]): number[] => {
  const others = parts.flatMap(({ places, numbers }) => places.filter((_, i) => !numbers.includes(i)));
  const found = parts.flatMap(({ places, numbers }) => numbers.map((i) => places[i]!));
  return [...new Set(found)].filter((place) => !others.includes(place));
};

/** A column comes from the first of its datasets that has the row. */
const fileOfColumn =
  (parts: readonly Part[]) =>
  (column: Column): Sql => {
    const own = parts.flatMap(({ places }, i) =>
      places.includes(column.index) ? [sql`r.${partFile(i)}`] : [],
    );
    return sql`coalesce(${join([...own, sql`r.file`])})`;
  };

/** The file of a row's part from one of the datasets. */
const partFile = (part: number): Sql => ident(`file_${part}`);

const checkProduct = async (engine: Engine, parts: readonly Part[]): Promise<void> => {
  const { rows } = await engine.row<{ rows: number }>(mergedCount(parts));
  const read = parts.reduce((total, part) => total + part.rows, 0);
  if (rows > maxRowsPerRow * read) throw refuse("merge-multiplies", { rows, read });
};

/** One row: the number of rows of the merge, as DOUBLE, which does not overflow. */
const mergedCount = (parts: readonly Part[]): Sql => {
  const counts = parts.map(
    ({ stored, key }, i) => sql`select r.${key} as join_key, ${i} as part, cast(count(*) as double) as rows
    from ${stored} as r group by all`,
  );
  const perPart = parts.map((_, i) => sql`coalesce(max(c.rows) filter (where c.part = ${i}), 1)`);
  return sql`select coalesce(sum(k.rows), 0) as rows from (
    select case when c.join_key is null then sum(c.rows) else ${join(perPart, " * ")} end as rows
    from (${join(counts, " union all ")}) as c group by c.join_key) as k`;
};

/**
 * One row per row of the merge, with the columns of `readFiles` except the derived ones. Its position is that
 * of the first joined row, its arrival that of the last.
 */
const mergedRows = (parts: readonly Part[], width: number): Sql => {
  const alias = (part: number) => `p${part}`;
  const all = (column: string) => parts.map((_, i) => ident(alias(i), column));
  const first = (column: string) =>
    sql`case ${join(
      parts.map((_, i) => sql`when ${ident(alias(i), "seq")} is not null then ${ident(alias(i), column)}`),
      " ",
    )} end`;
  const columns = [...Array(width).keys()].map(
    (place) => sql`coalesce(${join([...valuesAt(place, parts, alias), sql`null`])}) as ${columnSql(place)}`,
  );
  const order = join(all("seq").map((seq) => sql`${seq} nulls last`));
  return sql`select row_number() over (order by ${order}) as seq, ${first("file")} as file,
    ${first("ordinal")} as ordinal, ${first("line")} as line, greatest(${join(all("arrival_time"))}) as arrival_time,
    ${join([...columns, ...parts.map((_, i) => sql`${ident(alias(i), "file")} as ${partFile(i)}`)])}
  from ${joinedParts(parts, alias)}`;
};

/** A join column has the join value even where its own dataset has no such row. */
const valuesAt = (place: number, parts: readonly Part[], alias: (part: number) => string): Sql[] =>
  parts.some(({ joinPlace }) => joinPlace === place)
    ? parts.map(({ key }, i) => sql`${ident(alias(i))}.${key}`)
    : parts.flatMap(({ places }, i) => {
        const own = places.indexOf(place);
        return own < 0 ? [] : [sql`${ident(alias(i))}.${columnSql(own)}`];
      });

const joinedParts = (parts: readonly Part[], alias: (part: number) => string): Sql => {
  const offsets = parts.map((_, i) =>
    parts.slice(0, i).reduce((total, { files }) => total + files.length, 0),
  );
  const numbered = parts.map(
    ({ stored }, i) =>
      sql`(select r.* replace (r.file + ${offsets[i]!} as file) from ${stored} as r) as ${ident(alias(i))}`,
  );
  return numbered.slice(1).reduce((joined, part, i) => {
    const before = parts.slice(0, i + 1).map(({ key }, k) => sql`${ident(alias(k))}.${key}`);
    return sql`${joined} full join ${part} on coalesce(${join(before)}) = ${ident(alias(i + 1))}.${parts[i + 1]!.key}`;
  }, numbered[0]!);
};
