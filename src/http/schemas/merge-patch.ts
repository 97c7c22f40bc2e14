// Schemas of merge patches, derived from the schema of the resource: every field is optional and nullable.
// Patches replace arrays as a whole, so the items of arrays keep their schema.

import { type TSchema, Type } from "@sinclair/typebox";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { mapValues } from "../json.js";
import { ruleKeyword } from "./rules.js";

/** Adds null to the type instead of a union, so that errors name the field. */
export const mergePatchOf = (schema: TSchema, title: string): TSchema =>
  Type.Unsafe({ ...patched(schema), type: "object", title });

const patched = (schema: JsonObject): JsonObject => {
  const { required: _required, default: _default, title: _title, [ruleKeyword]: _rule, ...named } = schema;
  // A field that is cleared counts: so many are checked once the patch is merged.
  const { minProperties: _fewest, maxProperties: _most, ...kept } = named;
  return {
    ...kept,
    ...(isObject(kept.properties) && { properties: nullableEach(kept.properties) }),
    ...(isObject(kept.additionalProperties) && {
      additionalProperties: nullable(kept.additionalProperties),
    }),
  };
};

const nullableEach = (schemas: JsonObject): JsonObject =>
  mapValues(schemas, (schema) => nullable(schema as JsonObject));

const nullable = (schema: JsonObject): JsonObject => {
  if (Array.isArray(schema.anyOf))
    return { ...schema, anyOf: [...schema.anyOf.map(patched), { type: "null" }] };
  const open = patched(schema);
  return {
    ...open,
    type: [open.type, "null"].flat(),
    ...(Array.isArray(open.enum) && { enum: [...open.enum, null] }),
  };
};
