// Whom a deployment tells of, as a list of conditions that must all be so. The API has them sorted by what they are about;
// what the form does not show of one stays as it is.

import type { Records } from "../../api/kinds.js";

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

/** It names what it is about, and compares it with something. */
export const isFinished = ({ part, is }: Condition): boolean => {
  const tests = Object.entries(is).filter(([field]) => field.startsWith("_"));
  const isNamed = part !== "persona" || is.persona_id !== "";
  return isNamed && tests.length > 0 && tests.every(([, value]) => [value].flat().every((one) => one !== ""));
};

/** What a condition of each part is at first. */
export const startOf = {
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
};

interface Bounds {
  _gte?: number;
  _lte?: number;
}

/** With one bound set, or taken away. */
export const withBound = <B extends Bounds>(is: B, bound: keyof Bounds, value: number | undefined): B => {
  const { [bound]: _, ...rest } = is;
  return (value === undefined ? rest : { ...rest, [bound]: value }) as B;
};
