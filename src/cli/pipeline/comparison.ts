// Comparison of a described resource with the service's record. Both are first brought into one form, because
// they may use different spellings and the record also has fields that the service chose; then they are
// compared field by field.

import { isDeepStrictEqual } from "node:util";
import { entryOf } from "../../domain/resource/entry.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { mapValues, mergePatch } from "../../http/json.js";
import type { ServerRecord } from "../resources/find.js";
import { type ApiDocument, createSchema, resolved } from "../resources/openapi.js";
import { below, get, unset } from "../resources/paths.js";
import type { Type } from "../resources/types.js";
import { spellingOf } from "./spellings.js";

/**
 * The spelling that the service stores, without nulls. Throws a `Refusal` for two spellings that contradict
 * each other.
 */
export const canonical = (type: Type, body: JsonObject): JsonObject => {
  const { respell } = spellingOf(type);
  return mergePatch({}, respell ? respell(body) : body);
};

/** The writable fields of a record, each once. */
export const writtenPart = (api: ApiDocument, type: Type, record: ServerRecord): JsonObject => {
  const { aliases = [], computed } = spellingOf(type);
  return without(writable(api, createSchema(api, type) ?? {}, record) as JsonObject, [
    ...aliases,
    ...(computed?.(record) ?? []),
  ]);
};

/** The comparable parts of both: without secrets, and without fields that the service chose and the file omits. */
export const comparable = (
  type: Type,
  record: ServerRecord,
  own: JsonObject,
  described: JsonObject,
): [own: JsonObject, described: JsonObject] => {
  const { chosen, secrets } = spellingOf(type);
  const unsaid = (chosen?.(record) ?? []).filter((path) => get(described, path) === undefined);
  return [without(own, unsaid), without(described, secrets)];
};

const without = (body: JsonObject, paths: readonly string[] = []): JsonObject =>
  paths.reduce((rest, path) => unset(rest, path), body);

/** Keeps the fields that the schema has; where the schema is open, all fields. */
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
    writable(api, asSchema(entryOf(properties, key) ?? others), inner),
  );
};

/** The schema, or its alternatives. */
const branches = (api: ApiDocument, schema: JsonObject): JsonObject[] => {
  const shape = resolved(api, schema);
  const choice = [shape.anyOf, shape.oneOf].flat().filter(isObject);
  return choice.length === 0 ? [shape] : choice.flatMap((each) => branches(api, each));
};

/** The schema of fields with arbitrary names. */
const anyProperty = ({ patternProperties, additionalProperties }: JsonObject): unknown =>
  isObject(patternProperties) ? Object.values(patternProperties)[0] : additionalProperties;

const asSchema = (schema: unknown): JsonObject => (isObject(schema) ? schema : {});

/** Undefined means not set. */
export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

/** Fields in `whole` are reported and replaced as one. */
export const fieldChanges = (
  before: JsonObject,
  after: JsonObject,
  whole: readonly string[] = [],
  at = "",
): FieldChange[] =>
  differing(before, after).flatMap((key) => {
    const [old, now] = [entryOf(before, key), entryOf(after, key)];
    const path = below(at, key);
    return isObject(old) && isObject(now) && !whole.includes(path)
      ? fieldChanges(old, now, whole, path)
      : [{ path, before: old, after: now }];
  });

export const mergePatchBetween = (
  before: JsonObject,
  after: JsonObject,
  whole: readonly string[] = [],
  at = "",
): JsonObject =>
  Object.fromEntries(
    differing(before, after).map((key) => {
      const [old, now] = [entryOf(before, key), entryOf(after, key)];
      const path = below(at, key);
      const isMerged = isObject(old) && isObject(now) && !whole.includes(path);
      return [key, isMerged ? mergePatchBetween(old, now, whole, path) : (now ?? null)];
    }),
  );

const differing = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(entryOf(before, key), entryOf(after, key)),
  );

/** An empty value equals an absent one. */
const isSame = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || isDeepStrictEqual(a, b);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
