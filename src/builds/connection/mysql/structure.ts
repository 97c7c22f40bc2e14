// The structure of a written table in MySQL: how its columns are defined, and what the database says of a
// table that exists. Both are spelled alike, so that a table whose structure stays the same stays.

import { ident, join, type Sql, sql } from "../../../warehouse/sql/sql.js";
import type { WrittenColumn } from "../database.js";
import type { NameRule } from "../kept-names.js";
import type { MysqlSession } from "./session.js";

/** MySQL refuses longer names, a space at the end, and characters of more than 16 bits. */
export const nameRule: NameRule = {
  keep: (name) =>
    [...name]
      .map((character) => (character.length > 1 ? "_" : character))
      .slice(0, 64)
      .join("")
      .trimEnd(),
  fold: (name) => name.toLowerCase(),
  words: "keeps 64 characters of a name and ignores their case",
};

/** Bytes of a key. A character has up to four. */
const keyBytes = 3_072;
const keyCharacters = 255;

interface Definition {
  /** Text in the parentheses of `create table`. */
  body: Sql;
  structure: string;
}

/** Keys are texts of limited length, because others cannot have an index. */
export const definitionOf = (
  columns: readonly WrittenColumn[],
  key: readonly string[],
  collation: string,
): Definition => {
  const isKey = ({ name }: WrittenColumn) => key.includes(name);
  const texts = columns.filter((column) => isKey(column) && column.type === "text").length;
  const room = Math.floor((keyBytes - 8 * (key.length - texts)) / 4 / texts);
  const length = Math.min(keyCharacters, room);
  const lines = columns.map((column): ColumnLine => {
    const { name, type } = column;
    const at = { name, isKey: isKey(column) };
    if (type !== "text") return { ...at, type: typeNames[type], length: null, collation: null };
    return at.isKey
      ? { ...at, type: "varchar", length, collation }
      : { ...at, type: "longtext", length: null, collation };
  });
  const body = [
    ...lines.map(columnSql),
    ...(key.length > 0 ? [sql`primary key (${join(key.map((name) => ident(name)))})`] : []),
  ];
  return { body: join(body), structure: structureOf("InnoDB", lines) };
};

interface ColumnLine {
  name: string;
  /** As information_schema calls it. */
  type: string;
  /** Length of a varchar. */
  length: number | null;
  collation: string | null;
  isKey: boolean;
}

const typeNames = { "double precision": "double", bigint: "bigint", boolean: "tinyint" };

const columnSql = ({ name, type, length, collation }: ColumnLine): Sql => {
  const sqlType = {
    double: sql`double`,
    bigint: sql`bigint`,
    tinyint: sql`boolean`,
    longtext: sql`longtext`,
    varchar: sql`varchar(${length})`,
  }[type]!;
  return collation === null
    ? sql`${ident(name)} ${sqlType}`
    : sql`${ident(name)} ${sqlType} character set utf8mb4 collate ${ident(collation)}`;
};

const structureOf = (engine: string, lines: readonly ColumnLine[]): string =>
  JSON.stringify([
    engine,
    lines.map(({ name, type, length, collation, isKey }) => [name, type, length, collation, isKey]),
  ]);

/** The first that the server has. In the last, MySQL 5's, texts that differ in spaces at their end are equal. */
const exactCollations = ["utf8mb4_0900_bin", "utf8mb4_nopad_bin", "utf8mb4_bin"];

/** A collation in which different texts differ. */
export const exactCollation = async (session: MysqlSession): Promise<string> => {
  const found = await session.rows<{ name: string }>(
    sql`select c.collation_name as name from information_schema.collations as c where c.collation_name like 'utf8mb4%bin'`,
  );
  return exactCollations.find((known) => found.some(({ name }) => name === known))!;
};

interface Found {
  comment: string;
  structure: string;
}

/** Null if there is no such table. */
export const existing = async (session: MysqlSession, table: string): Promise<Found | null> => {
  const [found] = await session.rows<{ comment: string; engine: string }>(sql`
    select t.table_comment as comment, t.engine as engine
    from information_schema.tables as t
    where t.table_schema = database() and ${isNamed(table)}`);
  if (!found) return null;
  const lines = await session.rows<Omit<ColumnLine, "isKey"> & { isKey: number }>(sql`
    select t.column_name as name, t.data_type as type,
      case when t.data_type = 'varchar' then t.character_maximum_length end as length,
      t.collation_name as collation, t.column_key = 'PRI' as isKey
    from information_schema.columns as t
    where t.table_schema = database() and ${isNamed(table)} order by t.ordinal_position`);
  const columns = lines.map((line) => ({ ...line, isKey: line.isKey === 1 }));
  return { comment: found.comment, structure: structureOf(found.engine, columns) };
};

/** Whether a row `t` of information_schema is of the table. Some servers keep the names of tables in lower case. */
export const isNamed = (table: string): Sql => sql`
if(@@lower_case_table_names = 0, cast(t.table_name as binary) = cast(${table} as binary), lower(t.table_name) = lower(${table}))`;
