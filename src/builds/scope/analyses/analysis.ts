// Contract of an analysis: something that a pipeline works out beside each person's probability. Each has a
// file in this folder, a line in `registry.ts`, its part of the result in `domain/pipeline/scope.ts`, and its
// words. The step scores everyone and asks each of them in turn; it does not know which there are.

import type { Warning } from "../../../domain/outcome/evaluation.js";
import type { Frame } from "../../../domain/outcome/frame.js";
import type {
  ScopeResult,
  ScoredOutcome,
  ScoringModel,
  WithoutEvents,
} from "../../../domain/pipeline/scope.js";
import { refuse } from "../../../errors/refusal.js";
import type { Engine } from "../../../warehouse/engine.js";
import type { Relation, Sql } from "../../../warehouse/sql/sql.js";
import type { StepTools } from "../../kind/kind.js";
import type { AccountSnapshot } from "../../kind/snapshot.js";
import type { StoredModel } from "../../outcome/stored-model.js";
import type { BuiltOutcome, ScopeInput } from "../input.js";

export interface Analysis {
  name: string;
  isRequested(input: ScopeInput): boolean;
  /**
   * Columns that are predicted beside the probability: a value for each row of the frame. Rows are in order of
   * their people, and at one landmark, the account's now.
   */
  predict?(
    model: StoredModel,
    frame: Frame,
    probability: Float64Array,
    reading: { account: AccountSnapshot; engine: Engine },
  ): PredictedColumns | Promise<PredictedColumns>;
  /** Works out something of one outcome's scores, and may add columns to them for those that come after it. */
  ofOutcome?(scored: OutcomeScores, pipeline: Pipeline): Promise<OutcomeFinding>;
  /** Works out something of all outcomes' scores, and may add columns to their rows before these are written. */
  ofRows?(rows: Sql, pipeline: ScoredPipeline): Promise<RowsFinding>;
  /** Works out something of the written scores. */
  ofFile?(pipeline: ScoredPipeline): Promise<Partial<ScopeResult>>;
}

/** Refuses `active-deciding`: the outcome may have become one of active people since the pipeline chose it. */
export const refuseActive = ({ name, config }: BuiltOutcome, field: "holdout" | "economics"): void => {
  if (config.active_cohort_id !== undefined) throw refuse("active-deciding", { outcome: name, field });
};

type PredictedColumns = Record<string, Float64Array>;

/** A pipeline while its step runs. */
export interface Pipeline {
  input: ScopeInput;
  tools: StepTools;
  /** The population: person_id. */
  people: Relation;
  /** Whether the population is everyone known. */
  isEveryone: boolean;
  /** A table of the given name with the probabilities of other people, see `scorePeople`. */
  score(table: string, statuses: Relation, model: StoredModel): Promise<Relation>;
}

/** A pipeline whose population is scored, by the outcomes of its payload in their order. */
export interface ScoredPipeline extends Pipeline {
  outcomes: readonly OutcomeScores[];
}

export interface OutcomeScores {
  outcome: BuiltOutcome;
  /** Index in the payload. */
  place: number;
  model: StoredModel;
  /** One row per person who is scored: person_id, probability and the predicted columns. */
  probabilities: Relation;
  /** person_id and probability before bias mitigation; null where nothing is mitigated. */
  unmitigated: Relation | null;
  /** Scored people in the bins of each of the model's reference distributions. */
  bins: readonly (readonly number[])[];
  /** One row per person of the population: person_id, status, probability, percentile, and what analyses have added. */
  scores: Relation;
  /** Null where everyone has an event. */
  withoutEvents: WithoutEvents | null;
}

export interface OutcomeFinding {
  /** The scores with further columns. */
  scores?: Relation;
  /** Names of the added columns that the pipeline's scores keep. */
  columns?: readonly string[];
  /** Part of what the result says of the outcome. */
  outcome?: Partial<ScoredOutcome>;
  /** Part of what it says of the model. */
  model?: Partial<ScoringModel>;
  warnings?: readonly Warning[];
}

export interface RowsFinding {
  rows?: Sql;
  result?: Partial<ScopeResult>;
}
