// People: who several records turned out to be. One relation per account, made from the identities of all its datasets.

import type { EpochSeconds } from "./resource.js";

export type PeopleConfig = Record<string, never>;

export interface PeopleResult {
  people_count: number;
  /** "Now" of the account: just after the newest event of its dated streams. Null before the first event. */
  data_through: EpochSeconds | null;
  /** Per dataset id: how many people it knows, and how many of them another dataset knows too. */
  datasets: Record<string, { identified_count: number; matched_count: number; unidentified_rows: number }>;
  /** Traits that any person has. */
  traits: { name: string; type: "number" | "text" }[];
}
