// A step makes one resource's result: it reads immutable files, writes into a fresh directory of its own, and returns
// what it found as plain data. It knows nothing of jobs, accounts or the store, and may be killed at any moment.

import type { CohortConfig } from "../../domain/cohort.js";
import type { DatasetConfig, DatasetResult, EventSummary, HostedCsvOptions } from "../../domain/dataset.js";
import type { Country } from "../../domain/identity/phones.js";
import type { ResultOf } from "../../domain/kinds.js";
import type { PerformanceHistory } from "../../domain/observed-performance.js";
import type { OutcomeConfig, OutcomeResult } from "../../domain/outcome.js";
import type { PeopleConfig, PeopleResult } from "../../domain/people.js";
import type { PersonaSetConfig, PersonaSetResult } from "../../domain/persona-set.js";
import type { PlaceConfig, PlaceResult } from "../../domain/place.js";
import type { RecommenderConfig } from "../../domain/recommender.js";
import type { EpochMs, EpochSeconds, ResourceType } from "../../domain/resource.js";
import type { ScopeConfig, ScopeResult } from "../../domain/scope.js";
import type { StreamResult } from "../../domain/stream.js";
import type { TargetConfig } from "../../domain/target.js";
import type { TraitConfig } from "../../domain/trait.js";
import type { Engine } from "../../warehouse/engine.js";
import type { PostgresAccess } from "../connection/postgres.js";

export interface UploadedFile {
  path: string;
  filename: string;
  bytes: number;
  arrived_at: EpochMs;
}

/** What is known of the account when a cohort or anything after it is built. */
export interface AccountSnapshot {
  dataThrough: EpochSeconds;
  peopleDir: string;
  people: PeopleResult;
  /** How their owner speaks of traits, by name. */
  traitConfigs?: Record<string, TraitConfig>;
  /** Every stream that has been built, in order of name. */
  streams: BuiltStream[];
  /** Every place that has been built, in order of id. */
  places: BuiltPlace[];
}

export interface BuiltPlace {
  id: string;
  name: string;
  dir: string;
  result: PlaceResult;
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
  /** Null: nobody is said to have clearly failed. */
  attritionDir: string | null;
}

/** An outcome's configuration with its cohorts' definitions. */
export interface OutcomeSpec {
  config: OutcomeConfig;
  attainment: CohortConfig;
  eligible: CohortConfig | null;
  attrition: CohortConfig | null;
}

export interface PerformanceTracking {
  /** What each of the scope's outcomes asks, by id, and the fingerprint of its model. */
  specs: Record<string, OutcomeSpec & { fingerprint: string }>;
  /** The scope's build before this one; null for the first. */
  previous: { dir: string; followed: Record<string, PerformanceHistory> } | null;
}

export interface BuiltCohort {
  id: string;
  name: string;
  dir: string;
}

export interface BuiltRecommender {
  id: string;
  name: string;
  dir: string;
  /** What is recommended to whoever has no recommendations of their own. */
  popular: string[];
}

export interface BuiltPersonaSet {
  id: string;
  name: string;
  dir: string;
  /** By the names that they go by. */
  personas: { id: string; name: string }[];
}

export interface TableDelivery {
  access: PostgresAccess;
  /** Whose the table is. */
  targetId: string;
}

/** What each kind of step is given. Plain data, so that it crosses to a child process. */
export interface StepInputs {
  connections: PostgresAccess;
  datasets: {
    config: DatasetConfig;
    files: UploadedFile[];
    /** Of a table, how to reach it. */
    access?: PostgresAccess;
    /** Of a merge, what it merges, in its order. */
    members?: {
      config: DatasetConfig;
      options: HostedCsvOptions;
      files: UploadedFile[];
      joinColumn: string;
    }[];
    /** Identities whose rows are left out, because their people are to be deleted: see `peopleFiles`. */
    forgottenFile?: string | null;
  };
  /** A trait has no step. */
  traits: never;
  people: {
    config: PeopleConfig;
    datasets: {
      id: string;
      dir: string;
      result: DatasetResult;
      /** Whoever is in it is left out of everything: they asked not to be looked at, or not to be known. */
      privacy: DatasetConfig["privacy"];
    }[];
    /** The people build before this one, whose ids stay; null for the first. */
    previousDir: string | null;
    /** What that build found; absent or null for the first. */
    previousResult?: PeopleResult | null;
  };
  streams: {
    name: string;
    datasets: { id: string; dir: string; summary: EventSummary }[];
    peopleDir: string;
  };
  places: { config: PlaceConfig; people: PeopleResult; peopleDir: string; datasetDirs: string[] };
  cohorts: { config: CohortConfig; account: AccountSnapshot };
  outcomes: OutcomeSpec & { account: AccountSnapshot };
  persona_sets: {
    id: string;
    config: PersonaSetConfig;
    cohort: CohortConfig;
    membersDir: string;
    account: AccountSnapshot;
    /** The build before this one, whose personas go on; null for the first. */
    previous: { dir: string; result: PersonaSetResult } | null;
  };
  recommenders: { config: RecommenderConfig; account: AccountSnapshot };
  scopes: {
    config: ScopeConfig;
    includeDirs: string[];
    excludeDirs: string[];
    outcomes: BuiltOutcome[];
    account: AccountSnapshot;
    /** Null: it is never looked up what became of the people scored. */
    following: PerformanceTracking | null;
  };
  targets: {
    config: TargetConfig;
    /** Of a table: where it is, and whose. */
    delivery?: TableDelivery;
    scope: {
      dir: string;
      config: ScopeConfig;
      result: ScopeResult;
      outcomes: { id: string; name: string }[];
      /** Those of the payload. */
      cohorts: BuiltCohort[];
      personaSets: BuiltPersonaSet[];
      recommenders: BuiltRecommender[];
    };
    /** Cohorts that the filter asks for and the payload does not have. */
    filterCohorts: BuiltCohort[];
    filterPersonaSets: BuiltPersonaSet[];
    peopleDir: string;
    people: PeopleResult;
    /** Where telephone numbers without the code of a country are dialled. */
    country: Country;
    /** Identity fields that any dataset maps: the identity columns of the file. */
    identityColumns: string[];
    /** Of every dataset, for what people wrote of themselves besides what is shown of them. */
    datasetDirs: string[];
    /** Of the dataset with the owner's keys; null in other modes than `referenced`. */
    referenceDir: string | null;
  };
}
export type StepInput<T extends ResourceType> = StepInputs[T];

export interface StepTools {
  engine: Engine;
  /** An empty directory that exists; the step writes here and nowhere else. */
  dir: string;
  /** The instant of the build, the only clock a step may ask. */
  now: EpochMs;
  seed: number;
  /** To compute with beside the engine; 1 if absent. */
  threads?: number;
  /** Share done, 0 to 1, and what is being done. */
  progress(fraction: number, doing: string): void;
}

export type Step<T extends ResourceType> = (order: StepInput<T>, tools: StepTools) => Promise<ResultOf<T>>;
