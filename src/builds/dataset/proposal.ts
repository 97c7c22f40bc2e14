// Proposal of a preview: the rows are grouped by the columns that may be keys, and the groups decide the
// mapping that is proposed.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import { countsByStream, type DatedCounts, type DetectedColumn } from "../../domain/data/dataset-findings.js";
import type { DatasetOptions } from "../../domain/data/dataset-options.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { directoryOf } from "../../domain/proposal/previewed-file.js";
import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { proposeDataset } from "../../domain/proposal/propose.js";
import { withLikeliestFormats } from "../../domain/proposal/questions.js";
import { groupingsToCount } from "../../domain/proposal/reading.js";
import { Refusal } from "../../errors/refusal.js";
import type { Engine } from "../../warehouse/engine.js";
import { countGroupings } from "../../warehouse/ingest/groupings.js";
import type { Relation } from "../../warehouse/sql/sql.js";

/** Rows of a preview, with the profiles of their columns. */
export interface PreviewedRows {
  options: DatasetOptions;
  filenames: readonly string[];
  columns: readonly DetectedColumn[];
  rows: number;
}

export const proposeMapping = async (
  engine: Engine,
  records: Relation,
  { options, filenames, columns, rows }: PreviewedRows,
): Promise<DatasetProposal> => {
  const file = { directory: directoryOf(options), filenames, columns, rows };
  const groupings = await countGroupings(engine, records, columns, groupingsToCount(file));
  return proposeDataset({ ...file, groupings });
};

/** The configuration that the proposal is, with the first answer to each question about a format. */
export const proposedConfig = (config: DatasetConfig, proposal: DatasetProposal): DatasetConfig => {
  const { preview: _, ...rest } = config;
  return {
    ...rest,
    identity_sets: proposal.identity_sets,
    output_to_streams: withLikeliestFormats(proposal),
    output_to_traits: {},
    ...(proposal.upsert_columns && { upsert_columns: proposal.upsert_columns }),
  };
};

/** What each stream of a build counted; a refusal leaves a proposal without figures. */
export const figuresOf = async (
  build: () => Promise<Pick<DatasetResult, "streams">>,
): Promise<Record<string, DatedCounts> | null> => {
  try {
    return countsByStream((await build()).streams);
  } catch (cause) {
    if (cause instanceof Refusal) return null;
    throw cause;
  }
};
