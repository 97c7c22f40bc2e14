// An outcome's cohorts may be written with or without `_cohort_id`.

import { refuse } from "../../errors/refusal.js";
import type { JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { outcomeKept } from "../schemas/outcome.js";
import { conform } from "../validation.js";
import { oneSpelling } from "./spelling.js";

export const respellOutcome = (body: JsonObject): JsonObject =>
  oneSpelling(oneSpelling(body, "attainment_cohort_id", "attainment"), "eligible_cohort_id", "eligible");

/** Throws `outcome-cohorts-same`: the attained are not eligible any more, unless the outcome recurs. */
export const parseOutcome = (body: JsonObject): Draft<"outcomes"> => {
  const { name, ...config } = conform(outcomeKept, body);
  if (config.attainment_cohort_id === config.eligible_cohort_id && !config.recurring)
    throw refuse("outcome-cohorts-same");
  return { name, config };
};
