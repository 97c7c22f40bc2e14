// List rows: which row of a privacy list names which identities, so that its owner can see which rows matched
// nobody. And the rows of people to delete that the files of a dataset still hold.

import type { Engine } from "../engine.js";
import { datasetFiles } from "../relations.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { erasedRows, identityKeys } from "./identities.js";
import type { FileRead } from "./read.js";
import { lineNumbersOf } from "./rejects.js";

/**
 * Writes `list-rows.parquet`, see `datasetFiles`. `isJoined`: rows join several files, so they have a
 * position and no line.
 */
export const writeListRows = async (
  engine: Engine,
  dir: string,
  rows: Relation,
  sets: number,
  files: readonly FileRead[],
  isJoined: boolean,
): Promise<void> => {
  const lines = isJoined ? positions(rows) : sql`select * from ${await stageLines(engine, rows, files)}`;
  const keys = identityKeys(sets).map(
    (key) => sql`select r.seq, ${key} as identity_key from ${rows} as r where ${key} is not null`,
  );
  await engine.writeParquet(
    sql`
      with lined as (${lines}), named as (${join(keys, " union ")})
      select lined.seq as place, lined.file, lined.line, named.identity_key
      from lined
      left join named on named.seq = lined.seq
      order by all`,
    datasetFiles(dir).listRows,
  );
};

const positions = (rows: Relation): Sql => sql`
  select r.seq, cast(null as varchar) as file, row_number() over (order by r.seq) as line from ${rows} as r`;

/** One row per row: seq, file, line. A file that was read directly is read once more for its lines. */
const stageLines = async (engine: Engine, rows: Relation, files: readonly FileRead[]): Promise<Relation> => {
  const lined = await engine.createTable(
    "list_line",
    sql`select r.seq, ${fileName(files)} as file, r.line from ${rows} as r where r.line is not null`,
  );
  for (const [i, file] of files.entries()) {
    const at = await engine.columns(
      sql`select r.seq, r.ordinal from ${rows} as r where r.file = ${i} and r.line is null order by r.ordinal`,
    );
    if (at.rows === 0) continue;
    const { seq, ordinal } = at.columns as { seq: BigInt64Array; ordinal: BigInt64Array };
    const line = BigInt64Array.from(await lineNumbersOf(file, Array.from(ordinal, Number)), BigInt);
    const found = await engine.createTableOf("found_line", { seq, line });
    await engine.run(
      sql`insert into ${lined} select found.seq, ${file.source.filename}, found.line from ${found} as found`,
    );
  }
  return lined;
};

const fileName = (files: readonly FileRead[]): Sql =>
  sql`case r.file ${join(
    files.map(({ source }, i) => sql`when ${i} then ${literal(source.filename)}`),
    " ",
  )} end`;

/** Rows of people to delete by file, duplicates included; empty without any. */
export const countErasedRows = async (
  engine: Engine,
  records: Relation,
  erasedFile: string | null,
  sets: number,
  files: readonly FileRead[],
  isJoined: boolean,
): Promise<{ file: string | null; rows: number }[]> => {
  if (erasedFile === null) return [];
  const file = isJoined ? sql`cast(null as varchar)` : fileName(files);
  const gone = sql`select ${file} as file from ${erasedRows(records, erasedFile, sets)} as r`;
  return engine.rows<{ file: string | null; rows: number }>(
    sql`select gone.file, count(*) as ${ident("rows")} from (${gone}) as gone group by gone.file order by gone.file`,
  );
};
