// Pages about errors: a list of the catalogue, and a page about each error.

import { type Html, html } from "../../delivery/report/html.js";
import { type CatalogueEntry, catalogue, type ErrorCode, type Fault } from "../../errors/catalogue.js";
import type { JsonObject } from "../json.js";
import type { OpenApi } from "../openapi/document.js";
import { layout, prose } from "./layout.js";

const whose: Record<Fault, string> = {
  caller: "Caused by the request or the data: change it as described.",
  world: "Caused by another system: it is retried automatically and reported if it persists.",
  ours: "Caused by a bug in the service. Search the server's log for the ID of the answer.",
};

export const errorsPage = (): string =>
  layout(
    "Errors",
    html`<main>
<p><a href="../docs">API reference</a></p>
<h1>Errors</h1>
<p>Errors of requests are returned as ${prose("`{ error, id, note, validationErrors? }`")}. The error of a build is the status_error of its
resource.</p>
<dl class="fields">${Object.entries<CatalogueEntry>(catalogue).map(
      ([code, { status, message }]) => html`<div>
<dt><a href="errors/${code}">${code}</a> <small>${status}</small></dt><dd>${prose(message)}</dd></div>`,
    )}</dl>
</main>`,
  );

export const errorPage = (code: ErrorCode, document: OpenApi): string => {
  const { error, status, fault, message }: CatalogueEntry = catalogue[code];
  const operations = operationsRefusing(code, document);
  return layout(
    code,
    html`<main>
<p><a href="../../docs">API reference</a> · <a href="../errors">All errors</a></p>
<h1>${code}</h1>
<p><code>${error}</code>, ${status}. ${whose[fault]}</p>
<blockquote>${prose(message)}</blockquote>
${operations.length > 0 && html`<h2>Operations that return it</h2><ul>${operations}</ul>`}
</main>`,
  );
};

const operationsRefusing = (code: ErrorCode, { paths, components }: OpenApi): Html[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { operationId, responses }]) => {
      const refused = Object.values(responses as Record<string, JsonObject>).some((response) => {
        const name = typeof response.$ref === "string" ? response.$ref.split("/").at(-1)! : undefined;
        const codes = (name === undefined ? response : components.responses[name])?.["x-codes"];
        return Array.isArray(codes) && codes.includes(code);
      });
      const at = `${method.toUpperCase()} ${path}`;
      return refused
        ? [html`<li><a href="../../docs#${String(operationId)}"><code>${at}</code></a></li>`]
        : [];
    }),
  );
