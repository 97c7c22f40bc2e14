// Schemas in words: the fields of a body with their types, and links to the schemas that have a name.

import { type Html, html } from "../delivery/report/html.js";
import { isObject, type JsonObject } from "../domain/resource/json.js";
import { prose } from "./page.js";
import { type Site, schemaNameOf } from "./site.js";

export const schemaArticles = (names: readonly string[], site: Site): Html =>
  html`${names.map((name) => {
    const schema = site.document.components.schemas[name]!;
    return html`<article class="schema" id="${name}">
<h3>${name}</h3>
<p>${prose(schema.description)} <small>${typeOf(schema, site)}</small></p>
${fieldsOf(schema, site)}
</article>`;
  })}`;

/** Fields of a schema, with nested fields below their parent. Null if it has none. */
export const fieldsOf = (schema: JsonObject, site: Site): Html | null => {
  const object = objectIn(schema);
  if (!object) return null;
  const { properties, required } = object;
  const named = Object.entries(properties as Record<string, JsonObject>);
  if (named.length === 0) return null;
  const must = Array.isArray(required) ? required : [];
  return html`<dl class="fields">${named.map(([name, field]) => fieldItem(name, field, must.includes(name), site))}</dl>`;
};

const fieldItem = (name: string, field: JsonObject, isRequired: boolean, site: Site): Html => html`<div>
<dt><code>${name}</code> <small>${typeOf(field, site)}${isRequired && ", required"}</small></dt>
<dd>${prose(field.description)}${fieldsOf(field, site)}</dd></div>`;

/** The object in a field, a list or a record. */
const objectIn = (schema: JsonObject): JsonObject | undefined => {
  if (isObject(schema.properties)) return schema;
  if (isObject(schema.items)) return objectIn(schema.items);
  if (isObject(schema.additionalProperties)) return objectIn(schema.additionalProperties);
  return undefined;
};

/** Type in words, such as “list of Decile” or “integer, at least 1”. Named schemas are links. */
export const typeOf = (schema: JsonObject, site: Site): Html => {
  const inner = (part: JsonObject): Html => typeOf(part, site);
  const name = schemaNameOf(schema.$ref);
  if (name !== undefined) return html`<a href="${site.schemaUrl(name)}">${name}</a>`;
  if (Array.isArray(schema.enum)) return html`${between(schema.enum.map(coded), " · ")}`;
  if (schema.const !== undefined) return coded(schema.const);
  if (Array.isArray(schema.anyOf)) return html`${between(schema.anyOf.map(inner), " or ")}`;
  if (isObject(schema.items)) return html`list of ${inner(schema.items)}${limits(schema)}`;
  if (isObject(schema.additionalProperties)) return html`by name, ${inner(schema.additionalProperties)}`;
  return html`${[schema.type ?? "anything"].flat().join(" or ")}${limits(schema)}`;
};

const coded = (value: unknown): Html => html`<code>${String(value)}</code>`;

const between = (parts: readonly Html[], separator: string): (Html | string)[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part]));

const limitWords: Record<string, (value: unknown) => string> = {
  format: (value) => `${value}`,
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => `at least ${value} characters`,
  maxLength: (value) => `at most ${value} characters`,
  minItems: (value) => `at least ${value} items`,
  maxItems: (value) => `at most ${value} items`,
  pattern: (value) => `matching ${value}`,
};

const limits = (schema: JsonObject): string =>
  Object.entries(limitWords)
    .flatMap(([keyword, words]) => (schema[keyword] === undefined ? [] : [`, ${words(schema[keyword])}`]))
    .join("");
