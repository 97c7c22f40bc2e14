// Tracked build of a target: a file whose rows are known by person and hash, so that a later file can be
// compared with it. It is named by its rows, and not by when it was made: equal rows are one build.

import type { EpochMs } from "../resource/resource.js";

export interface TrackedBuild {
  /** Hash of all rows and whose they are, 16 hexadecimal digits. */
  build: string;
  /** Hash of the file. */
  sha256: string;
  built_at: EpochMs;
  rows: number;
}

export interface TrackedBuilds {
  current: TrackedBuild;
  /** Builds that the current file can be compared with, the newest first; at most `maxFormerBuilds`. */
  former: TrackedBuild[];
}

export const maxFormerBuilds = 10;

/**
 * Builds before this one that are kept, the newest first. A build whose rows came back is not before itself.
 */
export const formerBuilds = ({ build }: TrackedBuild, before: readonly TrackedBuild[]): TrackedBuild[] =>
  before.filter((each) => each.build !== build).slice(0, maxFormerBuilds);

/** The build of this name, or the newest whose file has this hash. */
export const buildNamed = ({ current, former }: TrackedBuilds, name: string): TrackedBuild | undefined =>
  [current, ...former].find(({ build, sha256 }) => name === build || name === sha256);
