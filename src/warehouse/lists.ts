// A list is kept as one text: its items in order, each once, with semicolons between them. So a person has a trait, and an
// event a property, once, and what does not know of lists shows the text.

import type { ColumnFormat } from "../domain/dataset.js";
import { type Sql, sql } from "./sql/sql.js";

const separator = ";";

/** VARCHAR of a VARCHAR[]: blank items are none; null for an empty list. */
export const listText = (items: Sql): Sql => {
  const told = sql`list_filter(${items}, lambda item: item is not null and item <> '')`;
  return sql`nullif(array_to_string(list_sort(list_distinct(${told})), ${separator}), '')`;
};

/** The items of what somebody has written, as VARCHAR[]. A semicolon inside of one becomes a comma. */
export const splitItems = (text: Sql, writtenSeparator: string | null): Sql => {
  const written =
    writtenSeparator === null ? sql`[${text}]` : sql`string_split(${text}, ${writtenSeparator})`;
  return sql`list_transform(${written}, lambda part: trim(replace(part, ${separator}, ',')))`;
};

/** The items of a kept list, as VARCHAR[]. */
export const listItems = (list: Sql): Sql => sql`string_split(${list}, ${separator})`;

export const hasItem = (list: Sql, item: string): Sql => sql`list_contains(${listItems(list)}, ${item})`;

// Which formats mean that a column holds several values.

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
): Sql => listText(eachItem(splitItems(text, separators.get(format)!)));
