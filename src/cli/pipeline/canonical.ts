// A file and a service say the same in different ways: in one spelling or another, with or without what was only found or
// chosen. Here both become one form, so that they can be compared field by field.

import { isObject, type JsonObject, mapValues, mergePatch } from "../../http/json.js";
import type { ServerRecord } from "../resources/find.js";
import { get, unset } from "../resources/paths.js";
import { type ApiDocument, createSchema, resolved } from "../resources/served.js";
import type { Type } from "../resources/types.js";

/** In the spelling that the service keeps, without nulls. Throws a `Refusal` for two spellings that differ. */
export const canonical = ({ respell }: Type, body: JsonObject): JsonObject =>
  mergePatch({}, respell ? respell(body) : body);

/** What may be written of a record, each thing once. */
export const writtenPart = (api: ApiDocument, type: Type, record: ServerRecord): JsonObject =>
  without(writable(api, createSchema(api, type) ?? {}, record) as JsonObject, type.aliases);

/** What of both is to be compared: without secrets, and without what was chosen where the file says nothing of it. */
export const comparable = (
  { chosen, secrets }: Type,
  record: ServerRecord,
  own: JsonObject,
  described: JsonObject,
): [own: JsonObject, described: JsonObject] => {
  const unsaid = (chosen?.(record) ?? []).filter((path) => get(described, path) === undefined);
  return [without(own, unsaid), without(described, secrets)];
};

const without = (body: JsonObject, paths: readonly string[] = []): JsonObject =>
  paths.reduce((rest, path) => unset(rest, path), body);

/** Only the fields that the schema has; what it leaves open stays. */
const writable = (api: ApiDocument, schema: JsonObject, value: unknown): unknown => {
  const shapes = branches(api, schema);
  if (Array.isArray(value)) {
    const items = asSchema(shapes.find((shape) => isObject(shape.items))?.items);
    return value.map((item) => writable(api, items, item));
  }
  if (!isObject(value)) return value;
  const properties: JsonObject = Object.assign({}, ...shapes.map((shape) => shape.properties));
  const others = shapes.map(anyProperty).find(isObject);
  const isClosed = Object.keys(properties).length > 0 && !others;
  const known = Object.entries(value).filter(([key]) => !isClosed || Object.hasOwn(properties, key));
  return mapValues(Object.fromEntries(known), (inner, key) =>
    writable(api, asSchema(properties[key] ?? others), inner),
  );
};

/** The schema, or those that it is a choice of. */
const branches = (api: ApiDocument, schema: JsonObject): JsonObject[] => {
  const shape = resolved(api, schema);
  const choice = [shape.anyOf, shape.oneOf].flat().filter(isObject);
  return choice.length === 0 ? [shape] : choice.flatMap((each) => branches(api, each));
};

/** What fields of any name must be. */
const anyProperty = ({ patternProperties, additionalProperties }: JsonObject): unknown =>
  isObject(patternProperties) ? Object.values(patternProperties)[0] : additionalProperties;

const asSchema = (schema: unknown): JsonObject => (isObject(schema) ? schema : {});
