// The draft of a deployment in the form. Fields of the modes and types that are not chosen are kept in the
// form, and left out when it is saved.

import { bucketNames, databaseNames, programNames } from "../../../src/words/connections.js";
import type { Records } from "../../api/kinds.js";
import { type Condition, filterOf, readFilter } from "./filter.js";

export type Target = Records["targets"];
export type Mode = Target["representation"]["mode"];
export type Preset = NonNullable<Target["representation"]["transform_preset"]>;
export type Type = Target["options"]["type"];
export type StructureColumn = NonNullable<Target["custom_structure"]>[number];

export type Limit =
  | { method: "none" }
  | { method: "row_count"; threshold: number | undefined; outcomeId: string; isDescending: boolean }
  | { method: "percentile"; outcomeId: string; min: number | undefined; max: number | undefined };

export interface DeploymentDraft {
  name: string;
  scopeId: string;
  type: Type;
  mode: Mode;
  /** One row for each, in mode identified. */
  unit: "person" | "residence" | "record";
  /** One row for each, in mode aggregated. */
  area: "postcode" | "state";
  /** One of its mode; that of another mode counts as default. */
  preset: Preset;
  /** In mode referenced; empty until chosen. */
  reference: { dataset_id: string; column_name: string };
  format: "csv" | "parquet";
  delimiter: string;
  isCompressed: boolean;
  quotesAll: boolean;
  /** The rows that changed since an earlier file can be fetched alone. */
  tracksChanges: boolean;
  connectionId: string;
  tableName: string;
  /** Name of a file in a bucket or on a server. */
  key: string;
  /** List of a program. */
  listName: string;
  /** What a program would be sent is counted, and not sent. */
  isDryRun: boolean;
  isWithdrawn: boolean;
  /** JSON for each person, of an endpoint. */
  template: string;
  /** Format of a table of the lake. */
  tableFormat: "delta" | "iceberg";
  isHumanReadable: boolean;
  conditions: readonly Condition[];
  limit: Limit;
  /** Undefined: all columns. */
  structure: readonly StructureColumn[] | undefined;
}

/** Props of a part of the form. */
export interface PartProps {
  draft: DeploymentDraft;
  onChange: (draft: DeploymentDraft) => void;
}

/** Stands for every program until a connection is chosen, whose type it is then. */
export const anyProgram = "klaviyo";

export const emptyDraft: DeploymentDraft = {
  name: "",
  scopeId: "",
  type: "hosted_csv",
  mode: "identified",
  unit: "person",
  area: "postcode",
  preset: "default",
  reference: { dataset_id: "", column_name: "" },
  format: "csv",
  delimiter: ",",
  isCompressed: false,
  quotesAll: false,
  tracksChanges: false,
  connectionId: "",
  tableName: "",
  key: "",
  listName: "",
  isDryRun: true,
  isWithdrawn: false,
  template: "",
  tableFormat: "delta",
  isHumanReadable: true,
  conditions: [],
  limit: { method: "none" },
  structure: undefined,
};

export const draftOf = (target: Target): DeploymentDraft => {
  const { representation, options } = target;
  const { aggregate } = representation;
  return {
    ...emptyDraft,
    name: target.name,
    scopeId: target.scope_id,
    type: options.type,
    mode: representation.mode,
    unit: aggregate === "residence" || aggregate === "record" ? aggregate : "person",
    area: aggregate === "state" ? "state" : "postcode",
    preset: representation.transform_preset ?? "default",
    reference: representation.reference ?? emptyDraft.reference,
    format: options.format ?? "csv",
    delimiter: options.delimiter ?? ",",
    isCompressed: options.gzip ?? false,
    quotesAll: options.quote_all ?? false,
    tracksChanges: options.track_changes ?? false,
    connectionId: target.connection_id ?? "",
    tableName: options.table_name ?? "",
    key: options.key ?? "",
    listName: options.list_name ?? "",
    isDryRun: options.dry_run ?? false,
    isWithdrawn: options.withdrawn ?? false,
    template: options.template ?? "",
    tableFormat: options.table_format ?? "delta",
    isHumanReadable: target.human_readable ?? false,
    conditions: readFilter(target.filter),
    limit: readLimit(target.limit),
    structure: target.custom_structure,
  };
};

const readLimit = (limit: Target["limit"]): Limit => {
  if (!limit) return { method: "none" };
  const { outcome_id: outcomeId = "" } = limit;
  return limit.method === "row_count"
    ? {
        method: "row_count",
        threshold: limit.threshold,
        outcomeId,
        isDescending: limit.direction !== "ascending",
      }
    : { method: "percentile", outcomeId, min: limit.percentile_min, max: limit.percentile_max };
};

/** A lookup covers the whole audience: it has no other mode, no filter and no limit. */
export const isLookup = ({ type }: Pick<DeploymentDraft, "type">): boolean => type === "lookup_api";

/** The rows are written to a table behind a connection. */
export const isTable = ({ type }: Pick<DeploymentDraft, "type">): boolean => type in databaseNames;

/** People are sent to a program. */
export const isProgram = ({ type }: Pick<DeploymentDraft, "type">): boolean => type in programNames;

/** A file that is written to a bucket or a server as well. */
export const isStored = ({ type }: Pick<DeploymentDraft, "type">): boolean => type in bucketNames;

