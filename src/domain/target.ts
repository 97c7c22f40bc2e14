// A target is a deployment of a scope: whom of its people to hand out, in which form, and as what. It is a CSV file that the
// service hosts and keeps fresh, or an address that answers for one person at a time.

import type { TraitCondition } from "./condition.js";

/**
 * `identified`  a row is a person, or one household of them, with names and addresses in clear
 * `hashed`      a row is one spelling of a person, every field by its SHA-256; no exact probabilities
 * `referenced`  a row is a person by a key of the owner's own, and nothing else that tells who it is
 * `aggregated`  a row is an area: how many people, and their means
 */
export type Representation =
  | { mode: "identified"; aggregate: "person" | "residence" }
  | { mode: "hashed" }
  | { mode: "referenced"; reference: Reference }
  | { mode: "aggregated"; aggregate: Area };

/** A column among the `reference_key_columns` of a dataset. */
export interface Reference {
  dataset_id: string;
  column_name: string;
}

export const areas = ["postcode", "state"] as const;
export type Area = (typeof areas)[number];

/** Areas with fewer people are left out, so that no row tells of somebody in particular. */
export const minPeoplePerArea = 10;

export type TargetOptions =
  | { type: "hosted_csv"; delimiter?: string; gzip?: boolean; quote_all?: boolean }
  | { type: "lookup_api" }
  | { type: "postgres"; table_name: string };

/** Bounds of a figure; people without one are left out unless `_null` asks for them. */
export interface Bounds {
  _eq?: number;
  _gt?: number;
  _gte?: number;
  _lt?: number;
  _lte?: number;
  _null?: boolean;
  _nnull?: boolean;
}
export type OutcomeBounds = Bounds & { outcome_id: string };

export interface PersonaCondition {
  persona_set_id: string;
  persona_id: string;
  _eq: boolean;
}

/** Ranks that are handed out, the others being left out of the file; people without any of them are left out too. */
export type RankBounds = Bounds & { recommender_id: string };

/** Every condition of every kind must hold. Traits, cohorts and persona sets need not be in the payload; outcomes and recommenders must. */
export interface TargetFilter {
  outcome_probability?: OutcomeBounds[];
  outcome_percentile?: OutcomeBounds[];
  cohort_membership?: { cohort_id: string; _eq: boolean }[];
  trait?: TraitCondition[];
  /** Not to be in a persona is to be in another or in none. */
  persona?: PersonaCondition[];
  recommender_rank?: RankBounds[];
}

/** `row_count` counts rows of the file; without an outcome they are the first outcome's, as the file's order is. */
export type TargetLimit =
  | { method: "row_count"; threshold: number; outcome_id?: string; direction?: "ascending" | "descending" }
  | { method: "percentile"; outcome_id: string; percentile_min: number; percentile_max: number };

export const aggregations = ["avg", "count"] as const;
export type Aggregation = (typeof aggregations)[number];

/** A column of the file and where it comes from. */
export interface StructureColumn {
  scope_col: string;
  output_col: string;
  is_identity_col?: boolean;
  aggregation?: Aggregation;
}

export interface TargetConfig {
  /** Of options of type postgres. */
  connection_id?: string;
  scope_id: string;
  representation: Representation;
  options: TargetOptions;
  filter?: TargetFilter;
  limit?: TargetLimit;
  custom_structure?: StructureColumn[];
  human_readable?: boolean;
}

/** What one column of the file holds. */
export interface ColumnAnalysis {
  name: string;
  /** Share of rows with a value, 0 to 1. */
  fill_rate: number;
  /** Of a column of numbers. */
  range?: { min: number; mean: number; max: number };
  /** Of a column with few different values, the most frequent first. */
  values?: { value: string; count: number }[];
}

export interface TargetResult {
  rows: number;
  bytes: number;
  /** SHA-256 of the file, the strong ETag of its download. */
  sha256: string;
  columns: string[];
  /** File name inside the relation's directory. */
  file: string;
  structure: StructureColumn[];
  /** People that the filter let through and no row tells of: without key or address, or in too small an area. */
  left_out_count: number;
  analysis: ColumnAnalysis[];
}
