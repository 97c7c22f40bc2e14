// Reference pages: a page for each resource with its operations and schemas, and a page of the schemas that
// several resources use.

import { type Html, html } from "../delivery/report/html.js";
import { isObject, type JsonObject } from "../domain/resource/json.js";
import { type CodeSample, codeSamples } from "./code-samples.js";
import { code, pageOf, prose } from "./page.js";
import { exampleIn, requestExample } from "./request-example.js";
import { fieldsOf, schemaArticles, typeOf } from "./schema-fields.js";
import {
  type DocumentedOperation,
  type ResourceReference,
  resourceUrl,
  type Site,
  sharedSchemasUrl,
} from "./site.js";

export const resourcePage = (resource: ResourceReference, site: Site): string => {
  const { title, description, operations, schemas } = resource;
  const body = html`<p class="kicker">API reference</p>
<h1>${title}</h1>
<p class="lead">${prose(description)}</p>
<p class="soft">The samples take the address of the service and a key from <code>BELLWETHER_URL</code> and <code>BELLWETHER_KEY</code>. Python and
TypeScript use the clients in <code>clients/python</code> and <code>clients/typescript</code> of a checkout.</p>
<ul class="overview">${operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="#${id}">${summary}</a> <code><b>${method}</b> ${path}</code></li>`,
  )}</ul>
${operations.map((each) => operationArticle(each, site))}
${schemas.length > 0 && html`<h2 id="schemas">Schemas</h2>${schemaArticles(schemas, site)}`}`;
  return pageOf({ title, url: resourceUrl(resource), body }, site);
};

export const sharedSchemasPage = (site: Site): string => {
  const body = html`<p class="kicker">API reference</p>
<h1>Shared schemas</h1>
<p class="lead">Schemas that several resources use.</p>
<ul class="overview">${site.sharedSchemas.map((name) => html`<li><a href="#${name}">${name}</a></li>`)}</ul>
${schemaArticles(site.sharedSchemas, site)}`;
  return pageOf({ title: "Shared schemas", url: sharedSchemasUrl, body }, site);
};

const operationArticle = (documented: DocumentedOperation, site: Site): Html => {
  const { id, method, path, summary, description, operation } = documented;
  const { parameters, requestBody, responses, security } = operation;
  const samples = codeSamples(requestExample(documented, site.document));
  return html`<article class="operation" id="${id}" data-method="${method}" data-path="${path}">
<h2>${summary}</h2>
<p class="at"><b class="method">${method}</b> <code>${path}</code></p>
<p>${prose(description)} <span class="soft">${access(security)} ${scopesOf(operation["x-key-scopes"])}</span></p>
${sampleTabs(id, samples)}
${parameterList(parameters as JsonObject[], site)}
${isObject(requestBody) && bodyPart("Body", requestBody, site)}
${answerParts(responses as Record<string, JsonObject>, site)}
</article>`;
};

/** Tabs that need no script: each is a radio button, which shows the code beside it. `id` is unique on its page. */
export const sampleTabs = (
  id: string,
  samples: readonly CodeSample[],
): Html => html`<fieldset class="samples">
<legend class="visually-hidden">Language</legend>
${samples.map(
  ({ language, title }, i) =>
    html`<label><input type="radio" name="language-${id}" value="${language}"${i === 0 && " checked"}>${title}</label>`,
)}
${samples.map(
  ({ language, title, code: text }) =>
    html`<pre data-language="${language}" tabindex="0" aria-label="${title}">${code(text)}</pre>`,
)}
</fieldset>`;

const access = (security: unknown): string | false => {
  if (!Array.isArray(security)) return false;
  return security.length === 0 ? "Needs no key." : "Needs a key, a session or a signed link.";
};

const scopesOf = (scopes: unknown): string | false =>
  Array.isArray(scopes) && `Scopes of keys: ${scopes.join(", ")}.`;

const parameterList = (parameters: readonly JsonObject[], site: Site): Html | false =>
  parameters.length > 0 &&
  html`<h3>Parameters</h3><dl class="fields">${parameters.map(
    ({ name, in: place, required, schema, description }) => html`<div>
<dt><code>${String(name)}</code> <small>in the ${String(place)}, ${typeOf(schema as JsonObject, site)}${required === true && ", required"}</small></dt>
<dd>${prose(description)}</dd></div>`,
  )}</dl>`;

const bodyPart = (
  heading: string,
  { content }: JsonObject,
  site: Site,
  example: Html | false = false,
): Html | false => {
  if (!isObject(content)) return false;
  const types = Object.keys(content);
  const media = content[types[0]!] as JsonObject;
  return html`<h3>${heading}</h3>
<p>${typeOf(media.schema as JsonObject, site)} <small>as ${types.join(", ")}</small></p>
${fieldsOf(media.schema as JsonObject, site)}${example}`;
};

/**
 * Answers of an operation: those that succeed with an example, then the errors: those of the operation by
 * name, and those of all requests by their status.
 */
const answerParts = (responses: Record<string, JsonObject>, site: Site): Html => {
  const entries = Object.entries(responses);
  const good = entries.filter(([, { $ref, "x-codes": codes }]) => $ref === undefined && codes === undefined);
  const codes = entries.flatMap(([, { "x-codes": named }]) => (Array.isArray(named) ? named : []));
  const shared = entries.filter(([, { $ref }]) => $ref !== undefined).map(([status]) => status);
  return html`${good.map(([status, response]) => answerPart(status, response, site))}
<h3>Errors</h3>
<p class="errors">${codes.map((code) => html`<a href="/docs/errors/${String(code)}">${String(code)}</a> `)}${
    shared.length > 0 &&
    html`<span class="soft">and <a href="/docs/errors">those of every request</a>: ${shared.join(", ")}</span>`
  }</p>`;
};

const answerPart = (status: string, response: JsonObject, site: Site): Html => {
  const { description, content } = response;
  const media = isObject(content) ? Object.values(content)[0] : undefined;
  if (!isObject(media)) return html`<p><b>${status}</b> ${prose(description)}</p>`;
  // Files that are no text have none.
  const found = exampleIn(media, site.document);
  const example =
    found !== undefined &&
    html`<pre tabindex="0" aria-label="Example of the answer">${code(exampleText(found))}</pre>`;
  return html`${bodyPart(`${status} ${String(description)}`, response, site, example)}`;
};

const exampleText = (example: unknown): string =>
  typeof example === "string" ? example : JSON.stringify(example, null, 1);
