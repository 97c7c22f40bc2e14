// Targets (deployments) on the way in and out. The mode of a representation, the type of options and the
// method of a limit each have their own fields. A request with a field that does not belong is refused; a
// field left over from before a patch is dropped.

import { canonicalType } from "../../domain/data/connection.js";
import {
  isProgram,
  type ProgramType,
  programTypes,
  type WrittenBucketType,
  type WrittenDatabaseType,
  writtenBucketTypes,
  writtenDatabaseTypes,
} from "../../domain/data/connections/registry.js";
import { entryOf } from "../../domain/resource/entry.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { parsedTemplate } from "../../domain/target/contact-template.js";
import { isListPreset } from "../../domain/target/list-columns.js";
import {
  areas,
  csvFields,
  fileFields,
  isObject as isBucketObject,
  isByPerson,
  isParquetFile,
  isProgramList,
  isSent,
  type ProgramList,
  presetOf,
  type Representation,
  type SentContacts,
  type TargetConfig,
  type TargetLimit,
  type TargetResult,
  tracksChanges,
  unavailableFilters,
  type WrittenLimit,
  type WrittenRepresentation,
  writtenTarget,
} from "../../domain/target/target.js";
import { presets, presetsOf } from "../../domain/target/target-presets.js";
import { type Refusal, refuse } from "../../errors/refusal.js";
import type { Resource } from "../../store/resources.js";
import type { Draft, RenderInput } from "../kind.js";
import { asksForStandingLink } from "../links.js";
import { conform } from "../validation.js";
import { dataThrough, isoMs, isoSeconds, oneSpelling, recordOf } from "./record.js";
import { shownBins } from "./trait.js";

/** The link is signed, so that it works without a key. */
export const renderTarget = (
  target: Resource<"targets">,
  { referenced, newer, links }: RenderInput,
): JsonObject => {
  const { config, result, id } = target;
  const { manifest } = result ?? {};
  const signed = asksForStandingLink(target) ? links.standing : links.dated;
  const linkTo = (part: string) => signed(target, `/targets/${id}/${part}`);
  const outputUrl =
    config.options.type === "lookup_api"
      ? `${links.apiUrl}/targets/${id}/lookup`
      : linkTo(isParquetFile(target.config) ? "download.parquet" : "download.csv");
  return recordOf(target, {
    ...config,
    options: { ...config.options, output_url: outputUrl },
    row_count: result?.rows,
    left_out_count: result?.left_out_count,
    contacted_count: result?.contacted_count,
    file_size: result?.bytes,
    columns: result?.columns,
    final_structure: result?.structure,
    manifest_url: result === null ? undefined : linkTo("manifest"),
    changes_url: result?.tracked ? linkTo("changes.csv") : undefined,
    scored_at: isoMs(manifest?.scored_at),
    data_through: manifest ? isoSeconds(manifest.data_through) : dataThrough(referenced),
    delivery: result?.sent && renderSent(result.sent),
    waiting_files: newer.countFor(target),
  });
};

const renderSent = ({ list, connection_id: _, ...sent }: SentContacts): JsonObject => ({
  ...sent,
  list_name: list?.name,
});

export const renderTargetAnalysis = ({
  rows,
  left_out_count,
  analysis,
  people,
}: TargetResult): JsonObject => ({
  row_count: rows,
  left_out_count,
  columns: analysis,
  ...(people && {
    geographies: people.geographies,
    traits: people.traits.map(({ name, bins }) => ({ trait_name: name, bins: shownBins(bins) })),
    attributes: people.attributes.map(({ name, bins }) => ({ attribute_name: name, bins: shownBins(bins) })),
  }),
});

