// The example of a schema is its own where it has one; else it is put together from those of its parts. Of a request it
// holds what is required, of an answer everything that there can be.

import { isObject, type JsonObject, mapValues } from "../json.js";

const exampleId = "3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05";

export type Side = "request" | "answer";

export const exampleOf = (schema: unknown, side: Side): unknown => {
  if (!isObject(schema)) return null;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0], side);
  return ofType(schema, side);
};

const ofType = (schema: JsonObject, side: Side): unknown => {
  switch ([schema.type].flat()[0]) {
    case "object":
      return ofObject(schema, side);
    case "array":
      return [exampleOf(schema.items, side)];
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
    case "string":
      return byFormat[String(schema.format)] ?? "text";
    default:
      return null;
  }
};

const byFormat: Record<string, string> = {
  uuid: exampleId,
  "date-time": "2026-01-31T09:30:00.000Z",
  email: "owner@example.com",
  uri: "https://example.com/hook",
};

const ofObject = ({ properties, patternProperties, required }: JsonObject, side: Side): JsonObject => {
  if (isObject(patternProperties)) return { name: exampleOf(Object.values(patternProperties)[0], side) };
  const wanted = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) => side === "answer" || (Array.isArray(required) && required.includes(name)),
  );
  return mapValues(Object.fromEntries(wanted), (property) => exampleOf(property, side));
};
