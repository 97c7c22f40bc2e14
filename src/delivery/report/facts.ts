// Facts of a report: names of the prediction and of its cohorts, and the stored result.

import type { OutcomeResult, Undecided } from "../../domain/outcome.js";
import type { EpochMs } from "../../domain/resource.js";

export interface ReportFacts {
  name: string;
  attainment: string;
  /** Null: everyone known. */
  eligible: string | null;
  /** Null: no attrition cohort. */
  attrition: string | null;
  undecided: Undecided;
  builtAt: EpochMs | null;
  result: OutcomeResult;
}
