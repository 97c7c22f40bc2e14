// Pages about errors: a list of the catalogue, and a page about each error.

import { type Html, html } from "../delivery/report/html.js";
import type { JsonObject } from "../domain/resource/json.js";
import { type CatalogueEntry, catalogue, type ErrorCode, type Fault } from "../errors/catalogue.js";
import { pageOf, prose } from "./page.js";
import { operationUrl, type Site } from "./site.js";

const whose: Record<Fault, string> = {
  caller: "Caused by the request or the data: change it as described.",
  world: "Caused by another system: it is retried automatically and reported if it persists.",
  ours: "Caused by a bug in the service. Search the server's log for the ID of the answer.",
};

export const errorsPage = (site: Site): string => {
  const body = html`<p class="kicker">API reference</p>
<h1>Errors</h1>
<p class="lead">Errors of requests are returned as ${prose("`{ error, id, note, validationErrors? }`")}. The error of a build is the
${prose("`status_error`")} of its resource.</p>
<dl class="fields">${Object.entries<CatalogueEntry>(catalogue).map(
    ([code, { status, message }]) => html`<div>
<dt><a href="/docs/errors/${code}">${code}</a> <small>${status}</small></dt><dd>${prose(message)}</dd></div>`,
  )}</dl>`;
  return pageOf({ title: "Errors", url: "/docs/errors", body }, site);
};

export const errorPage = (code: ErrorCode, site: Site): string => {
  const { error, status, fault, message }: CatalogueEntry = catalogue[code];
  const operations = operationsRefusing(code, site);
  const body = html`<p class="kicker"><a href="/docs/errors">Errors</a></p>
<h1>${code}</h1>
<p><code>${error}</code>, ${status}. ${whose[fault]}</p>
<blockquote>${prose(message)}</blockquote>
${operations.length > 0 && html`<h2>Operations that return it</h2><ul class="overview">${operations}</ul>`}`;
  return pageOf({ title: code, url: `/docs/errors/${code}`, body }, site);
};

const operationsRefusing = (code: ErrorCode, { document, resources }: Site): Html[] =>
  resources.flatMap((resource) =>
    resource.operations.flatMap((documented) => {
      const { method, path, summary, operation } = documented;
      const refused = Object.values(operation.responses as Record<string, JsonObject>).some((response) => {
        const name = typeof response.$ref === "string" ? response.$ref.split("/").at(-1)! : undefined;
        const codes = (name === undefined ? response : document.components.responses[name])?.["x-codes"];
        return Array.isArray(codes) && codes.includes(code);
      });
      return refused
        ? [
            html`<li><a href="${operationUrl(resource, documented)}">${summary}</a> <code><b>${method}</b> ${path}</code></li>`,
          ]
        : [];
    }),
  );