/** The fields of each mode, type and method. */
const choices = {
  representation: {
    by: "mode",
    fields: {
      identified: ["transform_preset", "aggregate"],
      hashed: ["transform_preset"],
      referenced: ["transform_preset", "reference"],
      aggregated: ["transform_preset", "aggregate"],
    },
  },
  options: {
    by: "type",
    fields: {
      hosted_csv: fileFields,
      lookup_api: ["live"],
      ...(Object.fromEntries(
        writtenDatabaseTypes.map((type) => [type, ["table_name", "merge_by"]]),
      ) as Record<WrittenDatabaseType, string[]>),
      ...(Object.fromEntries(writtenBucketTypes.map((type) => [type, ["key", ...fileFields]])) as Record<
        WrittenBucketType,
        string[]
      >),
      ...(Object.fromEntries(
        programTypes.map((type) => [
          type,
          ["list_name", "dry_run", "withdrawn", ...(type === "endpoint" ? ["template"] : [])],
        ]),
      ) as Record<ProgramType, string[]>),
      spark_table: ["table_name", "table_format"],
    },
  },
  limit: {
    by: "method",
    fields: {
      row_count: ["threshold", "outcome_id", "direction"],
      percentile: ["outcome_id", "percentile_min", "percentile_max"],
    },
  },
} satisfies Record<string, { by: string; fields: Record<string, string[]> }>;
type Part = keyof typeof choices;
const parts = Object.keys(choices) as Part[];

/** Throws `spelling-conflict`, `preset-unavailable`, `target-field-foreign`, `identities-of-a-person` or `filter-unavailable`. */
export const respellTarget = (body: JsonObject): JsonObject => {
  const { representation, options } = body;
  const respelled: JsonObject = {
    ...body,
    ...(isObject(representation) && { representation: respellRepresentation(representation) }),
    ...(isObject(options) &&
      options.type !== undefined && {
        options: { ...options, type: canonicalType(options.type) },
      }),
  };
  if (isObject(respelled.representation)) checkPreset(respelled.representation);
  for (const part of parts) checkForeign(part, respelled[part]);
  if (isObject(body.filter)) respelled.filter = availableFilter(body.filter);
  return respelled;
};

const respellRepresentation = ({
  reference_dataset_id: id,
  output_multiple_identities: areMultiple,
  ...rest
}: JsonObject): JsonObject => {
  if (areMultiple === true) throw refuse("identities-of-a-person");
  if (id === undefined || id === null) return rest;
  const reference = isObject(rest.reference) ? rest.reference : {};
  const both = { ...reference, reference_dataset_id: id };
  return { ...rest, reference: oneSpelling(both, "dataset_id", "reference_dataset_id", "representation.") };
};

/** Presets of the published API that the mode does not have. A patch without a mode may name those of any. */
const checkPreset = ({ mode = "hashed", transform_preset: preset }: JsonObject): void => {
  if (preset === undefined || preset === null) return;
  const available = presetsOf(String(mode));
  if (available.includes(String(preset))) return;
  const values = { preset: String(preset), mode: String(mode), presets: available.join(", ") };
  throw refuse("preset-unavailable", values, [
    {
      path: "representation.transform_preset",
      message: `must be one of ${values.presets}`,
      context: { errorType: "unavailable" },
    },
  ]);
};

const checkForeign = (part: Part, written: unknown): void => {
  if (!isObject(written)) return;
  const { by } = choices[part];
  for (const [field, value] of Object.entries(written))
    if (value !== null && isOfCsvAlone(part, written, field))
      throw foreign(`options.${field}`, "format parquet");
  const own = ownFields(part, written);
  if (!own) return;
  for (const [field, value] of Object.entries(written))
    if (!own.includes(field) && value !== null) throw foreign(`${part}.${field}`, `${by} ${written[by]}`);
  const { mode, aggregate } = written;
  if (
    part === "representation" &&
    typeof aggregate === "string" &&
    isArea(aggregate) !== (mode === "aggregated")
  )
    throw foreign(`representation.aggregate ${aggregate}`, `mode ${mode}`);
};

/** Undefined for an absent or unknown choice. */
const ownFields = (part: Part, written: JsonObject): string[] | undefined => {
  const { by, fields } = choices[part];
  const own = entryOf(fields as Record<string, string[]>, String(written[by]));
  return own && [by, ...own.filter((field) => !isOfCsvAlone(part, written, field))];
};

const isOfCsvAlone = (part: Part, { format }: JsonObject, field: string): boolean =>
  part === "options" && format === "parquet" && (csvFields as readonly string[]).includes(field);

