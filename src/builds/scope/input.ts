// Input of the step of a pipeline.

import type {
  ArmSnapshot,
  CampaignResult,
  HoldoutConfig,
  HoldoutResult,
} from "../../domain/campaign/holdout.js";
import type { CohortConfig } from "../../domain/cohort/cohort.js";
import type { OutcomeConfig, OutcomeResult } from "../../domain/outcome/outcome.js";
import type { PerformanceHistory } from "../../domain/pipeline/observed-performance.js";
import type { ScopeConfig } from "../../domain/pipeline/scope.js";
import type { ScoredBuilds } from "../../domain/pipeline/score-change.js";
import { cohortFiles, relation } from "../../warehouse/relations.js";
import type { StatusSpec } from "../../warehouse/scores.js";
import type { AccountSnapshot, BuiltAtlas } from "../kind/snapshot.js";
import type { OutcomeSpec } from "../outcome/prediction-task.js";

export interface ScopeInput {
  config: ScopeConfig;
  /** Empty: everyone known is scored. */
  includeDirs: string[];
  excludeDirs: string[];
  /** Cohorts whose members are left out with everyone at their address; absent for none. */
  excludeHomesDirs?: string[];
  outcomes: BuiltOutcome[];
  account: AccountSnapshot;
  /** Null: earlier scores are not compared with what happened since. */
  tracking: PerformanceTracking | null;
  /** Null or absent: nobody is held out. */
  holdout?: HoldoutInput | null;
  /** A hold-out that was taken out of the configuration; null or absent: there was none. */
  formerHoldout?: (KeptHoldout & Pick<HoldoutResult, "by">) | null;
  /** Result of the account's lasting hold-out; absent: there is none. */
  lastingDir?: string;
  /** Atlases of the payload; absent without any. */
  atlases?: BuiltAtlas[];
  /** Null or absent: nothing is kept of an earlier build. */
  previousScores?: PreviousScores | null;
}

/** An outcome with the members of its cohorts, who decide the status of each person. */
export interface BuiltOutcome {
  id: string;
  name: string;
  dir: string;
  config: OutcomeConfig;
  /** Absent: people without events are not told apart. */
  spec?: OutcomeSpec;
  /** The attainment cohort, for an outcome that asks for amounts or counts. */
  attainment?: CohortConfig;
  /** The stream that makes people eligible, where the goal is of another one. */
  leaves?: string;
  result: OutcomeResult;
  attainmentDir: string;
  /** Null: everyone known is eligible. */
  eligibleDir: string | null;
  /** Null: nobody is known to have failed. */
  attritionDir: string | null;
}

/** The input of observed performance: earlier scores are compared with what people did since. */
export interface PerformanceTracking {
  /** Specifications by outcome id, each with the fingerprint of its model. */
  specs: Record<string, OutcomeSpec & { fingerprint: string }>;
  /** The previous build of the pipeline; null for the first. */
  previous: { dir: string; performance: Record<string, PerformanceHistory> } | null;
}

export interface HoldoutInput {
  config: HoldoutConfig;
  /** Key of the hash that draws the groups. */
  key: string;
  outcomeId: string;
  spec: OutcomeSpec;
  /** Null: there was no hold-out before. */
  previous: KeptHoldout | null;
}

/** Groups and scores of a hold-out in the previous build; its damaged files are not among `snapshots`. */
export interface KeptHoldout {
  dir: string;
  /** Whether its groups are those of the same draw. */
  arms: boolean;
  share: number;
  snapshots: ArmSnapshot[];
  /** Campaigns as that build has them. */
  campaigns: CampaignResult[];
}

export interface PreviousScores {
  dir: string;
  builds: ScoredBuilds;
}

/** The members of the outcome's cohorts, which decide the status of each person. */
export const statusSpec = ({
  config,
  attainmentDir,
  eligibleDir,
  attritionDir,
}: BuiltOutcome): Omit<StatusSpec, "people"> => {
  const members = (dir: string | null) => (dir === null ? null : relation(cohortFiles(dir).members));
  return {
    attained: config.recurring ? null : members(attainmentDir),
    eligible: members(eligibleDir),
    attrited: members(attritionDir),
  };
};
