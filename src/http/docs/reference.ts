// The API reference: contents, operations by tag, then schemas.

import { type Html, html } from "../../delivery/report/html.js";
import { isObject, type JsonObject } from "../json.js";
import type { OpenApi } from "../openapi/document.js";
import { layout, prose } from "./layout.js";

export const referencePage = (document: OpenApi): string => {
  const { info, tags, components } = document;
  const groups = tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  const schemas = Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return layout(
    `${info.title} API`,
    html`<a class="skip" href="#content">Skip contents</a>
<nav aria-label="Contents">
${groups.map(({ name, operations }) => navGroup(name.replaceAll("_", " "), operations.map(navOperation)))}
${navGroup(
  "schemas",
  schemas.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`),
)}
</nav>
<main id="content">
<h1>${info.title} API</h1>
<p>${prose(info.description)}</p>
<p>Machine-readable: <a href="openapi.json">openapi.json</a>. See also <a href="docs/errors">all errors</a>.</p>
${groups.map(
  ({ name, description, operations }) => html`<section><h2 id="tag-${name}">${name.replaceAll("_", " ")}</h2>
<p>${prose(description)}</p>
${operations.map((each) => operationArticle(each, document))}</section>`,
)}
<section><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => schemaArticle(name, schema))}</section>
</main>`,
  );
};

const operationsOf = ({ paths }: OpenApi, tag: string): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      (operation.tags as string[])[0] === tag ? [{ method, path, operation }] : [],
    ),
  );

const navGroup = (name: string, items: readonly Html[]): Html =>
  html`<details><summary>${name}</summary><ul>${items}</ul></details>`;

const navOperation = ({ operation }: DocumentedOperation): Html =>
  html`<li><a href="#${String(operation.operationId)}">${String(operation.summary)}</a></li>`;

const schemaArticle = (name: string, schema: JsonObject): Html => html`<article id="${name}">
<h3>${name}</h3>
<p>${prose(schema.description)} <small>${typeOf(schema)}</small></p>
${fieldsOf(schema)}
</article>`;

export interface DocumentedOperation {
  method: string;
  path: string;
  operation: JsonObject;
}

export const operationArticle = (
  { method, path, operation }: DocumentedOperation,
  document: OpenApi,
): Html => {
  const { operationId, summary, description, parameters, requestBody, responses, security } = operation;
  const keyScopes = operation["x-key-scopes"];
  return html`<article id="${String(operationId)}">
<h3>${String(summary)}</h3>
<code class="at"><b>${method.toUpperCase()}</b> ${path}</code>
<p>${prose(description)} ${access(security)} ${scopesOf(keyScopes)}</p>
${parameterList(parameters as JsonObject[])}
${isObject(requestBody) && bodyPart("Body", requestBody, document)}
${Object.entries(responses as Record<string, JsonObject>).map(([status, response]) => responsePart(status, response, document))}
</article>`;
};

const access = (security: unknown): Html | null => {
  if (!Array.isArray(security)) return null;
  const words = security.length === 0 ? "Needs no key." : "Needs a key, a session or a signed link.";
  return html`<span class="soft">${words}</span>`;
};

const scopesOf = (scopes: unknown): Html | null =>
  Array.isArray(scopes) ? html`<span class="soft">Scopes of keys: ${scopes.join(", ")}.</span>` : null;

const parameterList = (parameters: readonly JsonObject[]): Html | false =>
  parameters.length > 0 &&
  html`<h4>Parameters</h4><dl class="fields">${parameters.map(
    ({ name, in: place, required, schema, description }) => html`<div>
<dt><code>${String(name)}</code> <small>in the ${String(place)}, ${typeOf(schema as JsonObject)}${required === true && ", required"}</small></dt>
<dd>${prose(description)}</dd></div>`,
  )}</dl>`;

const bodyPart = (heading: string, { content }: JsonObject, document: OpenApi): Html | false => {
  if (!isObject(content)) return false;
  const types = Object.keys(content);
  const media = content[types[0]!] as JsonObject;
  return html`<h4>${heading}</h4>
<p>${typeOf(media.schema as JsonObject)} <small>as ${types.join(", ")}</small></p>
${fieldsOf(media.schema as JsonObject)}
<pre>${exampleText(exampleIn(media, document))}</pre>`;
};

const exampleIn = ({ example, examples }: JsonObject, document: OpenApi): unknown => {
  if (!isObject(examples)) return example;
  return document.components.examples[Object.keys(examples)[0]!]?.value;
};

const exampleText = (example: unknown): string =>
  typeof example === "string" ? example : JSON.stringify(example, null, 2);

const responsePart = (status: string, response: JsonObject, document: OpenApi): Html => {
  const { description, content, "x-codes": codes } = resolved(response, document);
  if (Array.isArray(codes)) return html`<p><b>${status}</b> ${codes.map(errorLink)}</p>`;
  return (
    (isObject(content) && bodyPart(`${status} ${description}`, { content }, document)) ||
    html`<p><b>${status}</b> ${prose(description)}</p>`
  );
};

const resolved = (response: JsonObject, document: OpenApi): JsonObject =>
  typeof response.$ref === "string"
    ? document.components.responses[response.$ref.split("/").at(-1)!]!
    : response;

const errorLink = (code: string): Html => html`<a href="docs/errors/${code}">${code}</a> `;

/** Fields of a schema, with nested fields below their parent. Null if it has none. */
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

/** The object in a field, a list or a record. */
const objectIn = (schema: JsonObject): JsonObject | undefined => {
  if (isObject(schema.properties)) return schema;
  if (isObject(schema.items)) return objectIn(schema.items);
  if (isObject(schema.additionalProperties)) return objectIn(schema.additionalProperties);
  return undefined;
};

/** Type in words, such as “list of Decile” or “integer, at least 1”. Components are links. */
export const typeOf = (schema: JsonObject): Html => {
  if (typeof schema.$ref === "string") return link(schema.$ref);
  if (Array.isArray(schema.enum)) return html`${between(schema.enum.map(coded), " · ")}`;
  if (schema.const !== undefined) return coded(schema.const);
  if (Array.isArray(schema.anyOf)) return html`${between(schema.anyOf.map(typeOf), " or ")}`;
  if (isObject(schema.items)) return html`list of ${typeOf(schema.items)}${limits(schema)}`;
  if (isObject(schema.additionalProperties)) return html`by name, ${typeOf(schema.additionalProperties)}`;
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
