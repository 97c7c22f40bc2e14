// A scope, as it may be written (two spellings), as it is kept, and as it is read.

import { Type } from "@sinclair/typebox";
import { closed, count, ids, instant, name, optional, recordFields } from "./common.js";
import { mergePatchOf } from "./merge-patch.js";

const payload = {
  cohort_ids: optional(ids("a cohort")),
  attributes: optional(Type.Array(Type.String({ minLength: 1 }))),
};
const preview = { description: "True: not yet enabled; targets hold the first 1,000 rows at most." };

export const scopeWritten = closed(
  {
    name,
    population: closed({
      include: optional(ids("a cohort to score")),
      cohort_ids: optional(ids("a cohort to score")),
      exclusion_cohort_ids: optional(ids("a cohort to leave out")),
    }),
    payload: closed({ outcome_ids: optional(ids("an outcome")), ...payload }),
    preview: optional(Type.Boolean(preview)),
  },
  "ScopePost",
);
export const scopePatch = mergePatchOf(scopeWritten, "ScopeMergePatch");

const kept = {
  name,
  population: closed({
    cohort_ids: Type.Array(Type.String(), { minItems: 1 }),
    exclusion_cohort_ids: optional(ids("a cohort to leave out")),
  }),
  payload: closed({ outcome_ids: Type.Array(Type.String(), { default: [] }), ...payload }),
  preview: Type.Boolean({ ...preview, default: true }),
};
export const scopeKept = closed(kept);

const payloadColumn = Type.Object({ name: Type.String(), human_name: Type.String() });

export const scopeRecord = Type.Object(
  {
    ...recordFields,
    ...kept,
    population: Type.Object({ ...kept.population.properties, include: Type.Array(Type.String()) }),
    population_count: optional(count),
    columns: Type.Object({
      identity_columns: Type.Array(Type.String()),
      payload_columns: Type.Array(payloadColumn),
      columns_for_mode: Type.Object({
        identified: Type.Array(Type.Object({ scope_col: Type.String(), output_col: Type.String() })),
      }),
    }),
    data_through: optional(instant),
  },
  { title: "Scope" },
);
