// A definition read back as a sentence: “People with at least 2 transactions, the last within the past 90 days.”

import { dateOperatorLabels, operatorLabels } from "../../../src/words/labels.js";
import { formatDay, formatNumber } from "../../ui/format.js";
import {
  type Condition,
  type ConditionValue,
  isFinished,
  type Operator,
  readStreamCondition,
  readTraitCondition,
  type Test,
  takesNone,
} from "./condition.js";
import { type Definition, isEmpty, type PlaceCondition } from "./draft.js";

/** How what a definition names is shown; a name that is not known stands for itself. */
export interface ResourceNames {
  stream: (machineName: string) => string;
  trait: (name: string) => string;
  place: (id: string) => string;
}

export const cohortSentence = (definition: Definition, shown: ResourceNames): string => {
  if (isEmpty(definition)) return "No conditions yet.";
  const parts = [
    events(definition, shown),
    recency(definition),
    allOf((definition.traits ?? []).map(readTraitCondition), shown.trait, "whose"),
    ...(definition.place_conditions ?? []).map((condition) => where(condition, shown)),
  ].filter((part) => part !== "");
  return `People ${parts.join(", ")}.`;
};

const events = (definition: Definition, shown: ResourceNames): string => {
  if (definition.stream_name === undefined) return "";
  const noun = shown.stream(definition.stream_name).toLowerCase();
  const conditions = (definition.stream_conditions ?? []).map(readStreamCondition);
  const chosen = allOf(conditions, (name) => propertyNames[name] ?? `“${name}”`, "where");
  return [times(definition, noun), worth(definition), chosen].filter(Boolean).join(" ");
};

const propertyNames: Readonly<Record<string, string>> = { value: "the value", datetime: "the date" };

/** Without bounds, and by an upper bound alone, a member has at least one; a bound of nought lets in people without any. */
const times = ({ min_count, max_count }: Definition, noun: string): string => {
  const least = min_count ?? Math.min(1, max_count ?? 1);
  if (max_count === undefined)
    return least === 0
      ? `with any number of ${many(noun)}, or none`
      : `with at least ${counted(least, noun)}`;
  if (max_count === 0) return `without any ${noun}`;
  if (least === max_count) return `with exactly ${counted(least, noun)}`;
  return least === 0
    ? `with at most ${counted(max_count, noun)}`
    : `with ${least} to ${counted(max_count, noun)}`;
};

const counted = (count: number, noun: string): string => `${count} ${count === 1 ? noun : many(noun)}`;

const many = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return noun.endsWith("s") ? noun : `${noun}s`;
};

const worth = ({ min_value: min, max_value: max }: Definition): string => {
  const said = bounds(min, max, String);
  return said && `worth ${said} in all`;
};

const bounds = (min: number | undefined, max: number | undefined, say: (bound: number) => string): string => {
  if (min !== undefined && max !== undefined)
    return min === max ? `exactly ${say(min)}` : `${say(min)} to ${say(max)}`;
  if (min !== undefined) return `at least ${say(min)}`;
  return max === undefined ? "" : `at most ${say(max)}`;
};

const recency = ({ recency: asked }: Definition): string => {
  if (!asked) return "";
  const { occurrence, min_days: min, max_days: max } = asked;
  if (min === undefined && max !== undefined) return `the ${occurrence} within the past ${days(max)}`;
  return `the ${occurrence} ${bounds(min, max, String)} ${(max ?? min) === 1 ? "day" : "days"} ago`;
};

const days = (count: number): string => `${count} ${count === 1 ? "day" : "days"}`;

/** Required ones are all so, and of the optional ones at least one. */
const allOf = (conditions: readonly Condition[], nameOf: (name: string) => string, word: string): string => {
  const finished = conditions.filter(isFinished);
  const said = (isOptional: boolean) =>
    finished
      .filter((condition) => condition.isOptional === isOptional)
      .map((condition) => `${nameOf(condition.of)} ${testsInWords(condition.tests)}`);
  const either = said(true).join(" or ");
  const required = said(false);
  const all =
    either && required.length > 0 ? [...required, `(${either})`] : [...required, ...(either ? [either] : [])];
  return all.length === 0 ? "" : `${word} ${all.join(" and ")}`;
};

/** Who has no value passes where that is asked for, whatever the other tests say. */
const testsInWords = (tests: readonly Test[]): string => {
  if (tests.length === 0) return operatorLabels._nnull;
  const compared = tests.filter(({ operator }) => operator !== "_null").map(testInWords);
  const said = compared.join(" and ");
  if (compared.length === tests.length) return said;
  return said ? `${operatorLabels._null} or ${said}` : operatorLabels._null;
};

const testInWords = ({ operator, values }: Test): string =>
  takesNone(operator)
    ? operatorLabels[operator]
    : `${wordOf(operator, values[0])} ${listed(values, operator === "_nin" ? "nor" : "or")}`;

const wordOf = (operator: Operator, value: ConditionValue | undefined): string =>
  (isDate(value) && dateOperatorLabels[operator]) || operatorLabels[operator];

const isDate = (value: ConditionValue | undefined): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);

const listed = (values: readonly ConditionValue[], word: string): string => {
  const said = values.map(valueInWords);
  return said.length < 2 ? said.join("") : `${said.slice(0, -1).join(", ")} ${word} ${said.at(-1)}`;
};

const valueInWords = (value: ConditionValue): string => {
  if (isDate(value)) return formatDay(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : String(value);
};

const where = ({ place_id, distance = 0, invert = false }: PlaceCondition, shown: ResourceNames): string => {
  const place = `“${shown.place(place_id)}”`;
  if (distance === 0) return `${invert ? "not at" : "at"} ${place}`;
  return `${invert ? "farther than" : "within"} ${formatDistance(distance)} ${invert ? "from" : "of"} ${place}`;
};

/** Of metres. */
const formatDistance = (metres: number): string =>
  metres >= 1000 ? `${formatNumber(metres / 1000)} km` : `${formatNumber(metres)} m`;
