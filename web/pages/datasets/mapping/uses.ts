// What each column is used for, in a few words: read off what a dataset says of its columns.

import type { Draft } from "./draft.js";
import { columnsOf, labelOf } from "./fields.js";

/** By column; those without a use are not in it. */
export const usesOf = (draft: Draft): ReadonlyMap<string, readonly string[]> => {
  const uses = new Map<string, string[]>();
  const use = (column: string, what: string) => {
    if (column) uses.set(column, [...(uses.get(column) ?? []), what]);
  };
  for (const { name, set } of draft.sets)
    for (const { field, column } of columnsOf(set)) use(column, `${labelOf(field)} (${name})`);
  for (const { name, datetime, value, properties, conditions } of draft.streams) {
    use(datetime.column, `When (${name})`);
    use(value.column, `Value (${name})`);
    for (const property of properties) use(property.column, `Property ${property.name} (${name})`);
    for (const { column_name } of conditions ?? []) use(column_name, `Which rows are events (${name})`);
  }
  for (const { name, column_name } of draft.traits) use(column_name, `Trait ${name}`);
  for (const column of draft.keyColumns) use(column, "Key of a row");
  for (const column of draft.referenceColumns) use(column, "Your key, in deployments");
  return uses;
};
