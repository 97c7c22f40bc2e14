// The reference: a list of everything to jump to, then each operation by what it is about, then each schema.

import { type Html, html } from "../../delivery/report/html.js";
import type { JsonObject } from "../json.js";
import type { OpenApi } from "../openapi/document.js";
import { layout, prose } from "./layout.js";
import { type DocumentedOperation, operationArticle } from "./operation.js";
import { fieldsOf, typeOf } from "./schema.js";

export const referencePage = (document: OpenApi): string => {
  const { info, tags, components } = document;
  const groups = tags.map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  const schemas = Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return layout(
    `${info.title} API`,
    html`<a class="skip" href="#content">Skip the list</a>
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
<p>The same for programs: <a href="openapi.json">openapi.json</a>. All that can be refused: <a href="docs/errors">errors</a>.</p>
${groups.map(
  ({ name, description, operations }) => html`<section><h2 id="tag-${name}">${name.replaceAll("_", " ")}</h2>
<p>${prose(description)}</p>
${operations.map((told) => operationArticle(told, document))}</section>`,
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
