// An outcome's cohorts may be written with or without `_cohort_id`.

import { strategyOf } from "../../domain/bias.js";
import type { OutcomeConfig } from "../../domain/outcome.js";
import { refuse } from "../../errors/refusal.js";
import type { JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { outcomeConfig } from "../schemas/outcome.js";
import { conform } from "../validation.js";
import { oneSpelling } from "./spelling.js";

export const respellOutcome = (body: JsonObject): JsonObject =>
  oneSpelling(oneSpelling(body, "attainment_cohort_id", "attainment"), "eligible_cohort_id", "eligible");

/**
 * Throws `outcome-cohorts-same`, `attrition-cohort-same`, `undecided-without-attrition` and `bias-strategies-differ`.
 * Who has attained may be eligible again only where the outcome recurs; who has attrited is neither.
 */
export const parseOutcome = (body: JsonObject): Draft<"outcomes"> => {
  const { name, ...config } = conform(outcomeConfig, body);
  if (config.attainment_cohort_id === config.eligible_cohort_id && !config.recurring)
    throw refuse("outcome-cohorts-same");
  refuseAttrition(config);
  refuseTwoStrategies(config);
  return { name, config };
};

const refuseAttrition = ({ attrition_cohort_id: id, ...config }: OutcomeConfig): void => {
  if (id === undefined) {
    if (config.undecided === "left_out") throw refuse("undecided-without-attrition");
    return;
  }
  if (id === config.attainment_cohort_id) throw refuse("attrition-cohort-same", { other: "attainment" });
  if (id === config.eligible_cohort_id) throw refuse("attrition-cohort-same", { other: "eligible" });
};

const refuseTwoStrategies = ({ bias_mitigation }: OutcomeConfig): void => {
  const [age, gender] = [strategyOf(bias_mitigation, "age"), strategyOf(bias_mitigation, "gender")];
  if (age !== gender && age !== "none" && gender !== "none")
    throw refuse("bias-strategies-differ", { age, gender });
};
