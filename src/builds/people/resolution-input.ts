// What records tell before any two of them are compared: the ground of people. There are two ways to it, which come to the
// same: from all records anew (`anew.ts`), and from those that are new and what is remembered of the others (`onwards/`).

import type { Country } from "../../domain/identity/phones.js";
import type { Decisions } from "../../domain/people.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { MatchModel } from "./state.js";

/** What people are made of, and where what is found goes. */
export interface ResolutionSources {
  /** By dataset; see `datasetFiles`. */
  identities: readonly Relation[];
  /** Which of them are lists of people who are to be left out, by number. */
  lists: readonly number[];
  /** Pairs of identities that stand in one row: left_key, right_key. */
  rowLinks: Relation;
  /** Where numbers without the code of a country are dialled. */
  country: Country;
  /** What the owner says of pairs of records. */
  decisions: Decisions;
  /** Of the build before; null for the first. */
  previousDir: string | null;
  /** False with a deletion list: what is remembered would tell who is on it. */
  keepsState: boolean;
  dir: string;
}

export type Progress = (fraction: number, doing: string) => void;

export interface ResolutionInput {
  /** One row per identity: node, identity_key, source, first_seen, row_count, is_listed. */
  numbered: Relation;
  /** One row per identity that is somebody's: node, identity_key, first_seen, row_count, household. */
  identified: Relation;
  /** See `gatherEdges`. */
  edges: Relation;
  /** Null where only keys are looked at. */
  comparable: ComparableProfiles | null;
  /** Null where nothing is remembered. */
  previous: PreviousBuild | null;
}

export interface ComparableProfiles {
  /** See `blockParts`; and of these those that are fresh, null for all. */
  parts: Relation;
  newParts: Relation | null;
  /** Profiles with shares, of these nodes (node) at least. */
  profilesOf(nodes: Relation): Promise<Relation>;
}

/** What the build before has found of records that are still there. */
export interface PreviousBuild {
  dir: string;
  /** Null where only keys were looked at. */
  model: MatchModel | null;
  /** What the owner said of pairs of records. */
  decisions: Decisions;
  /** One row per pair: see `weighedTable`. */
  matches: Relation;
  /** Also of who is gone: see `warehouse/persons/clusters.ts`. */
  clusters: Relation;
  /** One row per node that edges may have come to or gone from, or that is known as another: node. */
  touched: Relation;
  /** Who is not there any more: node, identity_key. */
  removed: Relation;
  /** Somebody is not there any more: then nothing of them is to be left in any file. */
  isAnyRemoved: boolean;
}
