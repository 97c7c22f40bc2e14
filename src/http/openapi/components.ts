// Components of the OpenAPI document. Schemas with a title become components of that name, so that generated
// types have readable names. Two schemas with the same title must be equal.

import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { assert } from "../../errors/refusal.js";
import { mapValues } from "../json.js";
import { ruleKeyword } from "../schemas/rules.js";
import { recordedExample } from "./recorded.js";

export class Components {
  readonly schemas: Record<string, JsonObject> = {};
  readonly examples: Record<string, JsonObject> = {};

  /** A JSON body of the schema with an example. Examples of titled schemas and lists of them are stored once. */
  media(schema: JsonObject, side: Side): JsonObject {
    const hoisted = this.hoist(schema);
    const name = nameOf(schema);
    if (name === undefined) return { schema: hoisted, example: exampleOf(schema, side) };
    const compose = (part: unknown): unknown => exampleOf(part, side);
    const value = recordedExample(name, schema, compose) ?? compose(schema);
    this.examples[name] = { value };
    return { schema: hoisted, examples: { [name]: { $ref: `#/components/examples/${name}` } } };
  }

  /** The schema, with titled schemas replaced by references to their components. */
  hoist(schema: unknown): JsonObject {
    return this.replace(schema) as JsonObject;
  }

  private replace(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.replace(item));
    if (!isObject(schema)) return schema;
    if (isOfSeveralTypes(schema)) return this.replace(eachAlone(schema));
    const { [ruleKeyword]: rule, ...stated } = withoutConstantBoolean(schema);
    const { title } = stated;
    const inner = mapValues({ ...stated, ...(isObject(rule) && rule) }, (value, key) =>
      isExample(key) ? value : this.replace(value),
    );
    if (typeof title !== "string") return inner;
    this.keep(title, inner);
    return { $ref: `#/components/schemas/${title}` };
  }

  private keep(title: string, schema: JsonObject): void {
    const known = this.schemas[title];
    assert(!known || JSON.stringify(known) === JSON.stringify(schema), `two schemas are titled ${title}`);
    this.schemas[title] = schema;
  }
}

/** Generators of clients know a type or null, and refuse a list of more types than one. */
const isOfSeveralTypes = ({ type }: JsonObject): boolean =>
  Array.isArray(type) && type.filter((each) => each !== "null").length > 1;

/** A boolean that is there only when true is a boolean: openapi-generator makes Java of it that does not compile. */
const withoutConstantBoolean = ({ const: constant, ...rest }: JsonObject): JsonObject =>
  constant === undefined || rest.type === "boolean" ? rest : { const: constant, ...rest };

/** The same as alternatives of one type each. Scalars, which conditions are full of, have a name. */
const eachAlone = ({ type, maxLength, pattern, ...rest }: JsonObject): JsonObject => {
  const types = (type as string[]).filter((each) => each !== "null");
  const ofTexts = {
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
  };
  const alternatives = types.map((each) => ({ type: each, ...(each === "string" && ofTexts) }));
  const value = types.join() === "string,number,boolean" ? scalar(maxLength, alternatives) : undefined;
  const isNullable = (type as string[]).includes("null");
  const all = [...(value ? [value] : alternatives), ...(isNullable ? [{ type: "null" }] : [])];
  return { ...rest, anyOf: all };
};

/** Scalar of a bounded length, as columns hold, or of none, as values are delivered. */
const scalar = (maxLength: unknown, anyOf: JsonObject[]): JsonObject => ({
  title: maxLength === undefined ? "Scalar" : "ShortScalar",
  description: "A text, a number, or true or false.",
  anyOf,
});

const nameOf = ({ title, items }: JsonObject): string | undefined => {
  if (typeof title === "string") return title;
  return isObject(items) && typeof items.title === "string" ? `${items.title}List` : undefined;
};

const isExample = (key: string): boolean => key === "examples" || key === "default" || key === "enum";

export type Side = "request" | "answer";

/**
 * The example of a schema: its own, or else composed of its parts. A request contains required fields, an
 * answer all fields.
 */
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
  "date-time": "2026-01-31T09:30:00.000Z",
  email: "owner@example.com",
  uri: "https://example.com/hook",
};

const ofObject = ({ properties, additionalProperties, required }: JsonObject, side: Side): JsonObject => {
  if (isObject(additionalProperties)) return { name: exampleOf(additionalProperties, side) };
  const wanted = Object.entries(isObject(properties) ? properties : {}).filter(
    ([name]) => side === "answer" || (Array.isArray(required) && required.includes(name)),
  );
  return mapValues(Object.fromEntries(wanted), (property) => exampleOf(property, side));
};
