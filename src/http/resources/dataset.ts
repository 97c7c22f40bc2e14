// Datasets on the way in and out. Requests may write a column as a name or with a format, and a stream's
// value beside its data_map or in it; answers use the long spelling.

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  ageLimitFaults,
  deletedFrom,
  needing,
  type OldRows,
  readersOf,
} from "../../domain/data/age-limit.js";
import { canonicalType } from "../../domain/data/connection.js";
import { bucketTypes, databaseTypes } from "../../domain/data/connections/registry.js";
import { type DatasetConfig, datasetConfigs } from "../../domain/data/dataset.js";
import { type ColumnType, countsByStream, type DetectedColumn } from "../../domain/data/dataset-findings.js";
import { snapshotFaults } from "../../domain/data/snapshot.js";
import { machineName } from "../../domain/data/stream.js";
import { mappingFaults, streamsOf } from "../../domain/data/stream-mapping.js";
import type { PrivacyFindings } from "../../domain/people/privacy.js";
import type { DatasetResult, ReadTableVersion } from "../../domain/proposal/dataset-result.js";
import { besideExisting, type FeedingDataset } from "../../domain/proposal/existing-streams.js";
import { withFileOptions } from "../../domain/proposal/file-options.js";
import { directoryOf } from "../../domain/proposal/previewed-file.js";
import type { DatasetProposal } from "../../domain/proposal/proposal.js";
import { proposeDataset } from "../../domain/proposal/propose.js";
import { entryOf } from "../../domain/resource/entry.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { named } from "../../domain/resource/schema.js";
import { refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import { linesSentences } from "../../words/conditions.js";
import { datasetWarnings, mappingWarnings } from "../../words/dataset-warnings.js";
import { nounOf } from "../../words/ledger.js";
import { privacyWarnings } from "../../words/privacy-list.js";
import { mapValues, mergePatch, present } from "../json.js";
import type { Draft, RenderInput } from "../kind.js";
import type { ReferencedResources } from "../referenced.js";
import { conform } from "../validation.js";
import { isoMs, isoSeconds, oneSpelling, recordOf } from "./record.js";

export const renderDataset = (dataset: Resource<"datasets">, { referenced }: RenderInput): JsonObject => {
  const { config, result } = dataset;
  const privacy = privacyOf(dataset, referenced);
  const warnings = [
    ...mappingWarnings(config),
    ...(result ? datasetWarnings(result) : []),
    ...(privacy ? privacyWarnings(privacy) : []),
  ];
  return recordOf(dataset, {
    ...config,
    reference_key_column: config.reference_key_columns?.[0],
    output_to_streams: withStreamIds(dataset, referenced),
    ...(result && found(result)),
    table_version: result?.table_version && renderVersion(result.table_version),
    bucket: result?.bucket,
    kept_since: isoSeconds(result?.kept_since),
    old_rows: result?.old_rows && renderOldFiles(result.old_rows, config, referenced),
    warnings: result || warnings.length > 0 ? warnings : undefined,
    proposal: result && proposalOf(dataset, result, referenced),
    dialect: config.preview ? result?.dialect : undefined,
    ...known(dataset, referenced),
  });
};

const renderVersion = ({ id, committed_at, unread_columns, ...version }: ReadTableVersion): JsonObject =>
  present({
    ...version,
    id: id ?? undefined,
    committed_at: isoSeconds(committed_at ?? undefined),
    unread_columns: unread_columns?.map(renderColumn),
  });

const renderOldFiles = (
  files: readonly OldRows[],
  { options }: DatasetConfig,
  referenced: ReferencedResources,
): JsonObject[] => {
  const isUploaded = options.type === "hosted_csv";
  const readers = isUploaded ? readersOf(options.upload_directory, referenced.all("datasets")) : [];
  return files.map((file) => renderOldRows(file, readers));
};

const renderOldRows = (
  { file, arrived_at, rows, of, too_old_from, found_at }: OldRows,
  readers: readonly Resource<"datasets">[],
): JsonObject => {
  const others = found_at === null ? [] : needing(arrived_at, readers);
  return present({
    file,
    arrived_at: isoMs(arrived_at),
    rows,
    of,
    too_old_from: too_old_from === null ? null : isoSeconds(too_old_from),
    deleted_from: isoMs(deletedFrom(arrived_at, readers) ?? undefined),
    needed_by: others.length > 0 ? others.map(({ name }) => name) : undefined,
  });
};

/** Row counts of the last build. A list, so that older builds can be added; empty before the first. */
export const renderIngress = (
  dataset: Resource<"datasets">,
  referenced: ReferencedResources,
): JsonObject[] => {
  const { result } = dataset;
  if (!result) return [];
  const { total, parsed, valid, too_old, allowed, duplicates } = result.funnel;
  const unidentified = peopleOf(dataset, referenced)?.unidentified_rows;
  const list = privacyOf(dataset, referenced);
  const recognized =
    list?.matched_rows ?? (unidentified === undefined ? undefined : Math.max(0, allowed - unidentified));
  const builtAt = dataset.lastUpdatedOutputAt;
  const log = {
    id: runId(dataset),
    status: "ready",
    started_at: isoMs(dataset.lastReadInputAt ?? builtAt),
    finished_at: isoMs(builtAt),
    metrics: present({
      total_row_count: total,
      processable_row_count: parsed,
      valid_row_count: valid,
      allowed_row_count: allowed,
      recognized_row_count: recognized,
      recognized_row_unique_people_count: peopleOf(dataset, referenced)?.identified_count,
    }),
    built_at: isoMs(builtAt),
    total,
    parsed,
    valid,
    too_old,
    allowed,
    duplicates,
    recognized,
    rejected: result.rejected_count,
    rejects: result.rejects,
    ...unmatchedRows(list),
  };
  return [present(log)];
};

/** ID of the run that made the result: the same for the same build of a dataset. */
const runId = ({ id, lastUpdatedOutputAt }: Resource<"datasets">): string => {
  const hash = createHash("sha256").update(`${id} ${lastUpdatedOutputAt}`).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
};

/** Rows of a privacy list that matched nobody. */
const unmatchedRows = (found: PrivacyFindings | undefined): JsonObject => {
  if (!found) return {};
  const rows = found.entries.filter(({ people }) => people === 0).map(({ file, line }) => ({ file, line }));
  return { unmatched: found.rows - found.matched_rows, unmatched_rows: rows };
};

/** People that a privacy list takes out, as of the last build of people. */
export const privacyOf = ({ id }: Resource<"datasets">, referenced: ReferencedResources) =>
  referenced.all("people")[0]?.result?.privacy?.[id];

const withStreamIds = ({ config }: Resource<"datasets">, referenced: ReferencedResources): JsonObject =>
  mapValues(config.output_to_streams, (mapping, name) => ({
    ...mapping,
    stream_id: referenced.findStream(name)?.id ?? name,
  }));

const found = (result: DatasetResult): JsonObject => ({
  detected_columns: result.detected_columns.map(renderColumn),
  sample: result.sample,
  formats: result.formats,
  row_count: result.funnel.total,
  updates: result.updates.map(({ datetime, rows_added }) => ({ datetime: isoMs(datetime), rows_added })),
  update_count: result.update_count,
  event_counts: countsOf(result),
  ledger: ledgersOf(result),
});

/** The counts of each stream, with those of its files. Refunds that are a stream have none. */
const ledgersOf = ({ streams }: DatasetResult): JsonObject | undefined => {
  const ledgers = Object.entries(countsByStream(streams)).flatMap(([name, counts]) => {
    const { files = [], file_count } = streams[name]!;
    const dated = files.map(({ arrived_at, ...file }) => ({ ...file, arrived_at: isoMs(arrived_at) }));
    return counts.rows_read === undefined
      ? []
      : [[name, { ...counts, files: dated, file_count: file_count ?? 0 }]];
  });
  return ledgers.length > 0 ? Object.fromEntries(ledgers) : undefined;
};

/** Undefined without streams. */
const countsOf = ({ streams }: DatasetResult): JsonObject | undefined => {
  const counted = countsByStream(streams);
  return Object.keys(counted).length > 0 ? { ...counted } : undefined;
};

/** Only for previews. */
const proposalOf = (
  { id, config: { preview, options } }: Resource<"datasets">,
  result: DatasetResult,
  referenced: ReferencedResources,
): DatasetProposal | undefined => {
  const { filenames, proposal, detected_columns: columns, funnel } = result;
  if (!preview || !filenames) return undefined;
  const file = { directory: directoryOf(options), filenames, columns, rows: funnel.parsed };
  const proposed = besideExisting(proposal ?? proposeDataset(file), feeding(id, referenced), file.directory);
  return withLines(withFileOptions(proposed, result));
};

/** The proposal, whose decision about statuses says which rows of an order its conditions are about. */
const withLines = (proposal: DatasetProposal): DatasetProposal => {
  const { decisions, figures = {}, output_to_streams: streams } = proposal;
  const sentences = Object.entries(streams).flatMap(([name, stream]) => {
    const { rows = 1, events = 0 } = figures[name] ?? {};
    return rows > events ? linesSentences(stream, nounOf(name)) : [];
  });
  return {
    ...proposal,
    ...(decisions && {
      decisions: decisions.map((each) =>
        each.code === "status" ? { ...each, evidence: [each.evidence, ...sentences].join(" ") } : each,
      ),
    }),
  };
};

/** The other datasets that feed streams. */
const feeding = (id: string, referenced: ReferencedResources): FeedingDataset[] =>
  referenced
    .all("datasets")
    .filter((other) => other.id !== id && other.archivedAt === null && !other.config.preview)
    .map(({ name, config, result }) => ({
      name,
      streams: streamsOf(config.output_to_streams),
      currencies: Object.fromEntries(
        Object.entries(config.output_to_streams).flatMap(([stream, { currency }]) =>
          currency ? [[stream, currency.is]] : [],
        ),
      ),
      columns: result?.detected_columns.map((column) => column.name) ?? [],
      rows: result?.funnel.total ?? 0,
    }));

const renderColumn = (column: Pick<DetectedColumn, "data_type">): JsonObject => ({
  ...column,
  data_type: dataTypes[column.data_type],
});

/** Type names of the published client. */
const dataTypes: Record<ColumnType, string> = {
  boolean: "boolean",
  date: "date",
  number: "double",
  text: "string",
};

const known = (dataset: Resource<"datasets">, referenced: ReferencedResources): JsonObject => {
  if (dataset.config.privacy) return excluded(privacyOf(dataset, referenced));
  const people = peopleOf(dataset, referenced);
  const { match_rate, household_share } = resolutionOf(dataset, referenced) ?? {};
  const { identified_count, matched_count } = people ?? {};
  return { identified_count, matched_count, match_rate, household_share };
};

/** Nobody is in a privacy list: it has the people whom it excludes. */
const excluded = (found: PrivacyFindings | undefined): JsonObject =>
  found
    ? {
        identified_count: found.people,
        match_rate: found.rows > 0 ? found.matched_rows / found.rows : undefined,
      }
    : {};

const resolutionOf = ({ id }: Resource<"datasets">, referenced: ReferencedResources) =>
  referenced.all("people")[0]?.result?.resolution?.datasets[id];

const peopleOf = ({ id }: Resource<"datasets">, referenced: ReferencedResources) =>
  referenced.all("people")[0]?.result?.datasets[id];

export const respellDataset = (body: JsonObject): JsonObject => {
  const respelled = respellReferenceKey(body);
  const { options, output_to_streams: streams, output_to_traits: traits } = body;
  if (streams !== undefined && Array.isArray(body.output_to_streams_array))
    throw refuse("spelling-conflict", { first: "output_to_streams_array", second: "output_to_streams" });
  if (isObject(options)) respelled.options = respellOptions(options);
  if (isObject(streams)) respelled.output_to_streams = respellStreams(streams);
  if (isObject(traits)) respelled.output_to_traits = mapValues(traits, respellTrait);
  return respelled;
};

const drafts = {
  hosted_csv: named(datasetConfigs.hosted_csv),
  merge: named(datasetConfigs.merge),
  ...Object.fromEntries(databaseTypes.map((type) => [type, named(datasetConfigs.database)])),
  ...Object.fromEntries(bucketTypes.map((type) => [type, named(datasetConfigs.bucket)])),
  spark_table: named(datasetConfigs.spark_table),
};

/** Throws `upsert-and-incremental` and `mapping-invalid`. */
export const parseDataset = ({
  output_to_streams_array: list,
  ...written
}: JsonObject): Draft<"datasets"> => {
  const body = Array.isArray(list)
    ? { ...written, output_to_streams: mergePatch({}, streamsOfList(list)) }
    : written;
  const type = isObject(body.options) ? body.options.type : undefined;
  const schema = entryOf(drafts, String(type)) ?? drafts.hosted_csv;
  const { name, ...config } = conform(schema, body);
  if (config.upsert_columns && config.incremental_column !== undefined)
    throw refuse("upsert-and-incremental");
  checkMapping(config);
  return { name, config: config.preview ? config : withoutExpected(config) };
};

/** Expected figures are of a preview: a saved mapping counts what it counts. */
const withoutExpected = ({ expected: _, ...config }: DatasetConfig): DatasetConfig => config;

const checkMapping = (config: DatasetConfig): void => {
  const faults = [
    ...mappingFaults(config.output_to_streams),
    ...snapshotFaults(config),
    ...ageLimitFaults(config),
  ];
  const [first] = faults;
  if (!first) return;
  const errors = faults.map(({ path, detail }) => ({
    path,
    message: detail,
    context: { errorType: "mapping_invalid" },
  }));
  throw refuse("mapping-invalid", { field: first.path, detail: first.detail }, errors);
};

/** The interface has a single reference key besides the list. */
const respellReferenceKey = (body: JsonObject): JsonObject => {
  const { reference_key_column: column, ...rest } = body;
  if (column === undefined) return { ...body };
  const columns = column === null ? null : [column];
  return oneSpelling(
    { ...rest, reference_key_column: columns },
    "reference_key_columns",
    "reference_key_column",
  );
};

const respellOptions = ({ encrypted: areEncrypted, ...options }: JsonObject): JsonObject => {
  if (areEncrypted === true) throw refuse("files-encrypted");
  const { header_row: row, type } = options;
  return {
    ...options,
    ...(type !== undefined && { type: canonicalType(type) }),
    ...(typeof row === "string" && { header_row: Number(row) }),
  };
};

const respellStreams = (streams: JsonObject): JsonObject => {
  const respelled: JsonObject = {};
  const typedAs = new Map<string, string>();
  for (const [typed, mapping] of Object.entries(streams)) {
    const name = machineName(typed);
    const other = typedAs.get(name);
    if (other !== undefined) throw refuse("spelling-conflict", { first: other, second: typed });
    typedAs.set(name, typed);
    respelled[name] = isObject(mapping) ? respellMapping(mapping, `output_to_streams.${typed}`) : mapping;
  }
  return respelled;
};

/** The list takes the place of all streams. Refuses `spelling-conflict` for a stream that is in it twice. */
const streamsOfList = (list: readonly ListedStream[]): JsonObject => {
  const streams: JsonObject = {};
  const placeOf = new Map<string, string>();
  for (const [i, { stream_name, properties }] of list.entries()) {
    const [name, place] = [machineName(stream_name), `output_to_streams_array[${i}]`];
    const other = placeOf.get(name);
    if (other !== undefined) throw refuse("spelling-conflict", { first: other, second: place });
    placeOf.set(name, place);
    streams[name] = respellMapping({ data_map: properties }, place);
  }
  return streams;
};

interface ListedStream {
  stream_name: string;
  properties: JsonObject;
}

const respellMapping = (mapping: JsonObject, at: string): JsonObject => {
  const { value, data_map: written, refunds, refunded, ...rest } = mapping;
  const dataMap = mapValues(isObject(written) ? written : {}, asField);
  const respelled = {
    ...rest,
    data_map: dataMap,
    ...(refunds !== undefined && { refunds: respellRefunds(refunds) }),
    ...(refunded !== undefined && { refunded: asField(refunded) }),
  };
  if (value === undefined) return respelled;
  const field = asField(value);
  if (dataMap.value !== undefined && !isDeepStrictEqual(dataMap.value, field))
    throw refuse("spelling-conflict", { first: `${at}.value`, second: `${at}.data_map.value` });
  return { ...respelled, data_map: { ...dataMap, value: field } };
};

const respellRefunds = (refunds: unknown): unknown => {
  if (!isObject(refunds)) return refunds;
  const { as, value } = refunds;
  return {
    ...refunds,
    ...(typeof as === "string" && { as: machineName(as) }),
    ...(value !== undefined && { value: asField(value) }),
  };
};

/**
 * A column written as a name resets what was said about another: in a patch, null removes it. So does a field
 * that is made of several columns, where it was one before.
 */
const asField = (written: unknown): unknown => {
  if (typeof written === "string") return { column_name: written, format: null, ...oneColumn };
  if (!isObject(written)) return written;
  if (!Array.isArray(written.columns))
    return written.column_name === undefined ? written : { ...oneColumn, ...written };
  const columns = written.columns.map((part) => (typeof part === "string" ? { column_name: part } : part));
  return { column_name: null, ...written, columns };
};

const oneColumn = { columns: null, combine: null };

const respellTrait = (trait: unknown): unknown => {
  if (!isObject(trait) || !isObject(trait.transformation_table)) return trait;
  const texts = mapValues(trait.transformation_table, (to) => (to === null ? null : String(to)));
  return { ...trait, transformation_table: texts };
};
