// Conditions as clauses: “category” is “shoes” and “size” is above 40.

import type {
  ConditionLines,
  ConditionValue,
  EventCondition,
  Operators,
} from "../domain/resource/condition.js";
import { english, type Formatter } from "./format.js";
import { dateOperatorLabels, type Operator, operatorLabels } from "./labels.js";
import { listed, withArticle } from "./plural.js";

export type Condition = Operators & { optional?: boolean };

/** All required conditions, and one of the optional ones. Empty for none. */
export const conditionsClause = <C extends Condition>(
  conditions: readonly C[],
  nameOf: (condition: C) => string,
  format: Formatter = english,
): string => {
  const clauses = (isOptional: boolean): string[] =>
    conditions
      .filter(({ optional = false }) => optional === isOptional)
      .map((condition) => `${nameOf(condition)} ${testsClause(condition, format)}`);
  const [required, optional] = [clauses(false), clauses(true).join(" or ")];
  if (optional === "") return required.join(" and ");
  return required.length === 0 ? optional : `${required.join(" and ")} and (${optional})`;
};

/** Few plain comparisons, which fit into a clause of a longer sentence. */
export const isBrief = (conditions: readonly Condition[]): boolean =>
  conditions.length <= maxInClause &&
  conditions.every(
    ({ optional, _matches, _in = [], _nin = [] }) =>
      !optional && _matches === undefined && _in.length <= maxInClause && _nin.length <= maxInClause,
  );

const maxInClause = 3;

const order = Object.keys(operatorLabels) as Operator[];

/** A missing value passes where `_null` asks for it, whatever the other tests say. */
const testsClause = (condition: Condition, format: Formatter): string => {
  const tests = order.flatMap((operator) => {
    const value = condition[operator];
    return value === undefined ? [] : [[operator, value] as const];
  });
  const allowsMissing = tests.some(([operator, value]) => isMissingTest(operator, value));
  const compared = tests
    .filter(([operator, value]) => !isMissingTest(operator, value))
    .map(([operator, value]) => testClause(operator, value, format));
  if (!allowsMissing) return compared.join(" and ") || operatorLabels._nnull;
  return [operatorLabels._null, ...(compared.length > 0 ? [compared.join(" and ")] : [])].join(" or ");
};

type TestValue = ConditionValue | ConditionValue[];

const isMissingTest = (operator: Operator, value: TestValue): boolean =>
  (operator === "_null" && value === true) || (operator === "_nnull" && value === false);

const testClause = (operator: Operator, value: TestValue, format: Formatter): string => {
  if (operator === "_null" || operator === "_nnull") return operatorLabels._nnull;
  const values = [value].flat();
  const shown = values.map((one) => valueText(one, format));
  if (operator === "_in") return `is ${listed(shown, "or")}`;
  if (operator === "_nin") return `is ${shown.length > 1 ? "neither" : "not"} ${listed(shown, "nor")}`;
  const label = (isDate(values[0]) && dateOperatorLabels[operator]) || operatorLabels[operator];
  return `${label} ${shown[0]}`;
};

const isDate = (value: ConditionValue | undefined): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);

export const valueText = (value: ConditionValue, format: Formatter = english): string => {
  if (isDate(value)) return format.day(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : String(value);
};

/** Which rows of an order a condition is about, where several rows are one. `noun`: what an event is called. */
export const linesSentence = (lines: ConditionLines | undefined, name: string, noun: string): string => {
  const column = `“${name}”`;
  switch (lines) {
    case "each":
      return `A row that ${column} leaves out is left out alone, and its ${noun} only without any other row.`;
    case "all":
      return `One row that ${column} leaves out leaves out its whole ${noun}.`;
    case "event":
      return `The first ${column} of the rows is that of the ${noun}.`;
    case undefined:
      return `Where the rows of ${withArticle(noun)} differ in ${column}, only the rows that do not count are left out; otherwise the first value is that of the ${noun}.`;
  }
};

interface Joined {
  event_key?: readonly string[] | undefined;
  event_conditions?: readonly Pick<EventCondition, "column_name" | "lines">[] | undefined;
}

/** A sentence of each condition on a stream's events; empty where each row is an event. */
export const linesSentences = ({ event_key, event_conditions = [] }: Joined, noun: string): string[] =>
  event_key === undefined
    ? []
    : [...new Set(event_conditions.map(({ column_name, lines }) => linesSentence(lines, column_name, noun)))];
