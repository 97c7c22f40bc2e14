// Which formats mean that a column holds several values.

import type { ColumnFormat } from "../../domain/dataset.js";
import { listText, writtenItems } from "../lists.js";
import type { Sql } from "../sql/sql.js";

const separators = new Map<ColumnFormat, string | null>([
  ["list_comma_separated", ","],
  ["list_semicolon_separated", ";"],
  ["list_single_value", null],
]);

export const isListFormat = (format: ColumnFormat | undefined): format is ColumnFormat =>
  format !== undefined && separators.has(format);

/** VARCHAR as `listText` keeps it. */
export const listSql = (
  text: Sql,
  format: ColumnFormat,
  eachItem: (items: Sql) => Sql = (items) => items,
): Sql => listText(eachItem(writtenItems(text, separators.get(format)!)));
