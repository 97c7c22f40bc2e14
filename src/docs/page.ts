// Frame of the documentation pages: the bar with the search, the contents and the text. Style sheet and
// script are files of the console's build (`web/docs`); without them a page is complete and can be read, and
// lacks the search, the copy buttons and the trial requests.

import { type Html, html, verbatim } from "../delivery/report/html.js";
import { guideUrl, resourceUrl, type Site, sharedSchemasUrl } from "./site.js";

export interface PageParts {
  title: string;
  /** Address of the page, which the contents mark as the current one. */
  url: string;
  body: Html;
}

export const pageOf = ({ title, url, body }: PageParts, site: Site): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Bellwether documentation</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top"><div class="bar">
<a class="mark" href="/docs">Bellwether <span>Docs</span></a>
<div id="search"></div>
<a class="to-console" href="/console">Console</a>
</div></header>
<div class="columns">
<details class="contents" open><summary>Contents</summary>
${contents(url, site)}
</details>
<main id="content" tabindex="-1">
${body}
</main>
</div>
</body>
</html>
`.text;

const contents = (current: string, { guides, resources }: Site): Html => {
  const entry = (url: string, title: string): Html =>
    html`<li><a href="${url}"${url === current && html` aria-current="page"`}>${title}</a></li>`;
  const groups = [...new Set(guides.map(({ group }) => group))];
  return html`<nav aria-label="Documentation">
<ul>${entry("/docs", "Start")}</ul>
${groups.map(
  (group) => html`<h2>${group}</h2>
<ul>${guides.filter((guide) => guide.group === group).map(({ name, title }) => entry(guideUrl(name), title))}</ul>`,
)}
<h2>API</h2>
<ul>${resources.map((resource) => entry(resourceUrl(resource), resource.title))}
${entry(sharedSchemasUrl, "Shared schemas")}${entry("/docs/errors", "Errors")}</ul>
</nav>`;
};

/** Text with code between backticks. */
export const prose = (text: unknown): Html =>
  html`${String(text ?? "")
    .split("`")
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Code as the content of an element, where quotes need no escape: the pages are a quarter smaller. */
export const code = (text: string): Html =>
  html`<code>${verbatim(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))}</code>`;
