// The input of a target's step: its pipeline with everything that the payload and the filter name, and the
// people to hand out.

import type { ListRequest } from "../../domain/campaign/list.js";
import type { GrantedTables } from "../../domain/data/table-grant.js";
import type { Verdict } from "../../domain/outcome/evaluation.js";
import type { HorizonFields } from "../../domain/outcome/label-window.js";
import type { Country } from "../../domain/people/identity/phones.js";
import type { PeopleResult } from "../../domain/people/people.js";
import type { FileSource } from "../../domain/pipeline/replay.js";
import type { ScopeConfig, ScopeResult } from "../../domain/pipeline/scope.js";
import type { EpochMs, EpochSeconds } from "../../domain/resource/resource.js";
import type { FileManifest } from "../../domain/target/file-manifest.js";
import type { SentContacts, TargetConfig } from "../../domain/target/target.js";
import type { TrackedBuild } from "../../domain/target/tracked-build.js";
import type { ConnectionAccess } from "../connection/access.js";

export interface TargetInput {
  config: TargetConfig;
  /** Selection of a list that is made on demand. */
  list?: ListSelection;
  /** Streams of contacts, in the order of the filter's conditions; of a list on demand, of its one. Absent without any. */
  contacts?: ContactsSource[];
  /** The destination of a table or an object; absent for hosted files and lookups. */
  delivery?: Delivery;
  /** The same for a table of the lake. */
  lake?: LakeDelivery;
  scope: {
    dir: string;
    config: ScopeConfig;
    result: ScopeResult;
    outcomes: TargetOutcome[];
    /** The payload's. */
    cohorts: BuiltCohort[];
    personaSets: BuiltPersonaSet[];
    recommenders: BuiltRecommender[];
  };
  /** Cohorts that the filter names and the payload does not. */
  filterCohorts: BuiltCohort[];
  filterPersonaSets: BuiltPersonaSet[];
  peopleDir: string;
  people: PeopleResult;
  /** The country of telephone numbers that are written without a country code. */
  country: Country;
  /** Identity fields that any dataset maps: the identity columns of the file. */
  identityColumns: string[];
  /** Every readable dataset, for all spellings of a person besides the one that is shown. */
  datasetDirs: string[];
  /** The names of these datasets, for a crosswalk. */
  datasetNames?: string[];
  /** The dataset with the owner's keys; null in other modes than `referenced`. */
  referenceDir: string | null;
  /** The builds whose rows the previous result tracks; absent or null without any. */
  previousTracking?: PreviousTracking | null;
  /** Contacts that a program of the same connection has; absent or null if there are none, or if their file is damaged. */
  formerContacts?: FormerContacts | null;
  /** Absent for lists on demand, which have no manifest. */
  manifest?: ManifestSources;
}

/** Builds whose files are whole. */
export interface PreviousTracking {
  dir: string;
  /** Null where its file is damaged. */
  current: TrackedBuild | null;
  former: TrackedBuild[];
}

/** Contacts that the last build sent to the same connection. */
export interface FormerContacts {
  dir: string;
  sent: SentContacts;
}

/** Sources of a manifest besides the file itself. */
export interface ManifestSources {
  /** When the scores were made. */
  scoredAt: EpochMs;
  /** When files with events came; see `tellingArrivals`. */
  arrivals: EpochMs[];
  source: FileSource;
  /** The dated streams, where these arrivals tell no rhythm. */
  streamDirs: string[];
  outcomes: ManifestedOutcome[];
  /** Manifest of the file that this one replaces. */
  previous: FileManifest | null;
}

/** An outcome of the pipeline; its place among them is its index in the scores. */
export interface ManifestedOutcome {
  id: string;
  name: string;
  /** When its result was made. */
  builtAt: EpochMs | null;
  /** Null without dates. */
  horizon: HorizonFields | null;
  learnedThrough: EpochSeconds | null;
  refitAt: EpochSeconds | null;
  verdict: Verdict;
  /** Name of the active cohort; absent where the probability is that of all people. */
  active?: string;
}

export type ListSelection = Partial<
  Pick<ListRequest, "outcomeId" | "by" | "top" | "topPercent" | "minChance" | "withAttained" | "withHeldOut">
>;

/** Contacts of the last days before the cutoff of the scores. */
export interface ContactsSource {
  /** Directory of the stream. */
  dir: string;
  days: number;
}

export interface TargetOutcome {
  id: string;
  name: string;
  /** Goal of the probability, after "chance to": "buy again". */
  goal: string;
  /** With the model, whose features the reasons name. */
  dir: string;
}

export interface Delivery {
  access: ConnectionAccess;
  /** Marks the table or the object as this target's. */
  targetId: string;
}

export interface LakeDelivery {
  /** Tables that the account may write; undefined without a cluster. */
  granted: GrantedTables | undefined;
  /** Marks the table as this target's. */
  targetId: string;
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
  /** Recommended to people who have no recommendations of their own. */
  popular: string[];
}

export interface BuiltPersonaSet {
  id: string;
  name: string;
  dir: string;
  /** With the owner's names where there are any. */
  personas: { id: string; name: string }[];
}
