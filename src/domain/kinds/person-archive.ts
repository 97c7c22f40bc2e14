// Archive of a person: all that the account has of them, as JSON lines, each with the kind of what it says.

import type { ListFile } from "../campaign/list.js";
import type { EpochMs } from "../resource/resource.js";

/**
 * `archive`         the first line: whom the archive is about, and when it was made
 * `record`          who they are, as a dataset writes it
 * `row`             a row of a file, with file and line, as it stands there
 * `rows`            a dataset whose rows are not in the archive, or not all of them, and why
 * `trait`           newest value of a trait
 * `event`           an event of a stream
 * `score`           a prediction of them
 * `persona`         the persona that they are assigned to
 * `location`        the nearest location that a pipeline delivers of them
 * `cohort`          a cohort that they are a member of
 * `recommendation`  what they are likely to take next
 * `list`            their row of a delivered file that tracks changes
 * `report`          what a trigger reported of them
 * `decision`        a merge or split of their records by the owner
 */
export const archiveKinds = [
  "archive",
  "record",
  "row",
  "rows",
  "trait",
  "event",
  "score",
  "persona",
  "location",
  "cohort",
  "recommendation",
  "list",
  "report",
  "decision",
] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

export interface ArchiveRequest {
  /** The person's id of now. */
  id: string;
  now: EpochMs;
}

export interface PersonArchive extends ListFile {
  /** Lines of each kind that occurs. */
  counts: Partial<Record<ArchiveKind, number>>;
}
