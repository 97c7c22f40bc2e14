// Resolution input: records normalised and joined by equal keys, before any two of them are compared. The
// full input (`full.ts`) comes from all records; the incremental one (`incremental/`) from added records and
// the state of the previous build. Both give the same people.

import type { Country } from "../../domain/people/identity/phones.js";
import type { Decisions } from "../../domain/people/people.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { MatchModel } from "./state.js";

/** Records to resolve, and the directory that receives the result. */
export interface ResolutionSources {
  /** Identities by dataset; see `datasetFiles`. */
  identities: readonly Relation[];
  /**
   * Origins by dataset: see `origins.parquet` in `datasetFiles`; null where no identity took the place of
   * another.
   */
  origins: readonly (Relation | null)[];
  /** Directory of each dataset. */
  datasetDirs: readonly string[];
  /** Identities to leave out with their people: identity_key; null without privacy lists. */
  excluded: Relation | null;
  /** Pairs of identities in one row of a file: left_key, right_key. */
  rowLinks: Relation;
  /** Country of phone numbers without a country code. */
  country: Country;
  /** The owner's decisions about pairs of records. */
  decisions: Decisions;
  /** Directory of the previous build; null for the first. */
  previousDir: string | null;
  /** False with a deletion list: the state would reveal who is on it. */
  keepsState: boolean;
  /** Identities from which builds resolve only changes: see `referenceSize`. */
  minIncremental: number;
  dir: string;
}

export type Progress = (fraction: number, doing: string) => void;

export interface ResolutionInput {
  /** One row per identity: node, identity_key, source, first_seen, row_count, is_listed (to be left out). */
  numbered: Relation;
  /** One row per identity that identifies a person: node, identity_key, first_seen, row_count, household. */
  identified: Relation;
  /** See `stageEdges`. */
  edges: Relation;
  /** See `conflictingNumbers`. */
  conflicts: Relation;
  /** Null in mode `exact`, which looks at keys only. */
  comparable: ComparableProfiles | null;
  /** Null in a full resolution. */
  previous: PreviousBuild | null;
}

export interface ComparableProfiles {
  /** Parts of all profiles; see `blockParts`. */
  parts: Relation;
  /** Parts of the new profiles; null if all are new. */
  newParts: Relation | null;
  /**
   * Shares are among the profiles with a node below it, and match weights are learned from these: see
   * `reference.ts`.
   */
  reference: number;
  /** Profiles with shares, of these nodes (node) at least. */
  profilesOf(nodes: Relation): Promise<Relation>;
}

/** Results of the previous build, for records that are still there. */
export interface PreviousBuild {
  dir: string;
  /** Null in mode `exact`. */
  model: MatchModel | null;
  /** The owner's decisions at that time. */
  decisions: Decisions;
  /** One row per matched pair: see `createScoredPairs`. */
  matches: Relation;
  /** Includes removed records: see `warehouse/persons/persons.ts`. */
  clusters: Relation;
  /** One row per node whose edges, row count or list membership may have changed: node. */
  touched: Relation;
  /** Identities that no dataset holds any more: node, identity_key. */
  removed: Relation;
  /** If any identity was removed, files are written as a whole, so that nothing of it stays behind. */
  isAnyRemoved: boolean;
}
