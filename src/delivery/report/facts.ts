// Facts of a report: names of the prediction and of its cohorts, and the stored result.

import type { OutcomeResult, Undecided } from "../../domain/outcome.js";
import type { EpochMs } from "../../domain/resource.js";
import type { ChangeTotals, ScoreChanges } from "../../domain/score-change.js";

/** Of the prediction in one pipeline, since its build before. */
export interface PipelineChanges {
  pipeline: string;
  since: ScoreChanges["since"];
  totals: ChangeTotals;
}

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
  /** Of each pipeline with an earlier build. */
  changes: readonly PipelineChanges[];
}
