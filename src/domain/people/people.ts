// People: an account's customers, resolved from the records of all its datasets. A decision of the owner
// about two records overrides all that identity resolution finds.

import type { TraitFindings } from "../data/trait.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import { type Country, defaultCountry } from "./identity/phones.js";
import type { ComparisonName, ResolutionMode } from "./matching.js";
import type { PrivacyFindings } from "./privacy.js";

const defaultMode: ResolutionMode = "standard";
export const modeOf = ({ identity_resolution }: PeopleConfig): ResolutionMode =>
  identity_resolution?.mode ?? defaultMode;
/** Country of phone numbers without a country code. */
export const countryOf = ({ identity_resolution }: PeopleConfig): Country =>
  identity_resolution?.default_country ?? defaultCountry;
/** Share of people that a build may merge into others. */
export const defaultMaxMerged = 0.05;

export interface PeopleConfig {
  /** Absent, as each of its fields: `defaultMode`, `defaultMaxMerged` and `defaultCountry`. */
  identity_resolution?: { mode?: ResolutionMode; most_merged?: number; default_country?: Country };
  /** Absent: none. */
  decisions?: Decisions;
  /** Pairs that the owner decided in review, as matching had them, by decision. Absent: there are none. */
  reviewed?: Record<string, ReviewedPair>;
}

/** A pair of records as it was when the owner decided about it. */
export interface ReviewedPair {
  /** Whether the two records were one person. */
  was_one: boolean;
  /** Whether it was drawn at random, and not because a mistake would cost much. */
  is_drawn: boolean;
}

/** Pairs of records about which the owner has decided. */
export interface Decisions {
  together: Decision[];
  apart: Decision[];
}

/** A pair of identity keys, as decimal text. Pairs that were decided together have one id. */
export interface Decision {
  left: string;
  right: string;
  id: string;
  made_at: EpochMs;
  /**
   * Records that took the place of a named one until then are others: the owner saw them beside it. Absent
   * where none had.
   */
  heirs_until?: EpochMs;
  /** Whether the records belonged to two people before: their ids stay where they are. */
  were_two?: true;
}

export interface PeopleResult {
  people_count: number;
  /** "Now" of the account: just after the newest event of its dated streams. Null before the first event. */
  data_through: EpochSeconds | null;
  /**
   * Counts by dataset id: people in it, people who are also in another dataset, and rows without a person.
   */
  datasets: Record<string, { identified_count: number; matched_count: number; unidentified_rows: number }>;
  /** Traits that any person has, by name. */
  traits: FoundTrait[];
  /** Print of the identities to delete; absent without any. */
  forgotten?: string;
  /** Findings of datasets that are privacy lists, by id. */
  privacy?: Record<string, PrivacyFindings>;
  resolution: ResolutionFindings;
}

/** Findings of identity resolution. Ids are decimal text; shares are 0 to 1. */
export interface ResolutionFindings {
  mode: ResolutionMode;
  /** Resolution by dataset id. */
  datasets: Record<string, DatasetResolution>;
  cluster_sizes: ClusterSize[];
  /** People with the most records, at most twenty, largest first. */
  largest: LargePerson[];
  /** Matched links, in ten bins of equal width from 0.5 to 1, ascending. */
  link_probabilities: LinkBin[];
  /** Matched links, at most twenty, least certain first. */
  least_sure: LeastSureLink[];
  /** Since the previous build; null for the first. */
  changes: PeopleChanges | null;
  /** Customer numbers whose records contradict each other. */
  number_conflicts: { count: number; listed: NumberConflict[] };
  /**
   * Rates that the fit would have moved further from their priors than makes sense; absent in mode `exact`.
   */
  held_rates?: HeldRate[];
}

export interface NumberConflict {
  customer_id: string;
  person_id: string;
  records: number;
  differs_in: readonly ("name" | "birth_date" | "national_id" | "suffix")[];
}

/**
 * A comparison level that is more frequent in the records than it can be, among records of one person or of a
 * family.
 */
export interface HeldRate {
  among: "person" | "family";
  comparison: ComparisonName;
  level: string;
}

export interface DatasetResolution {
  /** Share of its rows that belong to a person; null without rows. */
  match_rate: number | null;
  /** Share of its people who are also in another dataset; null without people. */
  overlap: number | null;
  /** Share of its people who share a residence with other people; null without people. */
  household_share: number | null;
}

/** `max` is inclusive; null: no upper bound. */
export interface ClusterSize {
  min: number;
  max: number | null;
  people: number;
}

export interface LargePerson {
  person_id: string;
  records: number;
  rows: number;
}

export interface LinkBin {
  min: number;
  max: number;
  links: number;
}

export interface LeastSureLink {
  person_id: string;
  left: string;
  right: string;
  probability: number;
}

export interface PeopleChanges {
  /** If several people of the previous build are one now, all but one of them. */
  merged: number;
  /** If several people were one in the previous build, all but one of them. */
  split: number;
  added: number;
  gone: number;
}

/** Kinds of links: an equal key, one row of a file, a probabilistic match, or the owner's decision. */
export const matchKinds = ["key", "row", "match", "owner"] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface KnownTrait {
  name: string;
  /** Numbers are compared as numbers, everything else as text. */
  type: "number" | "text";
  /** True for a list of values, which `listItems` separates. */
  isList?: true;
}

/** A trait that people have, with what they have of it. */
export interface FoundTrait extends KnownTrait {
  found: TraitFindings;
}
