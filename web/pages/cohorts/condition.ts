// Draft of a condition: a subject, and the tests it must pass. Unfinished conditions are not sent, and the
// form cannot be saved with one.

import type { Schemas } from "../../api/client.js";

type StreamCondition = Schemas["StreamCondition"];
type ColumnCondition = Schemas["ColumnCondition"] & Pick<Schemas["EventCondition"], "lines">;
type TraitCondition = Schemas["TraitCondition"];
export type ConditionValue = string | number | boolean;

const operators = [
  "_eq",
  "_neq",
  "_in",
  "_nin",
  "_gte",
  "_gt",
  "_lte",
  "_lt",
  "_nnull",
  "_null",
  "_matches",
  "_nmatches",
] as const;
export type Operator = (typeof operators)[number];

export interface Test {
  operator: Operator;
  /** Several for `_in` and `_nin`, none for `_null` and `_nnull`, else one. An empty text is unfinished. */
  values: readonly ConditionValue[];
}

export interface Condition {
  /** Name of the property or the trait; empty until one is chosen. */
  of: string;
  tests: readonly Test[];
  /** At least one of the optional conditions must hold. */
  isOptional: boolean;
  /** Which rows of an event have to meet it. Absent: by the values of the column. */
  lines?: ConditionLines | undefined;
}
export type ConditionLines = NonNullable<ColumnCondition["lines"]>;

/** The subject of a condition: a property of a stream, or a trait. */
export interface Subject {
  name: string;
  label: string;
  type: SubjectType;
  /** Frequent values, offered as suggestions. */
  values: readonly string[];
}
type SubjectType = "number" | "text" | "date" | "boolean";

export const takesMany = (operator: Operator): boolean => operator === "_in" || operator === "_nin";
export const takesNone = (operator: Operator): boolean => operator === "_null" || operator === "_nnull";

const presence: readonly Operator[] = ["_nnull", "_null"];

/** A date alone means its first moment, so only these two comparisons read as they are meant. */
const offered: Record<SubjectType, readonly Operator[]> = {
  number: ["_gte", "_gt", "_lte", "_lt", "_eq", "_neq", ...presence],
  text: ["_eq", "_neq", "_in", "_nin", ...presence, "_matches"],
  date: ["_gte", "_lt", ...presence],
  boolean: ["_eq", ...presence],
};

/** Comparisons of a type; one in use stays, even if only the API offers it. */
export const operatorsFor = (type: SubjectType, used: Operator): readonly Operator[] =>
  offered[type].includes(used) ? offered[type] : [...offered[type], used];

export const conditionAbout = (subject: Subject): Condition => ({
  of: subject.name,
  tests: [testBy(offered[subject.type][0]!, subject)],
  isOptional: false,
});

/** A comparison that keeps the previous values where they fit. */
export const testBy = (operator: Operator, { type }: Pick<Subject, "type">, before?: Test): Test => {
  if (takesNone(operator)) return { operator, values: [] };
  const kept = before?.values ?? [];
  if (takesMany(operator)) return { operator, values: kept.filter((value) => value !== "") };
  return { operator, values: [kept[0] ?? (type === "boolean" ? true : "")] };
};

export const isFinished = ({ of, tests }: Condition): boolean =>
  of !== "" &&
  tests.every(({ operator, values }) => takesNone(operator) || (values.length > 0 && !values.includes("")));

export const readStreamCondition = ({ property, ...rest }: StreamCondition): Condition =>
  read(property, rest);
export const readTraitCondition = ({ name, ...rest }: TraitCondition): Condition => read(name, rest);

export const readColumnCondition = ({ column_name, lines, ...rest }: ColumnCondition): Condition => ({
  ...read(column_name, rest),
  ...(lines && { lines }),
});

/** Operators of columns, a superset of the others. */
type Operators = Omit<ColumnCondition, "column_name" | "lines">;

const read = (of: string, { optional = false, ...written }: Operators): Condition => ({
  of,
  isOptional: optional,
  tests: operators.flatMap((operator) => {
    const value = written[operator];
    return value === undefined ? [] : [readTest(operator, value)];
  }),
});

const readTest = (operator: Operator, value: ConditionValue | ConditionValue[]): Test => {
  if (operator === "_null") return { operator: value ? "_null" : "_nnull", values: [] };
  if (operator === "_nnull") return { operator: value ? "_nnull" : "_null", values: [] };
  return { operator, values: Array.isArray(value) ? value : [value] };
};

export const writeStreamCondition = (condition: Condition): StreamCondition => ({
  property: condition.of,
  ...write(condition),
});
export const writeTraitCondition = (condition: Condition): TraitCondition => ({
  name: condition.of,
  ...write(condition),
});
export const writeColumnCondition = (condition: Condition): ColumnCondition => ({
  column_name: condition.of,
  ...write(condition),
  ...(condition.lines && { lines: condition.lines }),
});

const write = ({ tests, isOptional }: Condition): Operators => ({
  ...Object.fromEntries(tests.map(writtenTest)),
  ...(isOptional && { optional: true }),
});

const writtenTest = ({ operator, values }: Test) => [
  operator,
  takesNone(operator) ? true : takesMany(operator) ? values : values[0],
];

export const subjectsOfStream = ({ is_dated, has_value, properties }: Schemas["Stream"]): Subject[] => [
  ...(is_dated ? [{ name: "datetime", label: "date", type: "date" as const, values: [] }] : []),
  ...(has_value ? [{ name: "value", label: "value", type: "number" as const, values: [] }] : []),
  ...Object.entries(properties).map(
    ([name, { type, categories }]): Subject => ({
      name,
      label: name,
      type: type === "double" ? "number" : "text",
      values: categories,
    }),
  ),
];

export const subjectOfTrait = ({ name, literate, type, categories, unit }: Schemas["Trait"]): Subject => ({
  name,
  label: unit ? `${literate} (${unit})` : literate,
  type:
    type === "double" || type === "long" ? "number" : type === "date" || type === "boolean" ? type : "text",
  values: categories ?? [],
});

/** A subject that no longer exists is shown by its name, so that its condition can be removed. */
export const subjectNamed = (name: string, subjects: readonly Subject[]): Subject =>
  subjects.find((subject) => subject.name === name) ?? { name, label: name, type: "text", values: [] };
