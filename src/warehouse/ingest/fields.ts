// Fields of events: a column, or several, as one expression over a record. Several columns are a text joined
// by spaces, a list, or a number that is their product, sum or difference.

import type {
  Aggregate,
  ColumnFormat,
  ColumnPart,
  Combination,
  FieldMapping,
} from "../../domain/data/dataset.js";
import type { DetectedColumn, StreamProperty } from "../../domain/data/dataset-findings.js";
import { hasColumns } from "../../domain/data/stream-mapping.js";
import { refuse } from "../../errors/refusal.js";
import { patternFault } from "../conditions.js";
import type { Engine } from "../engine.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { isListFormat, listText, writtenItems } from "../lists.js";
import { join, type Relation, type Sql, sql } from "../sql/sql.js";
import { type Column, findColumn } from "./columns.js";
import { dayText, isDateFormat } from "./dates.js";
import { findDecimalComma, numberSql } from "./numbers.js";

export interface MappedPart {
  column: Column;
  format: ColumnFormat | undefined;
  pattern: string | undefined;
  /** See `findDecimalComma`; absent: not known yet. */
  hasDecimalComma?: boolean;
}

/** A field with its columns in the files. */
export interface MappedField {
  parts: MappedPart[];
  /** Format of the joined text. */
  format: ColumnFormat | undefined;
  combine: Combination | undefined;
  aggregate: Aggregate | undefined;
}

/** Refuses `column-unknown`. */
export const mapField = (field: FieldMapping, names: readonly string[], usedBy: string): MappedField => {
  const parts: ColumnPart[] = hasColumns(field) ? field.columns : [field];
  return {
    parts: parts.map(({ column_name, format, pattern }) => ({
      column: findColumn(names, column_name, usedBy),
      format,
      pattern,
    })),
    format: field.format,
    combine: hasColumns(field) ? (field.combine ?? (parts.some(isNumber) ? "sum" : undefined)) : undefined,
    aggregate: field.aggregate,
  };
};

/**
 * The field with what the rows say of each column's decimal comma. `isWritten`: whether the numbers of a
 * column are texts.
 */
export const withDecimalCommas = async (
  engine: Engine,
  rows: Relation,
  field: MappedField,
  isWritten: (part: MappedPart) => boolean,
): Promise<MappedField> => {
  const parts: MappedPart[] = [];
  for (const part of field.parts) {
    const isRead = part.pattern === undefined && isWritten(part);
    const hasDecimalComma = isRead && (await findDecimalComma(engine, rows, part.column.sql));
    parts.push({ ...part, hasDecimalComma });
  }
  return { ...field, parts };
};

const isNumber = ({ pattern }: ColumnPart): boolean => pattern !== undefined;

/** The columns as one text, null where the first is empty: a time without its date is no date. */
export const joinedColumn = ({ parts }: MappedField): Column => {
  const columns = parts.map(({ column }) => column);
  const [first] = columns;
  if (columns.length === 1) return first!;
  const texts = join(columns.map((column) => column.sql));
  return {
    name: columns.map(({ name }) => name).join(" "),
    index: first!.index,
    sql: sql`case when ${first!.sql} is not null then concat_ws(' ', ${texts}) end`,
  };
};

/** A DOUBLE over a record, and for each of its columns whether the text is there and not a number. */
export interface Amount {
  value: Sql;
  parts: { column: Column; isFaulty: Sql }[];
}

export const amountOf = (field: MappedField): Amount => {
  const numbers = field.parts.map(partNumber);
  return {
    value: field.combine === undefined ? numbers[0]! : combined(field.combine, numbers),
    parts: field.parts.flatMap(({ column, pattern }, i) =>
      pattern === undefined
        ? [{ column, isFaulty: sql`(${column.sql} is not null and ${numbers[i]!} is null)` }]
        : [],
    ),
  };
};

