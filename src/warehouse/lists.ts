// Lists, stored as one text: distinct items in order, separated by semicolons. So every trait and property
// has one value, and code that does not know lists shows the text.

import type { ColumnFormat } from "../domain/data/dataset.js";
import { type Sql, sql } from "./sql/sql.js";

const separator = ";";

/** VARCHAR of a VARCHAR[] without its blank items; null for an empty list. */
export const listText = (items: Sql): Sql => {
  const present = sql`list_filter(${items}, lambda item: item is not null and item <> '')`;
  return sql`nullif(array_to_string(list_sort(list_distinct(${present})), ${separator}), '')`;
};

/** The items of a text as uploaded, as VARCHAR[]. A semicolon inside an item becomes a comma. */
export const splitItems = (text: Sql, writtenSeparator: string | null): Sql =>
  cleanItems(writtenSeparator === null ? sql`[${text}]` : sql`string_split(${text}, ${writtenSeparator})`);

const cleanItems = (written: Sql): Sql =>
  sql`list_transform(${written}, lambda part: trim(replace(part, ${separator}, ',')))`;

/** The items of a JSON array; any other text is one item. */
const jsonItems = (text: Sql): Sql => sql`case when json_valid(${text}) and json_type(${text}) = 'ARRAY'
  then json_extract_string(${text}, '$[*]') else [${text}] end`;

/** The items of a stored list, as VARCHAR[]. */
export const listItems = (list: Sql): Sql => sql`string_split(${list}, ${separator})`;

export const hasItem = (list: Sql, item: string): Sql => sql`list_contains(${listItems(list)}, ${item})`;

const separators = new Map<ColumnFormat, string | null>([
  ["list_comma_separated", ","],
  ["list_semicolon_separated", ";"],
  ["list_single_value", null],
]);
const json = "list_json";

export const isListFormat = (format: ColumnFormat | undefined): format is ColumnFormat =>
  format !== undefined && (format === json || separators.has(format));

/** VARCHAR[]: the items in a column of this format; they may repeat. */
export const writtenItems = (text: Sql, format: ColumnFormat): Sql =>
  format === json ? cleanItems(jsonItems(text)) : splitItems(text, separators.get(format)!);

/** VARCHAR: the list in a column of this format, as `listText` stores it. */
export const listSql = (
  text: Sql,
  format: ColumnFormat,
  eachItem: (items: Sql) => Sql = (items) => items,
): Sql => listText(eachItem(writtenItems(text, format)));
