// Start page: the first score, the guides, the resources of the API, and an index of all operations and
// schemas. The reference was one page once; its addresses, such as `/docs#createCohort`, lead to that entry
// of the index, and from there to the operation.

import { type Html, html } from "../delivery/report/html.js";
import { firstScore, ordersFile } from "./first-score.js";
import { pageOf, prose } from "./page.js";
import { guideUrl, operationUrl, resourceUrl, type Site } from "./site.js";

export const startPage = (site: Site): string => {
  const { document, guides, resources } = site;
  const body = html`<h1>Your first score in five calls</h1>
<p class="lead">From an export of orders to the customers who are likeliest to buy again.</p>
${firstScore()}
<p>curl gets a CSV file: e-mail address, chance in percent, rank, reasons and date. The clients get the same people with calibrated
probabilities. Every build runs in the background: a call of curl that needs one is repeated until it is done, and the clients wait. <a href="${`/docs/${ordersFile}`}">${ordersFile}</a> are the orders of a made-up shop.
If sign-up is closed on your service, create a key in the console, under Settings.</p>
<p>Next: <a href="${guideUrl("datasets")}">map files of your own</a>, judge a prediction by <a href="/docs/api/outcomes">its analysis</a>,
<a href="${guideUrl("scheduling")}">run it every night</a>, or do all of it in <a href="/console">the console</a>.</p>
<h2>Guides</h2>
<ul class="cards">${guides.map(
    ({ name, title, markdown }) =>
      html`<li><a href="${guideUrl(name)}">${title}</a><p>${openingOf(markdown)}</p></li>`,
  )}</ul>
<h2>API</h2>
<p>${prose(document.info.description)}</p>
<p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
<ul class="cards">${resources.map(
    (resource) =>
      html`<li id="tag-${resource.name}"><a href="${resourceUrl(resource)}">${resource.title}</a><p>${prose(resource.description)}</p></li>`,
  )}</ul>
<h2>All operations</h2>
${resources.map(
  (resource) => html`<h3>${resource.title}</h3>
<ul class="overview">${resource.operations.map((each) =>
    entry(
      each.id,
      operationUrl(resource, each),
      each.summary,
      html` <code><b>${each.method}</b> ${each.path}</code>`,
    ),
  )}</ul>`,
)}
<h2 id="schemas">All schemas</h2>
<ul class="overview index">${Object.keys(document.components.schemas)
    .sort()
    .map((name) => entry(name, site.schemaUrl(name), name))}</ul>`;
  return pageOf({ title: "Start", url: "/docs", body }, site);
};

const entry = (id: string, url: string, title: string, more: Html | null = null): Html =>
  html`<li><a id="${id}" data-moved href="${url}">${title}</a>${more}</li>`;

/** First sentence of a guide. */
const openingOf = (markdown: string): Html => {
  const paragraph = markdown
    .split(/\n\n+/)
    .find((part) => /^[\p{L}\x60*"]/u.test(part) && !part.startsWith("```"));
  const text = (paragraph ?? "")
    .replaceAll("\n", " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "");
  return prose(/^.+?[.:](?=\s|$)/u.exec(text)?.[0].replace(/:$/, ".") ?? text);
};
