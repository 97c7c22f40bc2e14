// Contract of a source: where the rows of a dataset come from. Each source has a file in this folder and a line
// in `registry.ts`. Planning asks what the rows depend on; a build opens the source and gets its rows as files.
// Code that only a build needs, such as the client of a server, is imported when the build opens the source.

import type { DatasetConfig } from "../../../domain/data/dataset.js";
import type { DatasetOptions } from "../../../domain/data/dataset-options.js";
import type { DatasetResult } from "../../../domain/proposal/dataset-result.js";
import type { Engine } from "../../../warehouse/engine.js";
import type { DatasetReader } from "../../../warehouse/ingest/read.js";
import type { Account } from "../../kind/account.js";
import type { Reading, StepTools } from "../../kind/kind.js";
import type { DatasetInput } from "../input.js";

export interface DatasetSource {
  /** Types of the options of a dataset that has this source. */
  types: readonly DatasetOptions["type"][];
  /** See `Kind.isConnected`. */
  isConnected?: boolean;
  /** See `Kind.triedAgainMs`. */
  triedAgainMs?: number;
  /**
   * Plan of a dataset's rows: what they depend on, and the part of the step's input that leads to them.
   * Throws `Waiting`.
   */
  plan(config: DatasetConfig, account: Account): SourcePlan;
  /** Opens it for a step, and closes it after `use`. */
  open<R>(input: DatasetInput, tools: StepTools, use: (rows: SourceRows) => Promise<R>): Promise<R>;
  /** Opens the rows that its last build read. Absent: all of them, as they are now. Refuses `ledger-rows-changed`. */
  openAsBuilt?<R>(
    input: DatasetInput,
    tools: StepTools,
    use: (input: DatasetInput) => Promise<R>,
  ): Promise<R>;
  /** Reads the rows into records. Absent: the source turns the dataset into one of uploads. */
  reader?(
    input: DatasetInput,
    engine: Engine,
    scratch: string,
    onFile: (read: number, of: number) => void,
  ): Promise<DatasetReader>;
}

/** Values for the fingerprint, and fields of the step's input. */
export interface SourcePlan extends Reading<Partial<DatasetInput>> {
  from: object;
}

/** Rows that a build reads: none where nothing changed since the previous one, those that were added, or all. */
export type RowsToRead = "nothing" | "added" | "all";

/** Rows of a source that is open. */
export interface SourceRows {
  /** The previous build's result, if no row has changed since or come due. Absent: the source cannot tell. */
  unchanged?(): Promise<DatasetResult | null>;
  /** The dataset as one of files, if those added since the previous build are enough; null where all have to be read. */
  added(): Promise<DatasetInput | null>;
  /** A dataset of files, all of which can be read. */
  all(): Promise<DatasetInput>;
  /** The result of the files as that of the source. Absent: it is the same. */
  described?(result: DatasetResult, read: RowsToRead): Promise<DatasetResult>;
}

/** The result of a source that is read again every so many seconds. */
export const readAgainEvery = (
  refresh_seconds: number,
  result: DatasetResult,
  { dueThrough }: DatasetInput,
  { now }: Pick<StepTools, "now">,
): DatasetResult => ({
  ...result,
  next_due: Math.min(result.next_due ?? Number.POSITIVE_INFINITY, Math.floor(now / 1000) + refresh_seconds),
  refresh_seconds,
  ...(dueThrough != null && { due_through: dueThrough }),
});
