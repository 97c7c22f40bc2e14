// Recorded examples: requests to a small made-up shop and the service's answers, by the title of their
// schema. They are recorded by `test/api/examples.slow.test.ts`; what the schemas have gained or lost since
// then is filled in or left out here.

import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { mapValues } from "../json.js";
import examples from "./examples.json" with { type: "json" };

/** Undefined where nothing was recorded. `compose` makes the example of a field that the recording lacks. */
export const recordedExample = (
  name: string,
  schema: JsonObject,
  compose: (schema: unknown) => unknown,
): unknown => {
  const found = (examples as JsonObject)[name];
  return found === undefined ? undefined : fitted(found, schema, compose);
};

const fitted = (value: unknown, schema: unknown, compose: (schema: unknown) => unknown): unknown => {
  if (!isObject(schema)) return value;
  if (Array.isArray(value)) return value.map((item) => fitted(item, schema.items, compose));
  if (!isObject(value)) return value;
  if (isObject(schema.properties)) return fittedObject(value, schema, schema.properties, compose);
  return mapValues(value, (inner) => fitted(inner, schema.additionalProperties, compose));
};

const fittedObject = (
  value: JsonObject,
  { required }: JsonObject,
  properties: JsonObject,
  compose: (schema: unknown) => unknown,
): JsonObject => {
  const isNeeded = (field: string): boolean => Array.isArray(required) && required.includes(field);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([field, schema]) => {
      if (Object.hasOwn(value, field)) return [[field, fitted(value[field], schema, compose)]];
      return isNeeded(field) ? [[field, compose(schema)]] : [];
    }),
  );
};
