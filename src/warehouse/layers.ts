// A large file of which little changes from build to build is not written again. The next build links it, which takes no room
// and outlives the build that wrote it, and lays a small file over it. Once that has grown, both are written as one.
//
//   x.parquet         the base
//   x.added.parquet   further rows
//   x.since.parquet   rows that go before those of the base with the same key; of a key that is gone, one with `is_gone`

import { existsSync } from "node:fs";
import { constants, copyFile, link, rename, rm } from "node:fs/promises";
import type { Engine } from "./engine.js";
import { ident, parquet, type Relation, type Sql, sql } from "./sql/sql.js";

const addedFile = (file: string): string => file.replace(/\.parquet$/, ".added.parquet");
const sinceFile = (file: string): string => file.replace(/\.parquet$/, ".since.parquet");

/** Of the base, as rows laid over it: then both become one. */
const maxReplacedShare = 0.2;

/** The rows of a base and of what was added to it. */
export const withAdded = (file: string): Relation =>
  existsSync(addedFile(file)) ? parquet([file, addedFile(file)]) : parquet(file);

/** Makes `file` what `previous` was, and these rows. */
export const addRows = async (engine: Engine, previous: string, file: string, rows: Sql): Promise<void> => {
  await linkFile(previous, file);
  const before = addedFile(previous);
  const all = existsSync(before) ? sql`select * from ${parquet(before)} union all by name ${rows}` : rows;
  await engine.writeParquet(all, addedFile(file));
};

/** The rows of a base as they stand. `key` is the column by which rows are replaced. */
export const withReplaced = (file: string, key: Sql): Relation => {
  const since = sinceFile(file);
  if (!existsSync(since)) return parquet(file);
  return sql`(
    select * from ${parquet(file)} as base anti join ${parquet(since)} as since using (${key})
    union all by name
    select since.* exclude (is_gone) from ${parquet(since)} as since where not since.is_gone)`;
};

/**
 * Makes `file` what `previous` was, but of the `touched` keys (one column, of that name) these rows and no others. With
 * `isWhole`, what was replaced is not left below them either.
 */
export const replaceRows = async (
  engine: Engine,
  {
    previous,
    file,
    key,
    isWhole = false,
  }: { previous: string; file: string; key: string; isWhole?: boolean },
  touched: Relation,
  rows: Sql,
): Promise<void> => {
  const column = ident(key);
  const laid = await engine.createTable(
    "laid_over",
    sql`select row.*, false as is_gone from (${rows}) as row`,
  );
  const before = sinceFile(previous);
  if (existsSync(before))
    await engine.run(
      sql`insert into ${laid} by name select * from ${parquet(before)} as before anti join ${touched} as touched using (${column})`,
    );
  await engine.run(sql`
    insert into ${laid} by name
    select touched.${column}, true as is_gone from ${touched} as touched anti join ${laid} as laid using (${column})`);
  await linkFile(previous, file);
  await engine.writeParquet(sql`select * from ${laid} order by ${column}`, sinceFile(file));
  await engine.run(sql`drop table ${laid}`);
  if (isWhole || (await isMostlyReplaced(engine, file))) await flatten(engine, file, column);
};

const isMostlyReplaced = async (engine: Engine, file: string): Promise<boolean> =>
  (await rowsOf(engine, sinceFile(file))) > maxReplacedShare * (await rowsOf(engine, file));

const rowsOf = async (engine: Engine, file: string): Promise<number> =>
  (await engine.row<{ rows: number }>(sql`select count(*) as rows from ${parquet(file)}`)).rows;

/** The base may be another build's, too, and is replaced, never written over. */
const flatten = async (engine: Engine, file: string, column: Sql): Promise<void> => {
  const whole = `${file}.whole`;
  await engine.writeParquet(sql`select * from ${withReplaced(file, column)} order by ${column}`, whole);
  await rename(whole, file);
  await rm(sinceFile(file));
};

/** Not all disks have links. What is there already may be a link itself, and is not written over. */
const linkFile = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL));
