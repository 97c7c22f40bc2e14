// Conditions as one boolean SQL expression that is never null. A row with a null value does not match unless
// `_null` says so, so each condition is wrapped in coalesce before AND and OR could propagate the null.

import type {
  ColumnCondition,
  ConditionValue,
  PropertyCondition,
  TraitCondition,
} from "../domain/resource/condition.js";
import { refuse } from "../errors/refusal.js";
import type { Engine } from "./engine.js";
import { EngineError } from "./engine-error.js";
import { listItems } from "./lists.js";
import { duckdbOnly } from "./sql/spellings.js";
import { join, list, type Sql, sql } from "./sql/sql.js";

type Condition = ColumnCondition | PropertyCondition | TraitCondition;

/** The expression that a condition tests: DOUBLE where the type is number, otherwise VARCHAR. */
export interface ConditionColumn {
  expression: Sql;
  type: ConditionType;
}
export type ConditionType = "number" | "text" | "list";

/**
 * Required conditions AND (one OR group of the optional ones); `true` without conditions. Refuses
 * `condition-invalid`.
 */
export const conditionSql = <C extends Condition>(
  conditions: readonly C[],
  column: (condition: C) => ConditionColumn,
): Sql => {
  const holds = (condition: C) => conditionHolds(condition, column(condition));
  const required = conditions.filter(({ optional }) => !optional).map(holds);
  const optional = conditions.filter(({ optional }) => optional).map(holds);
  const groups = optional.length > 0 ? [...required, sql`(${join(optional, " or ")})`] : required;
  return groups.length > 0 ? sql`(${join(groups, " and ")})` : sql`true`;
};

/**
 * Checks patterns with the engine, since RE2 differs from JavaScript's regular expressions. Refuses
 * `condition-invalid`.
 */
export const checkPatterns = async (conditions: readonly Condition[], engine: Engine): Promise<void> => {
  for (const condition of conditions)
    for (const pattern of [condition._matches, unwantedPattern(condition)])
      if (pattern !== undefined) await checkPattern(condition, pattern, engine);
};

/** Conditions on columns of a file may name a pattern that the value does not have. */
const unwantedPattern = (condition: Condition): string | undefined =>
  "_nmatches" in condition ? condition._nmatches : undefined;

/**
 * The refusal becomes the record's and goes into e-mails, so it has nothing of the pattern, which may be
 * somebody's name.
 */
const checkPattern = async (condition: Condition, pattern: string, engine: Engine): Promise<void> => {
  const fault = await patternFault(pattern, engine);
  if (fault === null) return;
  const detail = `its pattern is not a valid RE2 expression (${fault.words})`;
  throw refuse("condition-invalid", { name: nameOf(condition), detail });
};

/** Fault that RE2 finds in a regular expression. */
export interface PatternFault {
  /** `missing )` */
  words: string;
  /** The part of the expression that it is about; may be empty. */
  part: string;
}

/**
 * Null for a valid expression. Another failure of the engine says nothing about it, may quote anything, and
 * is thrown.
 */
export const patternFault = async (pattern: string, engine: Engine): Promise<PatternFault | null> => {
  try {
    await engine.run(sql`select regexp_matches('', ${pattern})`);
    return null;
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    const [, words, part = ""] = faultInWords.exec(cause.inFull()) ?? [];
    if (words === undefined || !pattern.includes(part)) throw cause;
    return { words, part };
  }
};

const faultInWords = /^Invalid Input Error: ([^:]*)(?:: )?([\s\S]*)$/;

const nameOf = (condition: Condition): string => {
  if ("column_name" in condition) return condition.column_name;
  return "property" in condition ? condition.property : condition.name;
};

const conditionHolds = (condition: Condition, column: ConditionColumn): Sql => {
  const { expression } = column;
  const allowsNull = condition._null === true || condition._nnull === false;
  const tests = operatorTests(condition, column);
  const present = tests.length > 0 ? join(tests, " and ") : sql`${expression} is not null`;
  if (!allowsNull) return sql`coalesce(${present}, false)`;
  const isNull = sql`${expression} is null`;
  return tests.length > 0 ? sql`(${isNull} or coalesce(${present}, false))` : sql`(${isNull})`;
};

