// A dataset's columns may be written as a name alone or with a format, and a stream's value beside its data_map or in it.

import { isDeepStrictEqual } from "node:util";
import { machineName } from "../../domain/stream.js";
import { refuse } from "../../errors/refusal.js";
import { isObject, type JsonObject, mapValues } from "../json.js";
import type { Draft } from "../kind.js";
import { datasetConfigs } from "../schemas/dataset.js";
import { conform } from "../validation.js";
import { oneSpelling } from "./spelling.js";

export const respellDataset = (body: JsonObject): JsonObject => {
  const respelled = respellReferenceKey(body);
  const { options, output_to_streams: streams, output_to_traits: traits } = body;
  if (isObject(options)) respelled.options = respellOptions(options);
  if (isObject(streams)) respelled.output_to_streams = respellStreams(streams);
  if (isObject(traits)) respelled.output_to_traits = mapValues(traits, respellTrait);
  return respelled;
};

/** Throws `upsert-and-incremental`. */
export const parseDataset = (body: JsonObject): Draft<"datasets"> => {
  const type = isObject(body.options) ? body.options.type : undefined;
  const schema = datasetConfigs[type === "merge" || type === "postgres" ? type : "hosted_csv"];
  const { name, ...config } = conform(schema, body);
  if (config.upsert_columns && config.incremental_column !== undefined)
    throw refuse("upsert-and-incremental");
  return { name, config };
};

/** There used to be one reference key. */
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

const respellOptions = (options: JsonObject): JsonObject => {
  const row = options.header_row;
  return typeof row === "string" ? { ...options, header_row: Number(row) } : options;
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

const respellMapping = (mapping: JsonObject, at: string): JsonObject => {
  const { value, data_map: written, ...rest } = mapping;
  const dataMap = mapValues(isObject(written) ? written : {}, asColumn);
  if (value === undefined) return { ...rest, data_map: dataMap };
  const column = asColumn(value);
  if (dataMap.value !== undefined && !isDeepStrictEqual(dataMap.value, column))
    throw refuse("spelling-conflict", { first: `${at}.value`, second: `${at}.data_map.value` });
  return { ...rest, data_map: { ...dataMap, value: column } };
};

/** A column written anew forgets the format it had: in a patch, null removes it. */
const asColumn = (written: unknown): unknown =>
  typeof written === "string" ? { column_name: written, format: null } : written;

const respellTrait = (trait: unknown): unknown => {
  if (!isObject(trait) || !isObject(trait.transformation_table)) return trait;
  const texts = mapValues(trait.transformation_table, (to) => (to === null ? null : String(to)));
  return { ...trait, transformation_table: texts };
};
