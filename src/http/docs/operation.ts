// An operation on the page: where it is, what it is for, what it takes, what it answers, and what it refuses.

import { type Html, html } from "../../delivery/report/html.js";
import { isObject, type JsonObject } from "../json.js";
import type { OpenApi } from "../openapi/document.js";
import { prose } from "./layout.js";
import { fieldsOf, typeOf } from "./schema.js";

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
  return html`<article id="${String(operationId)}">
<h3>${String(summary)}</h3>
<code class="at"><b>${method.toUpperCase()}</b> ${path}</code>
<p>${prose(description)} ${access(security)}</p>
${parameterList(parameters as JsonObject[])}
${isObject(requestBody) && bodyPart("Body", requestBody, document)}
${Object.entries(responses as Record<string, JsonObject>).map(([status, response]) => responsePart(status, response, document))}
</article>`;
};

const access = (security: unknown): Html | null => {
  if (!Array.isArray(security)) return null;
  const words = security.length === 0 ? "Needs no key." : "By key, in a session, or by signed link.";
  return html`<span class="soft">${words}</span>`;
};

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