const isArea = (aggregate: string): boolean => (areas as readonly string[]).includes(aggregate);

const foreign = (field: string, choice: string): Refusal =>
  refuse("target-field-foreign", { field, choice }, [
    { path: field.split(" ")[0]!, message: `does not apply to ${choice}`, context: { errorType: "foreign" } },
  ]);

/** Without the filters that say nothing here. Refuses `filter-unavailable` for those that have a condition. */
const availableFilter = (filter: JsonObject): JsonObject => {
  const kept = { ...filter };
  for (const [field, because] of Object.entries(unavailableFilters)) {
    const { [field]: value } = kept;
    delete kept[field];
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) throw refuse("filter-unavailable", { field, ...because });
  }
  return kept;
};

/** Throws `body-invalid`, `target-field-foreign` or `limit-bounds-inverted`. */
export const parseTarget = (body: JsonObject): Draft<"targets"> => {
  const { name, ...config } = conform(writtenTarget, { ...body, ...withoutLeftovers(body) });
  const { type } = config.options;
  const written = representationOf(config.representation);
  const representation = isProgram(type) ? listOf(type, written) : written;
  const { options, filter, limit, custom_structure, human_readable, analysis_config } = config;
  const parsed: TargetConfig = {
    scope_id: config.scope_id,
    ...(config.connection_id !== undefined && { connection_id: config.connection_id }),
    representation,
    options: options as TargetConfig["options"],
    ...(filter && { filter }),
    ...(limit && { limit: limitOf(limit) }),
    ...(custom_structure && { custom_structure }),
    ...(human_readable !== undefined && { human_readable }),
    ...(analysis_config && { analysis_config }),
  };
  if (parsed.options.type === "lookup_api") checkLookup(parsed);
  checkConnection(parsed);
  checkColumns(parsed);
  checkFormat(parsed);
  checkTracking(parsed);
  return { name, config: parsed };
};

const withoutLeftovers = (body: JsonObject): JsonObject => {
  const kept: JsonObject = {};
  for (const part of parts) {
    const written = body[part];
    const own = isObject(written) ? ownFields(part, written) : undefined;
    if (isObject(written) && own)
      kept[part] = Object.fromEntries(Object.entries(written).filter(([field]) => own.includes(field)));
  }
  return kept;
};

const representationOf = ({
  mode,
  aggregate,
  reference,
  transform_preset: preset,
}: WrittenRepresentation): Representation => {
  switch (mode) {
    case "identified": {
      const list = isListPreset(preset) ? preset : undefined;
      const unit = aggregate === "residence" || aggregate === "record" ? aggregate : "person";
      if (list && unit !== "person")
        throw foreign(`representation.aggregate ${unit}`, `transform_preset ${list}`);
      return {
        mode,
        aggregate: unit,
        ...(list && { transform_preset: list }),
      };
    }
    case "hashed": {
      const platform = presets.find((known) => known === preset);
      return { mode, ...(platform && { transform_preset: platform }) };
    }
    case "referenced":
      if (!reference) throw missing("representation.reference");
      return { mode, reference };
    case "aggregated": {
      const area = areas.find((known) => known === aggregate);
      if (!area) throw missing("representation.aggregate");
      return { mode, aggregate: area };
    }
  }
};

/** A program takes the list of people in its own columns. */
const listOf = (type: ProgramType, written: Representation): Representation => {
  const preset = type === "mailchimp" ? "mailchimp" : "klaviyo";
  if (written.mode !== "identified") throw foreign(`representation.mode ${written.mode}`, `type ${type}`);
  const { aggregate, transform_preset: chosen = preset } = written;
  if (aggregate !== "person") throw foreign(`representation.aggregate ${aggregate}`, `type ${type}`);
  if (chosen !== preset) throw foreign(`representation.transform_preset ${chosen}`, `type ${type}`);
  return { mode: "identified", aggregate, transform_preset: preset };
};