const partNumber = ({ column, format, pattern, hasDecimalComma }: MappedPart): Sql => {
  if (pattern === undefined) return numberSql(column.sql, format, hasDecimalComma);
  const found = sql`regexp_extract_all(${column.sql}, ${pattern}, 1)`;
  return fromMicros(
    sql`list_sum(list_transform(${found}, lambda found: ${micros(numberSql(sql`found`, format))}))`,
  );
};

/** Rounded to millionths, so that 3 × 1.1 is 3.3. */
const combined = (combine: Combination, numbers: readonly Sql[]): Sql => {
  const added = numbers.map((number) => sql`coalesce(${number}, 0)`);
  switch (combine) {
    case "product":
      return sql`round(${join(numbers, " * ")}, 6)`;
    case "sum":
      return sql`case when coalesce(${join(numbers)}) is not null then round(${join(added, " + ")}, 6) end`;
    case "difference":
      return sql`case when coalesce(${join(numbers)}) is not null then round(${join(added, " - ")}, 6) end`;
    case "discounted_product":
      return sql`round(${join(numbers.slice(0, -1), " * ")} - abs(${added.at(-1)!}), 6)`;
  }
};

/** Checks patterns with the engine. Refuses `condition-invalid`. */
export const checkPartPatterns = async (fields: readonly MappedField[], engine: Engine): Promise<void> => {
  for (const { column, pattern } of fields.flatMap(({ parts }) => parts)) {
    if (pattern === undefined) continue;
    const fault = await patternFault(pattern, engine);
    const { groups } =
      fault === null ? await engine.row<{ groups: number }>(groupsOf(pattern)) : { groups: 1 };
    const detail =
      fault?.words ?? (groups === 1 ? null : `it has ${groups} groups, and needs one around the number`);
    if (detail !== null)
      throw refuse("condition-invalid", {
        name: column.name,
        detail: `its pattern cannot be used: ${detail}`,
      });
  }
};

/** Opening brackets that capture: neither escaped, nor in a class of characters, nor marked as not capturing. */
const groupsOf = (pattern: string): Sql =>
  sql`select len(regexp_extract_all(regexp_replace(${pattern}, '\\\\.|\\[[^]]*\\]', '', 'g'), '\\((?:[^?]|\\?P<)')) as groups`;

/** A property as SQL over a record, and over the rows of an event. */
export interface PropertyColumns extends StreamProperty {
  /** Over a record that is an event of its own. */
  sql: Sql;
  /** Over a record that is a row of an event. */
  line: Sql;
  /** An aggregate of a column with `line`, null in some rows, in the order of another. */
  ofLines(line: Sql, order: Sql): Sql;
  /** Whether it is of all rows of the event, and not of the first one with a value. */
  isOfAll: boolean;
}

/**
 * `columns`: of the dataset, by index; `isAmount`: whether all values of a text column are numbers as people
 * write them.
 */
export const propertyOf = (
  name: string,
  field: MappedField,
  columns: readonly DetectedColumn[],
  isAmount: boolean,
): PropertyColumns => ({
  ...aggregated(name, field, columns, isAmount),
  isOfAll: (field.aggregate ?? "first") !== "first",
});

type Aggregated = Omit<PropertyColumns, "isOfAll">;

const aggregated = (
  name: string,
  field: MappedField,
  columns: readonly DetectedColumn[],
  isAmount: boolean,
): Aggregated => {
  const { aggregate = "first" } = field;
  const items = itemsOf(field);
  if (aggregate === "list") return listProperty(name, items ?? textItems(field), aggregate);
  if (items && (aggregate === "first" || aggregate === "last")) return listProperty(name, items, aggregate);
  if (items) return ofItems(name, items, aggregate);
  const { type, sql: value } = singleValue(field, columns, isAmount);
  switch (aggregate) {
    case "first":
      return { name, type, sql: value, line: value, ofLines: firstOf };
    case "last":
      return { name, type, sql: value, line: value, ofLines: lastOf };
    case "sum":
      return { name, type: "number", sql: value, line: value, ofLines: sumOf };
    case "max":
      return { name, type, sql: value, line: value, ofLines: (line) => sql`max(${line})` };
    case "count":
      return numberOfLines(name, value, (line) => sql`count(${line})`);
    case "distinct_count":
      return numberOfLines(name, value, (line) => sql`count(distinct ${line})`);
    case "top":
      return { name, type, sql: value, line: value, ofLines: topOf };
  }
};

