// Columns of a stream's records, by the JSON schema that its source gives. An object becomes `customer.email`; a list of
// objects becomes a list for each of their fields, `line_items.title`; what the schema does not describe stays JSON. One
// record is one row, whatever is in it.

import { isObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";

export type Schema = Readonly<Record<string, unknown>>;
export type FlatRecord = Record<string, string | number | boolean | null>;

/** How one field of an object becomes columns. */
interface Field {
  name: string;
  column: string;
  /** Fields of an object, or of the objects of a list; absent: the value is one column. */
  parts?: Field[];
  isList?: boolean;
}

/** Some columns are left for what the schema does not name. */
const mostColumns = Math.floor(0.9 * limits.columns.is);
const mostDepth = 8;

export interface RecordColumns {
  /** Columns of all records, in the order of the schema. */
  names: string[];
  /** A record as a row. Fields beside the schema are columns of their own. */
  flatten(record: Readonly<Record<string, unknown>>): FlatRecord;
}

export const columnsOf = (schema: Schema): RecordColumns => {
  const fields = fieldsWithin(schema);
  const names = fields.flatMap(namesOf);
  const known = new Set(fields.map(({ name }) => name));
  return {
    names,
    flatten(record) {
      const row: FlatRecord = {};
      for (const field of fields) put(row, field, record[field.name]);
      for (const [name, value] of Object.entries(record)) if (!known.has(name)) row[name] = cellOf(value);
      return row;
    },
  };
};

/** The deepest level at which the columns are not too many. */
const fieldsWithin = (schema: Schema): Field[] => {
  for (let depth = mostDepth; depth > 0; depth--) {
    const fields = fieldsOf(schema, "", depth);
    if (fields && fields.flatMap(namesOf).length <= mostColumns) return fields;
  }
  return fieldsOf(schema, "", 0) ?? [];
};

const namesOf = ({ column, parts }: Field): string[] => parts?.flatMap(namesOf) ?? [column];

/** Undefined where the schema names no fields. */
const fieldsOf = (schema: unknown, prefix: string, depth: number): Field[] | undefined => {
  const properties = propertiesOf(schema);
  if (properties.length === 0) return undefined;
  return properties.map(([name, own]) => {
    const column = prefix + name;
    if (depth <= 0) return { name, column };
    const parts = fieldsOf(own, `${column}.`, depth - 1);
    if (parts) return { name, column, parts };
    const items = fieldsOf(itemsOf(own), `${column}.`, 0);
    return items ? { name, column, parts: items, isList: true } : { name, column };
  });
};

/** The properties of a schema and of its alternatives. */
const propertiesOf = (schema: unknown): [string, unknown][] => {
  const found = new Map<string, unknown>();
  for (const each of alternativesOf(schema))
    if (isObject(each.properties))
      for (const [name, own] of Object.entries(each.properties)) if (!found.has(name)) found.set(name, own);
  return [...found];
};

const itemsOf = (schema: unknown): unknown =>
  alternativesOf(schema).find(({ items }) => isObject(items))?.items;

const alternativesOf = (schema: unknown): Record<string, unknown>[] => {
  if (!isObject(schema)) return [];
  const others = [schema.anyOf, schema.oneOf, schema.allOf].filter(Array.isArray).flat();
  return [schema, ...others.filter(isObject)];
};

/** Puts a value into its columns. What the schema does not name, or says otherwise, is JSON in the column of the whole. */
const put = (row: FlatRecord, { column, parts, isList }: Field, value: unknown): void => {
  if (!parts) row[column] = cellOf(value);
  else if (isList) {
    const items = Array.isArray(value) ? value.filter(isObject) : [];
    for (const part of parts) row[part.column] = listOf(items.map((item) => item[part.name]));
    if (items.length === 0 && value !== null && value !== undefined) putRest(row, column, value);
  } else {
    for (const part of parts) put(row, part, isObject(value) ? value[part.name] : null);
    if (isObject(value)) putRest(row, column, unnamed(value, parts));
    else if (value !== null && value !== undefined) putRest(row, column, value);
  }
};

const putRest = (row: FlatRecord, column: string, rest: unknown): void => {
  const cell = cellOf(rest);
  if (cell !== null && cell !== "{}") row[column] = cell;
};

const unnamed = (
  value: Readonly<Record<string, unknown>>,
  parts: readonly Field[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !parts.some((part) => part.name === name)));

const listOf = (values: readonly unknown[]): string | null => {
  const filled = values.filter((value) => value !== null && value !== undefined);
  return filled.length > 0 ? JSON.stringify(filled) : null;
};

/** An object or a list is JSON; an empty list is no value. */
const cellOf = (value: unknown): string | number | boolean | null => {
  if (Array.isArray(value)) return value.length > 0 ? JSON.stringify(value) : null;
  if (isObject(value)) return JSON.stringify(value);
  return value === undefined ? null : (value as string | number | boolean | null);
};
