// Input of a stream's step: the datasets that output to it, the people whose events they are, and the previous build.

import type { EventSummary, StreamProperty } from "../../domain/data/dataset-findings.js";
import type { EpochSeconds } from "../../domain/resource/resource.js";

export interface StreamInput {
  name: string;
  datasets: { id: string; dir: string; summary: EventSummary }[];
  peopleDir: string;
  /** The previous build, if none of its files is damaged; absent or null: all events are sorted. */
  previousDir?: string | null;
  /** Only events before a moment of those that today's build has: see `past.ts`. Absent: all. */
  past?: { before: EpochSeconds; dir: string };
  /** Version of the step: the result of another version is not continued. */
  version?: number;
}

/** A stream to be written. */
export interface StreamToWrite {
  properties: readonly StreamProperty[];
  isDated: boolean;
  input: StreamInput;
}
