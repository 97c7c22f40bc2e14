// The schema of a merge patch follows from the schema of what it patches: every field may be absent, and null removes it.
// Arrays are replaced whole, so inside them nothing changes.

import { type TSchema, Type } from "@sinclair/typebox";
import { isObject, type JsonObject, mapValues } from "../json.js";

/** Null is added to the type itself and not as a branch of a union, so that errors stay about the field. */
export const mergePatchOf = (schema: TSchema, title: string): TSchema =>
  Type.Unsafe({ ...patched(schema), type: "object", title });

const patched = (schema: JsonObject): JsonObject => {
  const { required: _required, default: _default, title: _title, ...kept } = schema;
  return {
    ...kept,
    ...(isObject(kept.properties) && { properties: nullableEach(kept.properties) }),
    ...(isObject(kept.patternProperties) && {
      patternProperties: nullableEach(kept.patternProperties),
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
