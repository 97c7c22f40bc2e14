// What an outcome asks, with its cohorts' definitions in the place of their ids.

import type { CohortConfig } from "../../domain/cohort.js";
import type { Undecided } from "../../domain/outcome.js";
import { type CohortInputs, definingStream } from "./inputs.js";

export interface Objective {
  attainment: CohortConfig;
  /** Null: everyone known. */
  eligible: CohortConfig | null;
  /** Whose members have clearly failed to attain; null: of nobody can that be said. */
  attrition: CohortConfig | null;
  /** Of those who do neither within the horizon. */
  undecided: Undecided;
  recurring: boolean;
}

/** Why an objective cannot be seen from a date in the past, in words; null where it can. */
export const whyStatic = (
  { attainment, eligible, attrition }: Objective,
  inputs: CohortInputs,
): string | null => {
  if (attainment.stream_name === undefined)
    return "The attainment cohort is chosen by traits or places alone, which have no dates.";
  if (attrition && attrition.stream_name === undefined)
    return "The attrition cohort is chosen by traits or places alone, which have no dates.";
  const undated = [attainment, eligible, attrition].find(
    (cohort) => cohort && definingStream(cohort, inputs)?.isDated === false,
  );
  return undated ? `Stream ${undated.stream_name} has events without a datetime.` : null;
};
