// Conditions in words, as far as a clause can hold them: all required, and each a plain comparison.

import type { ConditionValue, Operators, PropertyCondition, TraitCondition } from "./condition.js";

/** “where “category” is “shoes” and “size” is above 40”; empty for none, null for what is too much to say. */
export const conditionsInWords = (conditions: readonly PropertyCondition[]): string | null => {
  const words = allInWords(conditions, ({ property }) => property);
  return words && `where ${words}`;
};

/** “whose “plan” is “premium””; the same. */
export const traitsInWords = (conditions: readonly TraitCondition[]): string | null => {
  const words = allInWords(conditions, ({ name }) => name);
  return words && `whose ${words}`;
};

const mostSaid = 3;

const allInWords = <C extends Operators & { optional?: boolean }>(
  conditions: readonly C[],
  nameOf: (condition: C) => string,
): string | null => {
  if (conditions.length > mostSaid || conditions.some(({ optional }) => optional)) return null;
  const said = conditions.map((condition) => testsInWords(condition, nameOf(condition)));
  return said.includes(null) ? null : said.join(" and ");
};

const testsInWords = (condition: Operators, name: string): string | null => {
  const tests = Object.keys(inWords).flatMap((operator) => {
    const value = condition[operator as keyof Operators];
    return value === undefined ? [] : [inWords[operator as keyof Operators](value as never)];
  });
  return tests.length === 0 || tests.includes(null) ? null : `“${name}” ${tests.join(" and ")}`;
};

const listed = (values: readonly ConditionValue[]): string => values.map(valueInWords).join(" or ");
const valueInWords = (value: ConditionValue): string =>
  typeof value === "string" ? `“${value}”` : String(value);

const inWords: { [O in keyof Required<Operators>]: (value: NonNullable<Operators[O]>) => string | null } = {
  _eq: (value) => `is ${valueInWords(value)}`,
  _neq: (value) => `is not ${valueInWords(value)}`,
  _gt: (value) => `is above ${valueInWords(value)}`,
  _gte: (value) => `is at least ${valueInWords(value)}`,
  _lt: (value) => `is below ${valueInWords(value)}`,
  _lte: (value) => `is at most ${valueInWords(value)}`,
  _in: (values) => (values.length <= mostSaid ? `is ${listed(values)}` : null),
  _nin: (values) => (values.length <= mostSaid ? `is not ${listed(values)}` : null),
  _null: (isNull) => (isNull ? "is not known" : "is known"),
  _nnull: (isKnown) => (isKnown ? "is known" : "is not known"),
  _matches: () => null,
};
