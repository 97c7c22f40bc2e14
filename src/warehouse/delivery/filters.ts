// Filters of a payload: booleans over its columns, by the names of their sources.

import type { ConditionType } from "../conditions.js";
import { ident, join, type Sql, sql } from "../sql/sql.js";

/** Column of a payload as a number, for the bounds of a condition. */
export const numberColumn = (source: string) => ({ expression: ident(source), type: "number" as const });

/** Attribute of a payload as a condition on a trait of this type compares it. */
export const attributeColumn = (source: string, type: ConditionType) => {
  const value = ident(source);
  return { expression: type === "number" ? sql`try_cast(${value} as double)` : value, type };
};

export const hasValue = (source: string, value: string | boolean): Sql => sql`${ident(source)} = ${value}`;

/** Unlike `hasValue` never null: people without a value have another one. */
export const isExactly = (source: string, value: string, isWanted: boolean): Sql => {
  const is = sql`${ident(source)} is not distinct from ${value}`;
  return isWanted ? is : sql`not (${is})`;
};

/** Whether a person is among others; `people` has person_id. */
export const isAmong = (people: Sql, isWanted: boolean): Sql =>
  sql`person_id ${isWanted ? sql`in` : sql`not in`} (${people})`;

/** Whether any of the columns has a value, or none. */
export const isAnyFilled = (sources: readonly string[], isWanted: boolean): Sql => {
  const filled = sources.map((source) => sql`${ident(source)} is not null`);
  const isAny = sql`(${join(filled, " or ", "false")})`;
  return isWanted ? isAny : sql`not ${isAny}`;
};
