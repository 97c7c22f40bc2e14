// Privacy lists: datasets whose rows name people to leave out. `suppress` keeps them out of results; `delete`
// also drops their rows from the other datasets. Whoever has a listed contact is meant, also where several
// people share it.

export type PrivacyMode = "suppress" | "delete";

/** A listed contact that takes out more people than this is pointed out: it may be an office's, or a typo. */
export const crowdSize = 3;

/** Rows of a list that are reported one by one. */
export const maxListEntries = 1000;

/** A row of a list, without its contacts. */
export interface ListEntry {
  /** Null for a row that joins several files. */
  file: string | null;
  /** Line of the file, from 1; position of the row if it joins several files. */
  line: number;
  /** People that its contacts take out; 0: it matches nobody. */
  people: number;
  /**
   * SHA-256 of `<dataset id>:<kind>:<its first contact, normalised>`, in hexadecimal; null for a row without
   * a contact.
   */
  hash: string | null;
}

/** Effect of a privacy list, as of a build of people. */
export interface PrivacyFindings {
  mode: PrivacyMode;
  /** Rows of the list, without duplicates. */
  rows: number;
  /** Rows among these that take out somebody. */
  matched_rows: number;
  /** People taken out. */
  people: number;
  /** Rows whose contact takes out more than `crowdSize` people. */
  crowded_rows: number;
  /** Rows that match nobody first, then those that take out most, at most `maxListEntries`. */
  entries: ListEntry[];
  /** Differs if other rows are listed, or other records are taken out. */
  print: string;
}
