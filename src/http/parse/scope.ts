// A scope's population may be written as `include` or as `cohort_ids`.

import { refuse } from "../../errors/refusal.js";
import { isObject, type JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { scopeConfig } from "../schemas/scope.js";
import { conform } from "../validation.js";
import { oneSpelling } from "./spelling.js";

export const respellScope = (body: JsonObject): JsonObject => {
  const { population } = body;
  if (!isObject(population)) return body;
  return { ...body, population: oneSpelling(population, "cohort_ids", "include", "population.") };
};

/** Throws `scope-without-outcomes`. */
export const parseScope = (body: JsonObject): Draft<"scopes"> => {
  const { name, ...config } = conform(scopeConfig, body);
  const {
    outcome_ids: outcomes,
    persona_set_ids: personaSets = [],
    recommender_ids: recommenders = [],
  } = config.payload;
  if (outcomes.length + personaSets.length + recommenders.length === 0)
    throw refuse("scope-without-outcomes");
  return { name, config };
};