const limitOf = ({ method, ...rest }: WrittenLimit): TargetLimit => {
  const { threshold, outcome_id, direction, percentile_min: min, percentile_max: max } = rest;
  if (method === "row_count") {
    if (threshold === undefined) throw missing("limit.threshold");
    return { method, threshold, ...(outcome_id && { outcome_id }), ...(direction && { direction }) };
  }
  if (outcome_id === undefined) throw missing("limit.outcome_id");
  if (min === undefined) throw missing("limit.percentile_min");
  if (max === undefined) throw missing("limit.percentile_max");
  if (min > max) throw refuse("limit-bounds-inverted", { min, max });
  return { method, outcome_id, percentile_min: min, percentile_max: max };
};

const missing = (path: string): Refusal =>
  refuse("body-invalid", { detail: `${path} is required` }, [
    { path, message: "is required", context: { errorType: "missing" } },
  ]);

/** Maximum length of the name of a table. */
const mostCharacters: Record<WrittenDatabaseType, number> = {
  postgres: 63,
  mysql: 64,
  redshift: 127,
  snowflake: 255,
  bigquery: 1024,
  // A file of the server has the name, with a suffix and an escape for each sign.
  clickhouse: 190,
};

const tooLong = (path: string, most: number): Refusal =>
  refuse("body-invalid", { detail: `${path} must have at most ${most} characters` }, [
    { path, message: `must have at most ${most} characters`, context: { errorType: "maxLength" } },
  ]);

const checkConnection = ({ options, connection_id }: TargetConfig): void => {
  if (options.type === "spark_table" && options.table_name === undefined) throw missing("options.table_name");
  if (!isSent(options)) {
    if (connection_id !== undefined) throw foreign("connection_id", `type ${options.type}`);
    return;
  }
  if (connection_id === undefined) throw missing("connection_id");
  if (isBucketObject(options)) {
    if (options.key === undefined) throw missing("options.key");
    return;
  }
  if (isProgramList(options)) {
    checkProgram(options);
    return;
  }
  if (options.table_name === undefined) throw missing("options.table_name");
  const most = mostCharacters[options.type];
  if (options.table_name.length > most) throw tooLong("options.table_name", most);
};

const checkProgram = ({ list_name, template }: ProgramList): void => {
  if (list_name === undefined) throw missing("options.list_name");
  if (template === undefined || parsedTemplate(template)) return;
  const message = "must be JSON of an object";
  throw refuse("body-invalid", { detail: `options.template ${message}` }, [
    { path: "options.template", message, context: { errorType: "invalid" } },
  ]);
};

/** The columns of a preset are the program's. */
const checkColumns = ({ representation, custom_structure: chosen }: TargetConfig): void => {
  const preset = "transform_preset" in representation && representation.transform_preset;
  if (preset && chosen) throw foreign("custom_structure", `transform_preset ${preset}`);
};

/** Other programs and people who read a list take CSV. */
const checkFormat = (config: TargetConfig): void => {
  const preset = presetOf(config);
  if (preset && isParquetFile(config)) throw foreign("options.format parquet", `transform_preset ${preset}`);
};

/** Throws `changes-impossible`. */
const checkTracking = (config: TargetConfig): void => {
  if (!tracksChanges(config) || isByPerson(config)) return;
  const { representation: form } = config;
  const representation = "aggregate" in form ? `${form.mode} with aggregate ${form.aggregate}` : form.mode;
  throw refuse("changes-impossible", { representation }, [
    {
      path: "options.track_changes",
      message: "needs one row per person",
      context: { errorType: "unavailable" },
    },
  ]);
};

/** A lookup covers everyone, one person at a time. */
const checkLookup = ({ representation, filter, limit }: TargetConfig): void => {
  const choice = "type lookup_api";
  if (representation.mode !== "identified")
    throw foreign(`representation.mode ${representation.mode}`, choice);
  if (representation.aggregate !== "person")
    throw foreign(`representation.aggregate ${representation.aggregate}`, choice);
  if (representation.transform_preset)
    throw foreign(`representation.transform_preset ${representation.transform_preset}`, choice);
  if (filter) throw foreign("filter", choice);
  if (limit) throw foreign("limit", choice);
};
