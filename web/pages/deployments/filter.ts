// The filter of a deployment as a list of conditions, all of which must hold. The API groups them by subject.
// Parts of a condition that the form does not show stay unchanged.

import { type Operator, operatorLabels } from "../../../src/words/labels.js";
import type { Records } from "../../api/kinds.js";
import type { Choice } from "../../ui/field.js";

export type Filter = NonNullable<Records["targets"]["filter"]>;
type Part = keyof Filter;
type Of<P extends Part> = NonNullable<Filter[P]>[number];

export type Condition = { [P in Part]: { part: P; is: Of<P> } }[Part];
export type ConditionOf<P extends Part> = Extract<Condition, { part: P }>;

const parts = [
  "outcome_percentile",
  "outcome_probability",
  "cohort_membership",
  "persona",
  "trait",
  "recommender_rank",
  "holdout",
  "contact",
  "contacted",
] as const satisfies readonly Part[];

export const readFilter = (filter: Filter | undefined): Condition[] =>
  parts.flatMap((part) => (filter?.[part] ?? []).map((is) => ({ part, is }) as Condition));

/** Undefined without conditions. */
export const filterOf = (conditions: readonly Condition[]): Filter | undefined => {
  const named = parts.map(
    (part) => [part, conditions.filter((one) => one.part === part).map(({ is }) => is)] as const,
  );
  return conditions.length === 0
    ? undefined
    : Object.fromEntries(named.filter(([, some]) => some.length > 0));
};

/** Whether the condition has a subject and a value. */
export const isFinished = ({ part, is }: Condition): boolean => {
  const tests = Object.entries(is).filter(([field]) => field.startsWith("_"));
  const isNamed = part !== "persona" || is.persona_id !== "";
  return isNamed && tests.length > 0 && tests.every(([, value]) => [value].flat().every((one) => one !== ""));
};

/** A new condition of each part. */
export const initialCondition = {
  outcome_percentile: (id: string): Condition => ({
    part: "outcome_percentile",
    is: { outcome_id: id, _gte: 90 },
  }),
  outcome_probability: (id: string): Condition => ({
    part: "outcome_probability",
    is: { outcome_id: id, _gte: 0.5 },
  }),
  cohort_membership: (id: string): Condition => ({
    part: "cohort_membership",
    is: { cohort_id: id, _eq: true },
  }),
  persona: (setId: string, id = ""): Condition => ({
    part: "persona",
    is: { persona_set_id: setId, persona_id: id, _eq: true },
  }),
  trait: (name: string): Condition => ({ part: "trait", is: { name, _nnull: true } }),
  recommender_rank: (id: string): Condition => ({
    part: "recommender_rank",
    is: { recommender_id: id, _lte: 3 },
  }),
  holdout: (): Condition => ({ part: "holdout", is: { _eq: "contact" } }),
  contact: (): Condition => ({ part: "contact", is: { _eq: true } }),
  contacted: (stream: string): Condition => ({
    part: "contacted",
    is: { stream_name: stream, days: 14, _eq: false },
  }),
};

interface Bounds {
  _gte?: number;
  _lte?: number;
}

/** Sets or removes one bound. */
export const withBound = <B extends Bounds>(is: B, bound: keyof Bounds, value: number | undefined): B => {
  const { [bound]: _, ...rest } = is;
  return (value === undefined ? rest : { ...rest, [bound]: value }) as B;
};

// The one test of a trait that the form shows. Several values are written with commas between them.

type TraitCondition = ConditionOf<"trait">["is"];
type Type = Records["traits"]["type"];
type Value = string | number | boolean;

const ofNumbers: readonly Operator[] = ["_eq", "_neq", "_gte", "_gt", "_lte", "_lt", "_nnull", "_null"];
const ofTexts: readonly Operator[] = ["_eq", "_neq", "_in", "_nin", "_matches", "_nnull", "_null"];
const ofFlags: readonly Operator[] = ["_eq", "_nnull", "_null"];

/** Choices for such a trait, with the one that is selected already. */
export const operatorsFor = (type: Type, selected: Operator): Choice<Operator>[] => {
  const usual = type === "boolean" ? ofFlags : type === "string" || type === undefined ? ofTexts : ofNumbers;
  return (usual.includes(selected) ? usual : [...usual, selected]).map((value) => ({
    value,
    label: operatorLabels[value],
  }));
};

/** The first test there is, its value as text. */
export const traitTest = ({ name: _, ...tests }: TraitCondition): { operator: Operator; value: string } => {
  const [operator, value] = (Object.entries(tests)[0] ?? ["_nnull", true]) as [Operator, Value | Value[]];
  if (operator === "_null" || operator === "_nnull") return { operator, value: "" };
  return { operator, value: Array.isArray(value) ? value.join(", ") : String(value) };
};

/** As the trait has it: a number where it is one. An empty text stays, for it is not finished. */
export const valueFor = (type: Type, text: string): Value => {
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  const isNumeric =
    (type === "double" || type === "long") && text.trim() !== "" && Number.isFinite(Number(text));
  return isNumeric ? Number(text) : text;
};

export const withTest = (name: string, operator: Operator, value: Value): TraitCondition => {
  if (operator === "_null" || operator === "_nnull") return { name, [operator]: true };
  if (operator !== "_in" && operator !== "_nin") return { name, [operator]: value };
  const values = String(value)
    .split(",")
    .map((one) => one.trimStart());
  return { name, [operator]: values };
};
