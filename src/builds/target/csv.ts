// The CSV file of a target: rows as its options write them, with what a spreadsheet needs to show them unchanged.

import path from "node:path";
import { householdColumn, personColumn } from "../../delivery/columns.js";
import { listSource } from "../../delivery/structure.js";
import { delimiterOf } from "../../domain/campaign/list.js";
import { escapesFormulas, fileOf, listPresetOf, type TargetConfig } from "../../domain/target/target.js";
import {
  type CsvOptions,
  changedTexts,
  copyToCsv,
  decimalCommas,
  type FileColumn,
  harmlessTexts,
  keptTexts,
  withByteOrderMark,
} from "../../warehouse/delivery/file.js";
import type { Engine } from "../../warehouse/engine.js";
import { columnTypes } from "../../warehouse/rows.js";
import type { Sql } from "../../warehouse/sql/sql.js";

/** Returns the name of the file in the directory. */
export const writeCsv = async (
  engine: Engine,
  rows: Sql,
  columns: readonly FileColumn[],
  config: TargetConfig,
  dir: string,
): Promise<string> => {
  const { delimiter, gzip, quoteAll } = csvOptionsOf(config);
  const file = gzip ? "scores.csv.gz" : "scores.csv";
  const written = await withMark(engine, await rowsAsWritten(engine, rows, columns, config), config);
  await engine.run(copyToCsv(written, path.join(dir, file), { delimiter, gzip, quoteAll }));
  return file;
};

export const csvOptionsOf = ({ options }: Pick<TargetConfig, "options">): CsvOptions => {
  const chosen = fileOf(options);
  const { gzip = false, quote_all: quoteAll = false, locale = "en" } = chosen ?? {};
  return { delimiter: chosen?.delimiter ?? delimiterOf(locale), gzip, quoteAll };
};

/** The same rows with the values of the file. Further columns of numbers stay as they are. */
export const rowsAsWritten = async (
  engine: Engine,
  rows: Sql,
  columns: readonly FileColumn[],
  config: TargetConfig,
): Promise<Sql> => {
  const types = await columnTypes(engine, rows);
  const ofType = (pattern: RegExp) => types.filter(({ type }) => pattern.test(type)).map(({ name }) => name);
  const isSpreadsheet = listPresetOf(config) === "spreadsheet";
  const kept = isSpreadsheet ? await changedIds(engine, rows, columns) : [];
  const texts = escapesFormulas(config) ? ofType(/^VARCHAR$/).filter((name) => !kept.includes(name)) : [];
  const { options } = config;
  const isLocal = (fileOf(options)?.locale ?? "en") !== "en";
  const shown = keptTexts(harmlessTexts(rows, texts), kept);
  return isLocal ? decimalCommas(shown, ofType(/^(DOUBLE|FLOAT|DECIMAL)/)) : shown;
};

/** Spreadsheets recognise UTF-8 by a mark. */
export const withMark = async (engine: Engine, rows: Sql, config: TargetConfig): Promise<Sql> => {
  if (listPresetOf(config) !== "spreadsheet") return rows;
  const columns = await columnTypes(engine, rows);
  return withByteOrderMark(
    rows,
    columns.map(({ name }) => name),
  );
};

const ids: readonly string[] = [
  ...(["customer_id", "phone", "person_id"] as const).map(listSource),
  personColumn,
  householdColumn,
];

/** The columns of ids that a spreadsheet would change in any row; a column is text in all its rows or in none. */
const changedIds = async (engine: Engine, rows: Sql, columns: readonly FileColumn[]): Promise<string[]> => {
  const names = columns.filter(({ source }) => ids.includes(source)).map(({ output_col }) => output_col);
  if (names.length === 0) return [];
  const changed = await engine.row<Record<string, boolean>>(changedTexts(rows, names));
  return names.filter((name) => changed[name]);
};
