// Random values for a schema of the document: valid, nearly valid and invalid.

import type { OpenApi } from "../../../src/docs/openapi.js";
import { isObject, type JsonObject } from "../../../src/domain/resource/json.js";
import type { Chance } from "./chance.js";

export interface Source {
  document: OpenApi;
  chance: Chance;
  /** Ids and names that exist in the account. */
  known: readonly string[];
}

export const fitting = (schema: unknown, source: Source, depth = 0): unknown => {
  const { document, chance } = source;
  if (!isObject(schema)) return null;
  if (typeof schema.$ref === "string")
    return fitting(document.components.schemas[schema.$ref.split("/").at(-1)!], source, depth);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return chance.one(schema.enum);
  if (Array.isArray(schema.anyOf)) return fitting(chance.one(schema.anyOf), source, depth);
  return ofType(chance.one([schema.type].flat()), schema, source, depth);
};

const ofType = (type: unknown, schema: JsonObject, source: Source, depth: number): unknown => {
  const { chance } = source;
  switch (type) {
    case "object":
      return ofObject(schema, source, depth);
    case "array": {
      const least = Number(schema.minItems ?? 0);
      const length = chance.between(least, Math.max(least, depth > 4 ? 0 : 2));
      return Array.from({ length }, () => fitting(schema.items, source, depth + 1));
    }
    case "integer":
      return chance.between(Number(schema.minimum ?? -2), Math.min(Number(schema.maximum ?? 1000), 1000));
    case "number":
      return chance.one([0, 1, -1, 0.5, 1e-9, 1e15, chance.next()]);
    case "boolean":
      return chance.is(0.5);
    case "string":
      return ofString(schema, source);
    default:
      return null;
  }
};

const ofObject = (schema: JsonObject, source: Source, depth: number): JsonObject => {
  const { chance } = source;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(isObject(schema.properties) ? schema.properties : {})
    .filter(([name]) => required.includes(name) || (depth < 6 && chance.is(0.3)))
    .map(([name, property]) => [name, fitting(property, source, depth + 1)]);
  const values = isObject(schema.additionalProperties) ? schema.additionalProperties : undefined;
  const free = values === undefined || depth > 5 ? [] : Array.from({ length: chance.between(0, 2) });
  return Object.fromEntries([
    ...entries,
    ...free.map(() => [chance.one(words), fitting(values, source, depth + 1)]),
  ]);
};

const words = ["transaction", "datetime", "value", "Date", "Total", "plan", "shipping", "a"];

const ofString = ({ format, examples }: JsonObject, { chance, known }: Source): string => {
  if (format === "date-time") return "2026-01-01T00:00:00.000Z";
  if (format === "email") return "a@example.com";
  if (format === "uri") return chance.one(["https://example.com/x", "http://127.0.0.1:1/", "https://[::1]/"]);
  const example = Array.isArray(examples) ? examples : [];
  return chance.one([...example, ...example, ...words, chance.one(known), chance.one(known)]) as string;
};

/** Removes, replaces or adds one part of the value. */
export const nearlyFitting = (schema: unknown, source: Source): unknown =>
  spoiled(fitting(schema, source), source);

const spoiled = (value: unknown, source: Source): unknown => {
  const { chance } = source;
  const keys = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || keys.length === 0 || chance.is(0.1)) return hostile(source);
  const key = chance.one(keys);
  const { [key]: inner, ...rest } = value;
  switch (chance.between(0, 3)) {
    case 0:
      return rest;
    case 1:
      return { ...value, [chance.one([`${key}x`, "constructor", "", "toString", "nmae"])]: inner };
    case 2:
      return { ...value, [key]: hostile(source) };
    default:
      return { ...value, [key]: spoiled(inner, source) };
  }
};

export const hostileTexts = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\u0000b",
  "'; drop table resource; --",
  '"',
  "%",
  "../../etc/passwd",
  "../..",
  "constructor",
  "hasOwnProperty",
  "<script>alert(1)</script>",
  "\u202e\ufeff",
  "(a+)+$",
  "[",
  "𝒳".repeat(40),
  "x".repeat(300),
  "x".repeat(5000),
  "NaN",
  "-1",
  "9007199254740993",
];

export const hostile = (source: Source, depth = 0): unknown => {
  const { chance, known } = source;
  const scalars = [
    null,
    true,
    0,
    -1,
    1e308,
    -1e308,
    1.5,
    2 ** 53,
    1e-320,
    chance.one(known),
    chance.one(hostileTexts),
  ];
  if (depth > 3 || chance.is(0.6)) return chance.one(scalars);
  if (chance.is(0.5)) return Array.from({ length: chance.between(0, 3) }, () => hostile(source, depth + 1));
  return { [chance.one([...words, ...hostileTexts])]: hostile(source, depth + 1) };
};
