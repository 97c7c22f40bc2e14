// People: who several records turned out to be. One relation per account, made from the identities of all its datasets.
// What the owner has decided of two records wins over everything that is found.

import { type Country, defaultCountry } from "./identity/phones.js";
import type { ResolutionMode } from "./matching.js";
import type { EpochMs, EpochSeconds } from "./resource.js";
import type { TraitFindings } from "./trait.js";

const defaultMode: ResolutionMode = "standard";
export const modeOf = ({ identity_resolution }: PeopleConfig): ResolutionMode =>
  identity_resolution?.mode ?? defaultMode;
/** Where telephone numbers without the code of a country are dialled. */
export const countryOf = ({ identity_resolution }: PeopleConfig): Country =>
  identity_resolution?.default_country ?? defaultCountry;
/** Of all people, how many a build may turn into records of others. */
export const defaultMaxMerged = 0.05;

export interface PeopleConfig {
  /** Absent, as each of its fields: `defaultMode`, `defaultMostMerged` and `defaultCountry`. */
  identity_resolution?: { mode?: ResolutionMode; most_merged?: number; default_country?: Country };
  /** Absent: none. */
  decisions?: Decisions;
}

/** Pairs of records that the owner has decided of. */
export interface Decisions {
  together: Decision[];
  apart: Decision[];
}

/** A pair of identity keys, as decimal text. What was decided at once has one id. */
export interface Decision {
  left: string;
  right: string;
  id: string;
  made_at: EpochMs;
}

export interface PeopleResult {
  people_count: number;
  /** "Now" of the account: just after the newest event of its dated streams. Null before the first event. */
  data_through: EpochSeconds | null;
  /** Per dataset id: how many people it knows, and how many of them another dataset knows too. */
  datasets: Record<string, { identified_count: number; matched_count: number; unidentified_rows: number }>;
  /** Traits that any person has, by name. */
  traits: KnownTrait[];
  /** Another text for other people who are to be deleted; absent where there are none. */
  forgotten?: string;
  /** Absent in results of version 0.1. */
  resolution?: ResolutionFindings;
}

/** How records became people, in numbers that can be looked into. Ids are decimal text; shares are 0 to 1. */
export interface ResolutionFindings {
  mode: ResolutionMode;
  /** Per dataset id. */
  datasets: Record<string, DatasetResolution>;
  cluster_sizes: ClusterSize[];
  /** The people with the most records, at most twenty, the largest first. */
  largest: LargePerson[];
  /** Links that were made because records are alike, in ten bins of equal width from 0.5 to 1, ascending. */
  link_probabilities: LinkBin[];
  /** Links by likeness, at most twenty, the least sure first. */
  least_sure: LeastSureLink[];
  /** Since the build before; null of the first. */
  changes: PeopleChanges | null;
}

export interface DatasetResolution {
  /** Of its rows, how many belong to somebody; null without rows. */
  match_rate: number | null;
  /** Of its people, how many another dataset knows too; null without people. */
  known_elsewhere: number | null;
  /** Of its people, how many share a residence with other people; null without people. */
  household_share: number | null;
}

/** `max` is inclusive; null: and more. */
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
  /** Of several people of the build before who are one now, all but one. */
  merged: number;
  /** Of several people who were one in the build before, all but one. */
  split: number;
  added: number;
  gone: number;
}

/** Why two records are held together: an equal key, one row of a file, likeness, or their owner's word. */
export const matchKinds = ["key", "row", "match", "owner"] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface KnownTrait {
  name: string;
  /** Numbers are compared as numbers, all else as text. */
  type: "number" | "text";
  /** A list of values, as `listItems` separates them. */
  isList?: true;
  /** Absent in results of version 0.1. */
  found?: TraitFindings;
}
