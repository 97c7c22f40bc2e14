// Facts of a report: names of the prediction and of its cohorts, the stored result, and those of pipelines that use it.

import type { ContactPlan } from "../../domain/campaign/economics.js";
import type { Economics } from "../../domain/campaign/economics-config.js";
import type { HoldoutResult } from "../../domain/campaign/holdout.js";
import type { OutcomeResult, Undecided } from "../../domain/outcome/outcome.js";
import type { BrokenClaims } from "../../domain/pipeline/claim.js";
import type { ObservedPerformance } from "../../domain/pipeline/observed-performance.js";
import type { ScoredOutcome } from "../../domain/pipeline/scope.js";
import type { ChangeTotals, ScoreChanges } from "../../domain/pipeline/score-change.js";
import type { EpochMs } from "../../domain/resource/resource.js";

/** Changes of the prediction in one pipeline, since its build before. */
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
  /** Absent: the probability is that of all people. */
  active?: string | undefined;
  undecided: Undecided;
  builtAt: EpochMs | null;
  /** When the data end; null without dates. */
  dataThrough: EpochMs | null;
  /** Currency of expected amounts; undefined where it is not known. */
  currency: string | undefined;
  /** When the report is read. */
  now: EpochMs;
  result: OutcomeResult;
  /** Claims that did not come true; null where they can be trusted. */
  broken: BrokenClaims | null;
  /** Changes of each pipeline with an earlier build. */
  changes: readonly PipelineChanges[];
  /** Pipelines that score people by the prediction, those with most people first. */
  pipelines: readonly ReportedPipeline[];
}

/** Findings of a pipeline's last build about the prediction. */
export interface ReportedPipeline {
  name: string;
  scores: ScoredOutcome;
  /** Only where the prediction decides whom to contact. */
  contacts?: ContactPlan | undefined;
  economics?: Economics | undefined;
  /** Only where it is the prediction's conversions that are compared. */
  holdout?: HoldoutResult | undefined;
  /** Newest scores whose horizon is over. */
  observed?: ObservedPerformance | undefined;
}
