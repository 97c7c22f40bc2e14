// Layered Parquet files. A large file that changes little from build to build is not rewritten: the next
// build hard-links it, which takes no space and survives the build that wrote it, and adds a small file on
// top. A large layer is merged into its base.
//
//   x.parquet         the base
//   x.added.parquet   additional rows
//   x.since.parquet   rows that replace those of the base with the same key; a removed key has one row with `is_gone`
//   x.parts/1.parquet, x.parts/2.parquet, …   additional rows, a part for each build that added some; `x.since.parquet`
//                     replaces rows of all parts

import { existsSync } from "node:fs";
import { constants, copyFile, link, mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Engine } from "./engine.js";
import { ident, join, parquet, type Relation, type Sql, sql } from "./sql/sql.js";

const addedFile = (file: string): string => file.replace(/\.parquet$/, ".added.parquet");
const sinceFile = (file: string): string => file.replace(/\.parquet$/, ".since.parquet");

/** A file and the layers that it may have, but for parts. */
export const layersOf = (file: string): string[] => [file, addedFile(file), sinceFile(file)];

/** The file of a part; the base is part 0. */
export const partFile = (file: string, part: number): string =>
  part === 0 ? file : path.join(file.replace(/\.parquet$/, ".parts"), `${part}.parquet`);

/** The base and its parts, in order. */
export const partsOf = (file: string): string[] => {
  const files = [file];
  while (existsSync(partFile(file, files.length))) files.push(partFile(file, files.length));
  return files;
};

/** The rows of a base and of its parts. */
export const withParts = (file: string): Relation => {
  const files = partsOf(file);
  return parquet(files.length === 1 ? file : files);
};

/** The current rows of a base and of its parts, or of those from a part on, with their layer. */
export const partsReplaced = (file: string, key: string, from = 0): Relation => {
  const parts = parquet(partsOf(file).slice(from));
  const since = sinceFile(file);
  if (!existsSync(since)) return parts;
  const kept = sql`select * from ${parts} as part anti join ${parquet(since)} as since using (${ident(key)})`;
  if (from > 0) return sql`(${kept})`;
  return sql`(${kept} union all by name select since.* exclude (is_gone) from ${parquet(since)} as since where not since.is_gone)`;
};

/** The current rows of these parts of a file, with some columns alone, in words that every engine reads. */
export const columnsReplaced = (
  parts: Relation,
  file: string,
  key: string,
  names: readonly string[],
): Relation => {
  const since = sinceFile(file);
  const columns = (alias: string) => join(names.map((name) => ident(alias, name)));
  const rows = sql`select ${columns("part")} from ${parts} as part`;
  if (!existsSync(since)) return sql`(${rows})`;
  return sql`(
    ${rows} anti join ${parquet(since)} as since on ${ident("since", key)} = ${ident("part", key)}
    union all
    select ${columns("since")} from ${parquet(since)} as since where not since.is_gone)`;
};

/** Whether rows of a file, or of its parts, are replaced. */
export const hasReplaced = (file: string): boolean => existsSync(sinceFile(file));

/** The keys whose rows are replaced, one column; none without a layer. */
export const replacedKeys = (file: string, key: string): Relation => {
  const since = sinceFile(file);
  return existsSync(since)
    ? sql`(select distinct ${ident(key)} from ${parquet(since)})`
    : sql`(select cast(null as bigint) as ${ident(key)} where false)`;
};

/**
 * Makes `file` the parts of `previous` with these rows alone for the `touched` keys (one column of that name, each once). The parts are
 * linked before.
 */
export const replaceInParts = async (
  engine: Engine,
  { previous, file, key }: { previous: string; file: string; key: string },
  touched: Relation,
  rows: Sql,
): Promise<void> => {
  if ((await engine.count(touched)) === 0) return linkLayer(previous, file);
  await writeLayer(engine, { previous, file, key }, touched, rows);
};

/** Makes the base of `previous` with its replaced rows those of `file`. */
export const linkLayered = async (previous: string, file: string): Promise<void> => {
  await linkFile(previous, file);
  await linkLayer(previous, file);
};

/** Makes the rows that replace those of `previous`, if any, those that replace rows of `file`. */
export const linkLayer = async (previous: string, file: string): Promise<void> => {
  if (existsSync(sinceFile(previous))) await linkFile(sinceFile(previous), sinceFile(file));
};

/** Makes the base of `previous` with every layer that it has those of `file`. */
export const linkAll = async (previous: string, file: string): Promise<void> => {
  await linkLayered(previous, file);
  if (existsSync(addedFile(previous))) await linkFile(addedFile(previous), addedFile(file));
};

/** Makes the base and the parts of `previous`, or so many of them, those of `file`. */
export const linkParts = async (previous: string, file: string, most?: number): Promise<void> => {
  const parts = partsOf(previous).slice(0, most);
  if (parts.length > 1) await mkdir(path.dirname(partFile(file, 1)), { recursive: true });
  for (const part of parts.keys()) await linkFile(partFile(previous, part), partFile(file, part));
};

/** Makes the parts from `first` to before `until` one. They may be linked from another build, so none is overwritten. */
export const mergeParts = async (
  engine: Engine,
  file: string,
  { first, until }: { first: number; until: number },
): Promise<void> => {
  const parts = partsOf(file);
  const whole = `${file}.whole`;
  const rows = sql`select * from ${parquet(parts.slice(first, until))}`;
  await engine.writeParquet(rows, whole, { isUnsorted: true });
  for (const part of parts.slice(first, until)) await rm(part);
  for (const [i, part] of [whole, ...parts.slice(until)].entries())
    await rename(part, partFile(file, first + i));
};

