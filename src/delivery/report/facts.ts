// What the report is made from: the outcome's name, the names of its cohorts, and what was stored of it.

import type { OutcomeResult, Undecided } from "../../domain/outcome.js";
import type { EpochMs } from "../../domain/resource.js";

export interface ReportFacts {
  name: string;
  attainment: string;
  /** Null: everyone known. */
  eligible: string | null;
  /** Null: of nobody can it be said that they have failed. */
  attrition: string | null;
  undecided: Undecided;
  builtAt: EpochMs | null;
  result: OutcomeResult;
}
