// Preview of a dataset: its columns, and the mapping that is proposed for them. The rows are grouped by the
// columns that may be keys, and the groups decide.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import { countsByStream, type DatedCounts } from "../../domain/data/dataset-findings.js";
import type { DatasetResult } from "../../domain/proposal/dataset-result.js";
import { withLoaderColumns, withoutLoaderColumns } from "../../domain/proposal/loader-columns.js";
import { directoryOf } from "../../domain/proposal/previewed-file.js";
import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { proposeDataset } from "../../domain/proposal/propose.js";
import { withLikeliestFormats } from "../../domain/proposal/questions.js";
import { groupingsToCount } from "../../domain/proposal/reading.js";
import { candidatesOf } from "../../domain/proposal/readings/candidate.js";
import { planReadings } from "../../domain/proposal/readings/plan.js";
import { Refusal } from "../../errors/refusal.js";
import { dialectsFound } from "../../warehouse/ingest/dialects-found.js";
import { countGroupings } from "../../warehouse/ingest/groupings.js";
import { withoutErased } from "../../warehouse/ingest/identities.js";
import { profileColumns } from "../../warehouse/ingest/profile.js";
import type { FileRead } from "../../warehouse/ingest/read.js";
import { countCube } from "../../warehouse/ingest/reading-cube.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { StepTools } from "../kind/kind.js";
import type { DatasetInput } from "./input.js";
import type { DatasetRows } from "./reading/strategy.js";

/** Part of a result that only a preview has. */
export const previewRows = async (
  { engine, progress, now }: StepTools,
  { config: { options, expected, upsert_columns }, erasedFile = null }: DatasetInput,
  { plan, records, columns, files, sources = [] }: DatasetRows,
  kept: Relation,
): Promise<Partial<DatasetResult>> => {
  progress(0.96, "Examining columns");
  // Where the key is known, a row that came again would look like another line of its order.
  const isKeyed = Boolean(upsert_columns?.length);
  const relation = withoutErased(isKeyed ? kept : records.relation, erasedFile, plan.sets.length);
  const rowCount = isKeyed ? await engine.count(relation) : records.rows;
  const detected_columns = await profileColumns(engine, { ...records, relation }, columns);
  const filenames = files.map(({ source }) => source.filename);
  const directory = directoryOf(options);
  const whole = { directory, filenames, columns: detected_columns, rows: rowCount };
  const file = withoutLoaderColumns(whole);
  const groupings = await countGroupings(engine, relation, detected_columns, groupingsToCount(file));
  const grouped = { ...file, groupings };
  const proposal = withLoaderColumns(proposeDataset(grouped), whole, upsert_columns);
  const cube = expected && planReadings(grouped, proposal, expected);
  const rows = { records, kept, lines: relation, columns: detected_columns, now: Math.floor(now / 1000) };
  return {
    detected_columns,
    filenames,
    proposal,
    ...(cube && { candidate_readings: candidatesOf(await countCube(engine, rows, cube), expected) }),
    ...(options.type === "hosted_csv" && { ...dialectsFound(sources, options), ...totalsOf(files) }),
  };
};

const totalsOf = (read: readonly FileRead[]) => {
  const files = read.flatMap(({ source, totals = [] }) => (totals.length > 0 ? [source.filename] : []));
  return files.length > 0 ? { total_rows: files } : {};
};

/** The configuration that the proposal is, with the first answer to each question about a format. */
export const proposedConfig = (config: DatasetConfig, proposal: DatasetProposal): DatasetConfig => {
  const { preview: _, expected: __, ...rest } = config;
  return {
    ...rest,
    identity_sets: proposal.identity_sets,
    output_to_streams: withLikeliestFormats(proposal),
    output_to_traits: {},
    ...(proposal.upsert_columns && { upsert_columns: proposal.upsert_columns }),
  };
};

/** Counts of each stream of a build; a refusal leaves a proposal without figures. */
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
