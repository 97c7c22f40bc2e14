// Contract of a strategy: how the rows of a dataset are read. Each has a file in this folder and a line in
// `registry.ts`. They are tried in that order, and each leads to the same result.

import type { DetectedColumn } from "../../../domain/data/dataset-findings.js";
import type { Source } from "../../../warehouse/ingest/columns.js";
import type { OldRecords } from "../../../warehouse/ingest/old-rows.js";
import type { ColumnCount, FileRead, Records } from "../../../warehouse/ingest/read.js";
import type { TraitColumn } from "../../../warehouse/ingest/traits.js";
import type { TypedRows } from "../../../warehouse/ingest/typed-rows.js";
import type { Relation } from "../../../warehouse/sql/sql.js";
import type { StepTools } from "../../kind/kind.js";
import type { StreamToWrite } from "../events.js";
import type { DatasetInput, UploadedFile } from "../input.js";
import type { OutputPlan } from "../output-plan.js";
import type { ReadFacts } from "../read-facts.js";
import type { RowsToRead } from "../sources/source.js";

export interface Strategy {
  /** The rows that it reads. */
  of: Exclude<RowsToRead, "nothing">;
  /** Reads them into `scratch`. Null, or throws `AllRowsNeeded`, where the next strategy has to. */
  read(input: DatasetInput, tools: StepTools, scratch: string): Promise<DatasetRows | null>;
}

/** Rows that were read, and how they become identities, events and traits. */
export interface DatasetRows {
  plan: OutputPlan;
  names: readonly string[];
  records: Records;
  files: readonly FileRead[];
  counts: readonly ColumnCount[];
  columns: readonly DetectedColumn[];
  /** The streams over the records. */
  streams: readonly StreamToWrite[];
  traits: readonly TraitColumn[];
  /** The files of uploads, for a preview. */
  sources?: readonly Source[];
  /** Rows that are no records, where all are read as text. */
  totals?: Relation;
  /** Rows that are too old to be kept, and no records either. */
  old?: OldRecords;
  /** Where the records are typed. */
  typed?: TypedLog;
  /** Where the records are those of added files. */
  base?: Base;
}

/** A log whose rows were read into typed columns. */
export interface TypedLog {
  rows: TypedRows;
  /** The streams over rows of text, by which the next build knows whether they have changed. */
  asText: readonly StreamToWrite[];
  /** The first rows as text, among them those that are `kept`. */
  shown(kept: Relation): Relation;
}

/** The previous build, to which files are added. */
export interface Base {
  dir: string;
  facts: ReadFacts;
  added: UploadedFile[];
}
