// The input of a target's step: its pipeline with everything that the payload and the filter name, and the people to hand out.

import type { Country } from "../../domain/identity/phones.js";
import type { ListRequest } from "../../domain/list.js";
import type { PeopleResult } from "../../domain/people.js";
import type { ScopeConfig, ScopeResult } from "../../domain/scope.js";
import type { TargetConfig } from "../../domain/target.js";
import type { PostgresAccess } from "../connection/postgres.js";

export interface TargetInput {
  config: TargetConfig;
  /** Of a list that is made on demand: who is on it. */
  list?: ListSelection;
  /** The destination of a table; absent for hosted files and lookups. */
  delivery?: TableDelivery;
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
}

export type ListSelection = Partial<
  Pick<ListRequest, "outcomeId" | "top" | "topPercent" | "minChance" | "withAttained">
>;

export interface TargetOutcome {
  id: string;
  name: string;
  /** What the probability is of, after "chance to": "buy again". */
  goal: string;
  /** With the model, whose features the reasons name. */
  dir: string;
}

export interface TableDelivery {
  access: PostgresAccess;
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
