// A persona set's cohort may be written as `cohort` or as `cohort_id`.

import type { JsonObject } from "../json.js";
import type { Draft } from "../kind.js";
import { personaSetConfig } from "../schemas/persona-set.js";
import { conform } from "../validation.js";
import { oneSpelling } from "./spelling.js";

export const respellPersonaSet = (body: JsonObject): JsonObject => oneSpelling(body, "cohort_id", "cohort");

export const parsePersonaSet = (body: JsonObject): Draft<"persona_sets"> => {
  const { name, ...config } = conform(personaSetConfig, body);
  return { name, config };
};