/** The output is sent to a server of the owner. */
export const isSent = (draft: Pick<DeploymentDraft, "type">): boolean =>
  isTable(draft) || isProgram(draft) || isStored(draft);

/** A file, wherever it is delivered. */
export const isFile = ({ type }: Pick<DeploymentDraft, "type">): boolean =>
  type === "hosted_csv" || isStored({ type });

/** Presets by mode; a household has none. */
export const presetsOf = ({ mode, unit }: Pick<DeploymentDraft, "mode" | "unit">): readonly Preset[] => {
  if (mode === "hashed") return ["default", "facebook", "google_ads"];
  return mode === "identified" && unit === "person"
    ? ["default", "spreadsheet", "klaviyo", "mailchimp"]
    : ["default"];
};

export const presetOf = (draft: Pick<DeploymentDraft, "mode" | "unit" | "preset">): Preset =>
  presetsOf(draft).includes(draft.preset) ? draft.preset : "default";

/** The file has the columns of another program's form, and no others. */
export const hasPreset = (draft: Pick<DeploymentDraft, "type" | "mode" | "unit" | "preset">): boolean =>
  isProgram(draft) || (!isLookup(draft) && presetOf(draft) !== "default");

/** Other programs and people who read a list take CSV. */
export const isParquet = (
  draft: Pick<DeploymentDraft, "type" | "mode" | "unit" | "preset" | "format">,
): boolean => isFile(draft) && draft.format === "parquet" && !hasPreset(draft);

/** Each row is one person, so that two files can be compared. */
export const isByPerson = ({ mode, unit }: Pick<DeploymentDraft, "mode" | "unit">): boolean =>
  mode === "referenced" || (mode === "identified" && unit === "person");

/** The body of a create. */
export const bodyOf = (draft: DeploymentDraft) => {
  const limit = isLookup(draft) ? undefined : limitOf(draft.limit);
  const filter = isLookup(draft) ? undefined : filterOf(draft.conditions);
  return {
    name: draft.name.trim(),
    scope_id: draft.scopeId,
    ...(isSent(draft) && { connection_id: draft.connectionId }),
    representation: representationOf(draft),
    options: optionsOf(draft),
    ...(filter && { filter }),
    ...(limit && { limit }),
    ...(draft.structure && { custom_structure: draft.structure }),
    human_readable: draft.isHumanReadable,
  };
};

/** A merge patch that clears the fields that the draft no longer has. */
export const patchOf = (draft: DeploymentDraft) => {
  const body = bodyOf(draft);
  return {
    connection_id: null,
    limit: null,
    custom_structure: null,
    ...body,
    ...(isFile(draft) && { options: { format: null, track_changes: null, ...body.options } }),
    ...(draft.type === "endpoint" && { options: { template: null, ...body.options } }),
    filter: body.filter ? { ...noFilter, ...body.filter } : null,
  };
};

/** Clears the parts that the filter no longer has. */
const noFilter = {
  outcome_probability: null,
  outcome_percentile: null,
  cohort_membership: null,
  recommender_rank: null,
  persona: null,
  trait: null,
};

const representationOf = (draft: DeploymentDraft): object => {
  if (isLookup(draft) || isProgram(draft)) return { mode: "identified" };
  const { mode, unit, area, reference } = draft;
  switch (mode) {
    case "identified":
      return { mode, aggregate: unit, transform_preset: presetOf(draft) };
    case "hashed":
      return { mode, transform_preset: presetOf(draft) };
    case "referenced":
      return { mode, reference };
    case "aggregated":
      return { mode, aggregate: area };
  }
};

const optionsOf = (draft: DeploymentDraft): object => {
  const { type, delimiter, isCompressed, quotesAll, tableName, tableFormat } = draft;
  const isTracked = draft.tracksChanges && isByPerson(draft);
  switch (type) {
    case "hosted_csv":
    case "s3":
    case "azure_blobs":
    case "sftp":
      return {
        type,
        ...(isStored(draft) && { key: draft.key.trim() }),
        ...(isParquet(draft)
          ? { format: "parquet" }
          : { delimiter, gzip: isCompressed, quote_all: quotesAll }),
        ...(isTracked && { track_changes: true }),
      };
    case "lookup_api":
      return { type };
    case "postgres":
    case "mysql":
    case "redshift":
    case "snowflake":
    case "bigquery":
    case "clickhouse":
      return { type, table_name: tableName.trim() };
    case "klaviyo":
    case "hubspot":
    case "brevo":
    case "mailchimp":
    case "meta":
    case "google":
    case "endpoint":
      return {
        type,
        list_name: draft.listName.trim(),
        dry_run: draft.isDryRun,
        withdrawn: draft.isWithdrawn,
        ...(type === "endpoint" && draft.template.trim() !== "" && { template: draft.template }),
      };
    case "spark_table":
      return { type, table_name: tableName.trim(), table_format: tableFormat };
  }
};

const limitOf = (limit: Limit): object | undefined => {
  switch (limit.method) {
    case "none":
      return undefined;
    case "row_count":
      return {
        method: limit.method,
        threshold: limit.threshold,
        direction: limit.isDescending ? "descending" : "ascending",
        ...(limit.outcomeId && { outcome_id: limit.outcomeId }),
      };
    case "percentile":
      return {
        method: limit.method,
        outcome_id: limit.outcomeId,
        percentile_min: limit.min,
        percentile_max: limit.max,
      };
  }
};
