// A dataset as it is read: its configuration in the long spelling, then what its build found in the files.

import type { ColumnType, DatasetConfig, DatasetResult, DetectedColumn } from "../../domain/dataset.js";
import { datasetWarnings } from "../../domain/dataset-warnings.js";
import { type DatasetProposal, proposeDataset } from "../../domain/proposal/propose.js";
import type { Resource } from "../../store/resources.js";
import { type JsonObject, mapValues, present } from "../json.js";
import type { RenderInput } from "../kind.js";
import type { ReferencedResources } from "../neighbours.js";
import { isoMs, recordOf } from "./record.js";

export const renderDataset = (dataset: Resource<"datasets">, { referenced }: RenderInput): JsonObject => {
  const { config, result } = dataset;
  return recordOf(dataset, {
    ...config,
    reference_key_column: config.reference_key_columns?.[0],
    output_to_streams: withStreamIds(dataset, referenced),
    ...(result && found(result)),
    proposal: result && proposalOf(config, result),
    ...known(dataset, referenced),
  });
};

/** The funnel of the last build, as a list so that older ones may follow; empty before the first. */
export const renderIngress = (
  dataset: Resource<"datasets">,
  referenced: ReferencedResources,
): JsonObject[] => {
  const { result } = dataset;
  if (!result) return [];
  const { total, parsed, valid, allowed, duplicates } = result.funnel;
  const unidentified = peopleOf(dataset, referenced)?.unidentified_rows;
  const log = {
    built_at: isoMs(dataset.lastUpdatedOutputAt),
    total,
    parsed,
    valid,
    allowed,
    duplicates,
    recognized: unidentified === undefined ? undefined : Math.max(0, allowed - unidentified),
    rejected: result.rejected_count,
    rejects: result.rejects,
  };
  return [present(log)];
};

const withStreamIds = ({ config }: Resource<"datasets">, referenced: ReferencedResources): JsonObject =>
  mapValues(config.output_to_streams, (mapping, name) => ({
    ...mapping,
    stream_id: referenced.findStream(name)?.id ?? name,
  }));

const found = (result: DatasetResult): JsonObject => ({
  detected_columns: result.detected_columns.map(renderColumn),
  sample: result.sample,
  formats: result.formats,
  warnings: datasetWarnings(result),
  row_count: result.funnel.total,
  updates: result.updates.map(({ datetime, rows_added }) => ({ datetime: isoMs(datetime), rows_added })),
});

/** Of a preview whose files have been looked at for one. */
const proposalOf = (
  { options, preview }: DatasetConfig,
  { filenames, detected_columns: columns, funnel }: DatasetResult,
): DatasetProposal | undefined =>
  preview && filenames
    ? proposeDataset({ directory: directoryOf(options), filenames, columns, rows: funnel.parsed })
    : undefined;

/** What is not uploaded goes by the name of its table. */
const directoryOf = (options: DatasetConfig["options"]): string => {
  if (options.type === "hosted_csv") return options.upload_directory;
  return options.type === "postgres" ? options.table_name : "";
};

const renderColumn = (column: DetectedColumn): JsonObject => ({
  ...column,
  data_type: dataTypes[column.data_type],
});

/** Types are named in the API as in its published client. */
const dataTypes: Record<ColumnType, string> = {
  boolean: "boolean",
  date: "date",
  number: "double",
  text: "string",
};

const known = (dataset: Resource<"datasets">, referenced: ReferencedResources): JsonObject => {
  const people = peopleOf(dataset, referenced);
  const { match_rate, household_share } = resolutionOf(dataset, referenced) ?? {};
  const { identified_count, matched_count } = people ?? {};
  return { identified_count, matched_count, match_rate, household_share };
};

const resolutionOf = ({ id }: Resource<"datasets">, referenced: ReferencedResources) =>
  referenced.all("people")[0]?.result?.resolution?.datasets[id];

const peopleOf = ({ id }: Resource<"datasets">, referenced: ReferencedResources) =>
  referenced.all("people")[0]?.result?.datasets[id];
