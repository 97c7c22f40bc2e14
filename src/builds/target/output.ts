// Outputs of a target besides CSV files: a lookup and a table. A lookup has the payload of each person as a
// line of JSON, and an index of the keys that lead to exactly one person.

import path from "node:path";
import { indexFile, rowsFile, writeIndex } from "../../delivery/lookup/file.js";
import { storedKeys, type WrittenIdentity } from "../../delivery/lookup/keys.js";
import type { Country } from "../../domain/people/identity/phones.js";
import { type TableOptions, tableComment } from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import {
  ambiguousLine,
  copyToJsonLines,
  type FileColumn,
  identitiesOfLines,
  uniqueKeys,
} from "../../warehouse/delivery/file.js";
import {
  copyToParquet,
  typedRows,
  type WrittenColumn,
  writtenColumns,
} from "../../warehouse/delivery/parquet-file.js";
import type { Engine } from "../../warehouse/engine.js";
import { identitiesOf, peopleFiles, relation } from "../../warehouse/relations.js";
import { allRows, inFiles } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import { withDatabase } from "../connection/registry.js";
import type { Delivery, TargetInput } from "./input.js";

/** Returns the file name of the index, whose hash changes with anything that an answer depends on. */
export const writeLookup = async (
  engine: Engine,
  { datasetDirs, peopleDir, country }: TargetInput,
  rows: Relation,
  columns: readonly FileColumn[],
  dir: string,
): Promise<string> => {
  await engine.run(copyToJsonLines(rows, columns, path.join(dir, rowsFile)));
  const identities = identitiesOf(datasetDirs);
  const persons = relation(peopleFiles(peopleDir).persons);
  const staged = await stageKeys(engine, identitiesOfLines(rows, identities, persons), country);
  const { columns: unique } = await engine.columns(uniqueKeys(staged));
  await writeIndex(dir, unique.key as BigInt64Array, unique.line as Float64Array);
  return indexFile;
};

/** One row per key of each identity: key, line. */
const stageKeys = async (engine: Engine, written: Sql, country: Country): Promise<Relation> => {
  const batches: Keys[] = [];
  for await (const rows of engine.batches<WrittenLine>(written)) batches.push(keysOf(rows, country));
  const none = { key: new BigInt64Array(), line: new Int32Array() };
  const table = await engine.createTableOf("lookup_key", none);
  for (const batch of batches) await engine.appendColumns("lookup_key", batch);
  return table;
};

type WrittenLine = WrittenIdentity & { line: number };
type Keys = { key: BigInt64Array; line: Int32Array };

const keysOf = (rows: readonly WrittenLine[], country: Country): Keys => {
  const found = rows.flatMap((row) =>
    storedKeys(row, country).map(({ key, isVeto }) => ({ key, line: isVeto ? ambiguousLine : row.line })),
  );
  return {
    key: BigInt64Array.from(found, ({ key }) => key),
    line: Int32Array.from(found, ({ line }) => line),
  };
};

/** Rows that wait for their delivery in a file: the engine need not hold them. */
export interface StagedRows {
  file: string;
  columns: WrittenColumn[];
}

export const stageRows = async (engine: Engine, rows: Sql, file: string): Promise<StagedRows> => {
  const columns = await writtenColumns(engine, rows);
  await engine.run(copyToParquet(typedRows(rows, columns), file));
  return { file, columns };
};

/**
 * Writes the rows as a table of the owner's database, with the columns of the file. Refuses what
 * `withDatabase` and `WrittenTable` refuse, and `table-key-unknown`.
 */
export const writeTable = async (
  engine: Engine,
  { file, columns }: StagedRows,
  { table_name: table, merge_by }: TableOptions,
  { access, targetId }: Delivery,
): Promise<void> => {
  const key = merge_by ?? null;
  const unknown = key?.find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined)
    throw refuse("table-key-unknown", {
      column: unknown,
      columns: columns.map(({ name }) => name).join(", "),
    });
  const mark = tableComment(targetId);
  await withDatabase(access, (database) =>
    database.writeTable({ table, mark, columns, key }, engine.batches(allRows(inFiles(file)))),
  );
};
