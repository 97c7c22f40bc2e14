// What the report is made from: the outcome's name, the names of its cohorts, and what was stored of it.

import type { OutcomeResult } from "../../domain/outcome.js";
import type { EpochMs } from "../../domain/resource.js";

export interface ReportFacts {
  name: string;
  attainment: string;
  /** Null: everyone known. */
  eligible: string | null;
  builtAt: EpochMs | null;
  result: OutcomeResult;
}
