// People: who several records turned out to be. One relation per account, made from the identities of all its datasets.

import type { EpochSeconds } from "./resource.js";
import type { TraitFindings } from "./trait.js";

export type PeopleConfig = Record<string, never>;

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
}

export interface KnownTrait {
  name: string;
  /** Numbers are compared as numbers, all else as text. */
  type: "number" | "text";
  /** A list of values, as `listItems` separates them. */
  isList?: true;
  /** Absent in results of version 0.1. */
  found?: TraitFindings;
}
