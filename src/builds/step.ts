// A step makes one resource's result: it reads immutable files, writes into a fresh directory of its own, and returns
// what it found as plain data. It knows nothing of jobs, accounts or the store, and may be killed at any moment.

import type { CohortConfig } from "../domain/cohort.js";
import type { DatasetConfig, DatasetResult, EventSummary } from "../domain/dataset.js";
import type { ResultOf } from "../domain/kinds.js";
import type { OutcomeConfig, OutcomeResult } from "../domain/outcome.js";
import type { PeopleResult } from "../domain/people.js";
import type { EpochMs, EpochSeconds, ResourceType } from "../domain/resource.js";
import type { ScopeConfig, ScopeResult } from "../domain/scope.js";
import type { StreamResult } from "../domain/stream.js";
import type { TargetConfig } from "../domain/target.js";
import type { Engine } from "../warehouse/engine.js";

export interface UploadedFile {
  path: string;
  filename: string;
  bytes: number;
  arrived_at: EpochMs;
}

/** What is known of the account when a cohort or anything after it is built. */
export interface World {
  dataThrough: EpochSeconds;
  peopleDir: string;
  people: PeopleResult;
  /** Every stream that has been built, in order of name. */
  streams: BuiltStream[];
}

export interface BuiltStream {
  name: string;
  dir: string;
  result: StreamResult;
}

/** An outcome with what its people need to be told apart: who can attain, and who has. */
export interface BuiltOutcome {
  id: string;
  name: string;
  dir: string;
  config: OutcomeConfig;
  result: OutcomeResult;
  attainmentDir: string;
  /** Null: everyone known is eligible. */
  eligibleDir: string | null;
}

/** What each kind of step is given. Plain data, so that it crosses to a child process. */
export interface Orders {
  datasets: { config: DatasetConfig; files: UploadedFile[] };
  people: {
    datasets: {
      id: string;
      dir: string;
      result: DatasetResult;
      /** Whoever is in it is left out of everything: they asked not to be looked at. */
      isSuppressionList: boolean;
    }[];
    /** The people build before this one, whose ids stay; null for the first. */
    previousDir: string | null;
  };
  streams: {
    name: string;
    datasets: { id: string; dir: string; summary: EventSummary }[];
    peopleDir: string;
  };
  cohorts: { config: CohortConfig; world: World };
  outcomes: { config: OutcomeConfig; attainment: CohortConfig; eligible: CohortConfig | null; world: World };
  scopes: {
    config: ScopeConfig;
    includeDirs: string[];
    excludeDirs: string[];
    outcomes: BuiltOutcome[];
    world: World;
  };
  targets: {
    config: TargetConfig;
    scope: {
      dir: string;
      config: ScopeConfig;
      result: ScopeResult;
      outcomes: { id: string; name: string }[];
    };
    peopleDir: string;
    /** Identity fields that any dataset maps: the identity columns of the file. */
    identityColumns: string[];
  };
}
export type OrderOf<T extends ResourceType> = Orders[T];

export interface StepTools {
  engine: Engine;
  /** An empty directory that exists; the step writes here and nowhere else. */
  dir: string;
  /** The instant of the build, the only clock a step may ask. */
  now: EpochMs;
  seed: number;
  /** Share done, 0 to 1, and what is being done. */
  progress(fraction: number, doing: string): void;
}

export type Step<T extends ResourceType> = (order: OrderOf<T>, tools: StepTools) => Promise<ResultOf<T>>;