const numberOfLines = (name: string, line: Sql, count: (line: Sql) => Sql): Aggregated => ({
  name,
  type: "number",
  line,
  sql: sql`cast(case when ${line} is null then 0 else 1 end as double)`,
  ofLines: (each) => sql`cast(${count(each)} as double)`,
});

/** Rows without a value are left out by these aggregates of the engine. */
export const firstOf = (line: Sql, order: Sql): Sql => sql`arg_min(${line}, ${order})`;
export const lastOf = (line: Sql, order: Sql): Sql => sql`arg_max(${line}, ${order})`;
export const sumOf = (line: Sql): Sql => fromMicros(sql`sum(${micros(line)})`);

/** The most frequent value; of equally frequent ones the least. */
const topOf = (line: Sql): Sql => topOfCounts(sql`histogram(${line})`);
const topOfCounts = (counts: Sql): Sql =>
  sql`list_min(list_transform(map_entries(${counts}),
    lambda entry: struct_pack(missing := -cast(entry.value as bigint), item := entry.key))).item`;

const singleValue = (
  field: MappedField,
  columns: readonly DetectedColumn[],
  isAmount: boolean,
): { type: StreamProperty["type"]; sql: Sql } => {
  if (field.combine !== undefined) return { type: "number", sql: amountOf(field).value };
  const { column, hasDecimalComma } = field.parts[0]!;
  const { format } = field;
  if (isDateFormat(format)) return { type: "text", sql: dayText(column.sql, format) };
  const isMoney = format === "currency_cents" || format === "currency_dollars";
  const isNumeric = isMoney || isAmount || columns[column.index]!.data_type === "number";
  return isNumeric
    ? { type: "number", sql: numberSql(column.sql, format, hasDecimalComma) }
    : { type: "text", sql: column.sql };
};

/** VARCHAR[]; null for a field that is no list. */
const itemsOf = (field: MappedField): Sql | null =>
  isListFormat(field.format) || field.parts.some(({ format }) => isListFormat(format))
    ? textItems(field)
    : null;

/** VARCHAR[] of all columns; a column without a format of a list is one item. */
const textItems = ({ parts, format: common }: MappedField): Sql => {
  const items = parts.map(({ column, format = common }) =>
    isListFormat(format)
      ? writtenItems(column.sql, format)
      : writtenItems(isDateFormat(format) ? dayText(column.sql, format) : column.sql, "list_single_value"),
  );
  const present = parts.map(
    ({ column }, i) => sql`case when ${column.sql} is not null then ${items[i]!} else [] end`,
  );
  return items.length === 1 ? items[0]! : join(present, " || ");
};

const listProperty = (name: string, items: Sql, aggregate: Aggregate): Aggregated => ({
  name,
  type: "text",
  isList: true,
  sql: listText(items),
  ...(aggregate === "list"
    ? { line: items, ofLines: (line) => listText(sql`flatten(list(${line}))`) }
    : { line: listText(items), ofLines: aggregate === "first" ? firstOf : lastOf }),
});

/** A number, or the most frequent item, of the lists of an event's rows. */
const ofItems = (name: string, items: Sql, aggregate: Aggregate): Aggregated => {
  const measured = (of: Sql): Sql => {
    const present = sql`list_filter(${of}, lambda item: item <> '')`;
    if (aggregate === "top") return topOfCounts(sql`list_histogram(${present})`);
    const counted = aggregate === "count" ? present : sql`list_distinct(${present})`;
    return sql`cast(coalesce(len(${counted}), 0) as double)`;
  };
  const type = aggregate === "top" ? "text" : "number";
  return {
    name,
    type,
    sql: measured(items),
    line: items,
    ofLines: (line) => measured(sql`flatten(list(${line}))`),
  };
};