/** Makes files, in their order, the base and its parts. */
export const moveParts = async (files: readonly string[], file: string): Promise<void> => {
  if (files.length > 1) await mkdir(path.dirname(partFile(file, 1)), { recursive: true });
  for (const [part, each] of files.entries()) await rename(each, partFile(file, part));
};

/** A layer with more rows than this share of the base is merged into it. */
const maxReplacedShare = 0.2;

/** The rows of a base and those added to it. */
export const withAdded = (file: string): Relation =>
  existsSync(addedFile(file)) ? parquet([file, addedFile(file)]) : parquet(file);

/** Makes `file` the rows of `previous` plus these rows. */
export const addRows = async (engine: Engine, previous: string, file: string, rows: Sql): Promise<void> => {
  await linkFile(previous, file);
  const before = addedFile(previous);
  const all = existsSync(before) ? sql`select * from ${parquet(before)} union all by name ${rows}` : rows;
  await engine.writeParquet(all, addedFile(file));
};

/** The current rows of a base with its layer. `key` is the column by which rows are replaced. */
export const withReplaced = (file: string, key: string): Relation => {
  const since = sinceFile(file);
  if (!existsSync(since)) return parquet(file);
  return sql`(
    select * from ${parquet(file)} as base anti join ${parquet(since)} as since using (${ident(key)})
    union all by name
    select since.* exclude (is_gone) from ${parquet(since)} as since where not since.is_gone)`;
};

/** The same with some columns alone, in words that every engine reads. */
export const replacedColumns = (file: string, key: string, names: readonly string[]): Relation => {
  const since = sinceFile(file);
  const columns = (alias: string) => join(names.map((name) => ident(alias, name)));
  const base = sql`select ${columns("base")} from ${parquet(file)} as base`;
  if (!existsSync(since)) return sql`(${base})`;
  return sql`(
    ${base} anti join ${parquet(since)} as since on ${ident("since", key)} = ${ident("base", key)}
    union all
    select ${columns("since")} from ${parquet(since)} as since where not since.is_gone)`;
};

/**
 * The keys whose rows may differ between two files with layers over one base, one column; null where the
 * bases are two files.
 */
export const keysApart = async (one: string, other: string, key: string): Promise<Relation | null> => {
  const [base, otherBase] = await Promise.all([one, other].map((file) => stat(file, { bigint: true })));
  if (base!.ino !== otherBase!.ino || base!.dev !== otherBase!.dev) return null;
  const layers = [one, other].map(sinceFile).filter((file) => existsSync(file));
  const column = ident(key);
  if (layers.length === 0) return sql`(select ${column} from ${parquet(one)} where false)`;
  return sql`(select distinct ${column} from ${parquet(layers)})`;
};

/**
 * Makes `file` the rows of `previous`, with only these rows for the `touched` keys (one column of that name).
 * `isWhole` rewrites the base, so that no replaced row remains on the disk. `order`: the columns by which the
 * base is ordered, if not by the key.
 */
export const replaceRows = async (
  engine: Engine,
  {
    previous,
    file,
    key,
    isWhole = false,
    order = [key],
  }: { previous: string; file: string; key: string; isWhole?: boolean; order?: readonly string[] },
  touched: Relation,
  rows: Sql,
): Promise<void> => {
  await linkFile(previous, file);
  await writeLayer(engine, { previous, file, key }, touched, rows);
  if (isWhole || (await isMostlyReplaced(engine, file)))
    await flatten(engine, file, key, join(order.map((name) => ident(name))));
};

/** Writes the layer of `file`: these rows for the touched keys, and those of the layer of `previous` for others. */
const writeLayer = async (
  engine: Engine,
  { previous, file, key }: { previous: string; file: string; key: string },
  touched: Relation,
  rows: Sql,
): Promise<void> => {
  const column = ident(key);
  const layer = await engine.createTable(
    "laid_over",
    sql`select row.*, false as is_gone from (${rows}) as row`,
  );
  const before = sinceFile(previous);
  if (existsSync(before))
    await engine.run(
      sql`insert into ${layer} by name select * from ${parquet(before)} as before anti join ${touched} as touched using (${column})`,
    );
  await engine.run(sql`
    insert into ${layer} by name
    select touched.${column}, true as is_gone from ${touched} as touched anti join ${layer} as layer using (${column})`);
  await engine.writeParquet(sql`select * from ${layer} order by ${column}`, sinceFile(file));
  await engine.drop(layer);
};

const isMostlyReplaced = async (engine: Engine, file: string): Promise<boolean> =>
  (await engine.count(parquet(sinceFile(file)))) > maxReplacedShare * (await engine.count(parquet(file)));

/** The base may be linked from another build, so it is replaced by a new file and never overwritten. */
const flatten = async (engine: Engine, file: string, key: string, order: Sql): Promise<void> => {
  const whole = `${file}.whole`;
  await engine.writeParquet(sql`select * from ${withReplaced(file, key)} order by ${order}`, whole);
  await rename(whole, file);
  await rm(sinceFile(file));
};

/** Copies where the disk has no hard links. An existing file may itself be a link and is never overwritten. */
export const linkFile = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to, constants.COPYFILE_EXCL));
