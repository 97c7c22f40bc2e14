// Replay of a pipeline: the files that it would have delivered at past moments, made of the uploads that had
// arrived before each, or of the events that had happened, and what the people in them have done since.

import type { Interval } from "../outcome/evaluation.js";
import { limits } from "../resource/limits.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import type { ObservedPerformance } from "./observed-performance.js";

/**
 * `arrivals`  of the uploads that had arrived: what was known then, and could have been delivered
 * `events`    of the events that had happened, as they are known today: as if the moment were today
 */
export const replayModes = ["arrivals", "events"] as const;
export type ReplayMode = (typeof replayModes)[number];

export interface ReplayConfig {
  scope_id: string;
  /** Absent: `arrivals`. */
  by?: "events";
  /** Ascending and distinct. A file that arrives exactly then counts as later. */
  dates: EpochMs[];
}

export interface ReplayResult {
  /** In the order of the dates. */
  dates: ReplayedDate[];
}

export interface ReplayedDate {
  at: EpochMs;
  /** The cutoff of the scores of then; null where nothing would have been delivered. */
  data_through: EpochSeconds | null;
  /** When the newest upload of then arrived. */
  arrivals_through: EpochMs;
  /** Why nothing would have been delivered; null if something would have been. */
  error: string | null;
  /** Names of datasets of which no upload of then is stored. */
  missing: string[];
  files: ReplayedFile[];
  outcomes: ReplayedOutcome[];
  /** The file that says who reached the goal, in the directory of the result; null where nobody was scored. */
  people_file: string | null;
}

/** A deployment's file of then. */
export interface ReplayedFile {
  target_id: string;
  name: string;
  /** Why there is none; null if there is. */
  error: string | null;
  /** In the directory of the result; null if there is none. */
  path: string | null;
  rows: number;
  bytes: number;
  sha256: string;
  /** Null: no file that was delivered from these uploads is known. */
  delivered: DeliveredComparison | null;
}

/** A delivered file of the same uploads. */
export interface DeliveredComparison {
  built_at: EpochMs;
  sha256: string;
  is_equal: boolean;
  /** Why it may differ; empty where it is equal, or nothing is known to have changed. */
  causes: DifferenceCause[];
  /** Number of further causes; absent without any. */
  further_causes?: number;
}

/**
 * `changed`   the definition of a resource is another one
 * `added`     a resource did not exist when the file was made
 * `deleted`   a resource of then no longer exists
 * `files`     uploads of a dataset have been replaced or deleted, or its file was refused
 * `privacy`   people have asked to be left out
 */
export interface DifferenceCause {
  code: "changed" | "added" | "deleted" | "files" | "privacy";
  /** Name of the resource; null for `deleted` and `privacy`. */
  name: string | null;
}

export interface ReplayedOutcome {
  id: string;
  name: string;
  /** People with a probability. */
  people: number;
  expected: number;
  expected_interval: Interval | null;
  /** When the horizon is over; null without dates. */
  ends_at: EpochSeconds | null;
  /** Null until the data reach the end of the horizon, and without dates. */
  observed: ObservedOutcome | null;
}

export interface ObservedOutcome extends Omit<ObservedPerformance, "model"> {
  /** Null where all people or none reached the goal. */
  auc: number | null;
  /** Mean distance of probability and rate, weighted by people, in deciles of equal size. */
  calibration_error: number;
}

/** The name of a file that is as of a past day by its events: `scores-as-of-2026-03-01.csv`. */
export const asOfName = (file: string, at: EpochMs): string => {
  const [, stem, end] = /^(.*?)((?:\.[a-z]+)*)$/.exec(file)!;
  const moment = new Date(at)
    .toISOString()
    .replace(/T00:00:00\.000Z$/, "")
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return `${stem}-as-of-${moment}${end}`;
};

/**
 * Sources of a file: by the id of each resource a hash of its definition, and of the files of each dataset.
 */
export interface FileSource {
  /** The newest arrival or deletion of an upload that the file knows. */
  arrivals_through: EpochMs;
  /** Directories of the uploads that it was made from. */
  directories: string[];
  definitions: Record<string, string>;
  files: Record<string, string>;
}

interface DeliveredFile {
  built_at: EpochMs;
  sha256: string;
  source: FileSource;
}

/**
 * The delivered file to compare a replay with: of the files that were made of the same uploads, one that is
 * equal, or else the newest of the time before the date, or else the first after it. Null if there is none.
 */
export const deliveredThen = <F extends DeliveredFile>(
  delivered: readonly F[],
  { at, arrivalsThrough, sha256 }: { at: EpochMs; arrivalsThrough: EpochMs; sha256: string },
): F | null => {
  const known = delivered.filter(
    ({ source: { arrivals_through } }) => arrivals_through >= arrivalsThrough && arrivals_through < at,
  );
  const newestArrival = Math.max(...known.map(({ source }) => source.arrivals_through));
  const same = known
    .filter(({ source }) => source.arrivals_through === newestArrival)
    .sort((a, b) => b.built_at - a.built_at);
  return (
    same.find((file) => file.sha256 === sha256) ??
    same.find(({ built_at }) => built_at < at) ??
    same.at(-1) ??
    null
  );
};

/** Changes from one source to another, by the ids of the resources. */
export const sourceChanges = (before: FileSource, now: FileSource): SourceChange[] => {
  const ids = [...new Set([...Object.keys(before.definitions), ...Object.keys(now.definitions)])].sort();
  return ids.flatMap((id): SourceChange[] => {
    const [was, is] = [before.definitions[id], now.definitions[id]];
    if (was === undefined) return [{ code: "added", id }];
    if (is === undefined) return [{ code: "deleted", id }];
    if (was !== is) return [{ code: "changed", id }];
    return before.files[id] === now.files[id] ? [] : [{ code: "files", id }];
  });
};

/** The first of the causes, and how many more there are: each date and file has as many as there are resources. */
export const listedCauses = (
  causes: DifferenceCause[],
): Pick<DeliveredComparison, "causes" | "further_causes"> => {
  const { is: most } = limits.replayCauses;
  if (causes.length <= most) return { causes };
  return { causes: causes.slice(0, most), further_causes: causes.length - most };
};

interface SourceChange {
  code: Exclude<DifferenceCause["code"], "privacy">;
  id: string;
}
