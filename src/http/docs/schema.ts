// A schema in words: what type a value has and what it must hold to, and the fields of an object with theirs.

import { type Html, html } from "../../delivery/report/html.js";
import { isObject, type JsonObject } from "../json.js";
import { prose } from "./layout.js";

/** Fields of objects within are told below their field. Null for what has no fields. */
export const fieldsOf = (schema: JsonObject): Html | null => {
  const object = objectIn(schema);
  if (!object) return null;
  const { properties, required } = object;
  const named = Object.entries(properties as Record<string, JsonObject>);
  if (named.length === 0) return null;
  const must = Array.isArray(required) ? required : [];
  return html`<dl class="fields">${named.map(([name, field]) => fieldItem(name, field, must.includes(name)))}</dl>`;
};

const fieldItem = (name: string, field: JsonObject, isRequired: boolean): Html => html`<div>
<dt><code>${name}</code> <small>${typeOf(field)}${isRequired && ", required"}</small></dt>
<dd>${prose(field.description)}${fieldsOf(field)}</dd></div>`;

/** The object that a field is, is a list of, or has by name. */
const objectIn = (schema: JsonObject): JsonObject | undefined => {
  if (isObject(schema.properties)) return schema;
  if (isObject(schema.items)) return objectIn(schema.items);
  if (isObject(schema.patternProperties)) return objectIn(valuesOf(schema.patternProperties));
  return undefined;
};

const valuesOf = (patterns: JsonObject): JsonObject => {
  const [values] = Object.values(patterns);
  return isObject(values) ? values : {};
};

/** As in “list of Decile” or “integer, at least 1”; components are links. */
export const typeOf = (schema: JsonObject): Html => {
  if (typeof schema.$ref === "string") return link(schema.$ref);
  if (Array.isArray(schema.enum)) return html`${between(schema.enum.map(coded), " · ")}`;
  if (schema.const !== undefined) return coded(schema.const);
  if (Array.isArray(schema.anyOf)) return html`${between(schema.anyOf.map(typeOf), " or ")}`;
  if (isObject(schema.items)) return html`list of ${typeOf(schema.items)}${limits(schema)}`;
  if (isObject(schema.patternProperties)) return html`by name, ${typeOf(valuesOf(schema.patternProperties))}`;
  return html`${[schema.type ?? "anything"].flat().join(" or ")}${limits(schema)}`;
};

const link = (reference: string): Html => {
  const name = reference.split("/").at(-1)!;
  return html`<a href="#${name}">${name}</a>`;
};

const coded = (value: unknown): Html => html`<code>${String(value)}</code>`;

const between = (parts: readonly Html[], separator: string): (Html | string)[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part]));

const limitWords: Record<string, (value: unknown) => string> = {
  format: (value) => `${value}`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => `${value} characters or more`,
  maxLength: (value) => `${value} characters at most`,
  minItems: (value) => `${value} or more`,
  maxItems: (value) => `${value} at most`,
  pattern: (value) => `of the form ${value}`,
};

const limits = (schema: JsonObject): string =>
  Object.entries(limitWords)
    .flatMap(([keyword, words]) => (schema[keyword] === undefined ? [] : [`, ${words(schema[keyword])}`]))
    .join("");