/** A list passes a test if any of its items does, and differs from a value if none of its items equals it. */
const operatorTests = (condition: Condition, column: ConditionColumn): Sql[] => {
  if (column.type !== "list") return valueTests(condition, column);
  const { _neq, _nin, ...wanted } = condition;
  const unwanted = [...(_neq === undefined ? [] : [_neq]), ...(_nin ?? [])];
  const isAny = (test: Sql) =>
    duckdbOnly(sql`len(list_filter(${listItems(column.expression)}, lambda item: ${test})) > 0`);
  const item: ConditionColumn = { expression: sql`item`, type: "text" };
  const tests = valueTests(wanted as Condition, item).map(isAny);
  if (unwanted.length > 0) tests.push(sql`not ${isAny(isOneOf(item, unwanted))}`);
  return tests;
};

/** One test per operator that compares. */
const valueTests = (condition: Condition, column: ConditionColumn): Sql[] => {
  const { _eq, _neq, _gt, _gte, _lt, _lte, _in, _nin, _null, _nnull, _matches } = condition;
  const ordered = (operator: Sql, bound: ConditionValue) =>
    compare(column, operator, bound, nameOf(condition));
  const tests: Sql[] = [];
  if (_eq !== undefined) tests.push(isOneOf(column, [_eq]));
  if (_neq !== undefined) tests.push(isNoneOf(column, [_neq]));
  if (_in !== undefined) tests.push(isOneOf(column, _in));
  if (_nin !== undefined) tests.push(isNoneOf(column, _nin));
  if (_gt !== undefined) tests.push(ordered(sql`>`, _gt));
  if (_gte !== undefined) tests.push(ordered(sql`>=`, _gte));
  if (_lt !== undefined) tests.push(ordered(sql`<`, _lt));
  if (_lte !== undefined) tests.push(ordered(sql`<=`, _lte));
  if (_matches !== undefined) tests.push(matches(column, _matches));
  const unwanted = unwantedPattern(condition);
  if (unwanted !== undefined) tests.push(sql`not ${matches(column, unwanted)}`);
  if (_nnull === true || _null === false) tests.push(sql`${column.expression} is not null`);
  return tests;
};

/** In RE2: expressions of other engines differ. */
const matches = (column: ConditionColumn, pattern: string): Sql =>
  duckdbOnly(sql`regexp_matches(${asText(column)}, ${pattern})`);

/** A text that is not a number equals no number: it is dropped from the list instead of failing the build. */
const comparable = ({ type }: ConditionColumn, values: readonly ConditionValue[]): (string | number)[] =>
  type === "text" ? values.flatMap(spellings) : values.map(numberOf).filter((value) => value !== null);

/** Programs that write CSV differ in the case of booleans. */
const spellings = (value: ConditionValue): string[] =>
  typeof value === "boolean"
    ? value
      ? ["true", "True", "TRUE"]
      : ["false", "False", "FALSE"]
    : [String(value)];

const isOneOf = (column: ConditionColumn, values: readonly ConditionValue[]): Sql => {
  const known = comparable(column, values);
  return known.length > 0 ? sql`${column.expression} in (${list(known)})` : sql`false`;
};

const isNoneOf = (column: ConditionColumn, values: readonly ConditionValue[]): Sql => {
  const known = comparable(column, values);
  return known.length > 0
    ? sql`${column.expression} not in (${list(known)})`
    : sql`${column.expression} is not null`;
};

/** Numbers compare as numbers, even in a text column; texts, ISO dates included, compare as text. */
const compare = (column: ConditionColumn, operator: Sql, bound: ConditionValue, name: string): Sql => {
  if (column.type === "text" && typeof bound === "string")
    return sql`${column.expression} ${operator} ${bound}`;
  const number = numberOf(bound);
  if (number === null)
    throw refuse("condition-invalid", {
      name,
      detail: "it holds numbers, and the value that it is compared with is none",
    });
  return sql`${asNumber(column)} ${operator} ${number}`;
};

const asText = ({ expression, type }: ConditionColumn): Sql =>
  type === "text" ? expression : sql`cast(${expression} as varchar)`;

/** The engine reads "nan" as a number above all others; here it is null. */
const asNumber = ({ expression, type }: ConditionColumn): Sql =>
  type === "number"
    ? expression
    : duckdbOnly(sql`nullif(try_cast(${expression} as double), cast('nan' as double))`);

const numberOf = (value: ConditionValue): number | null => {
  if (typeof value === "string" && value.trim() === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
