// Guides: the Markdown files of `docs` as pages. Links between them lead to their pages; a link to a file
// that is not in the documentation, such as a test or a decision, becomes plain text.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Marked, type RendererObject, type Tokens } from "marked";
import { type Html, html, verbatim } from "../delivery/report/html.js";
import { code, pageOf } from "./page.js";
import { type Guide, guideUrl, type Site } from "./site.js";

/** Files by group, in the order of the contents. Other files of the folder come after them, as guides. */
const groups = {
  Guides: [
    "scheduling.md",
    "pipelines.md",
    "assistants.md",
    "datasets.md",
    "live.md",
    "segment.md",
    "singer.md",
    "predictions.md",
    "campaigns.md",
    "people.md",
    "deployments.md",
    "webhooks.md",
    "triggers.md",
    "connections.md",
    "buckets.md",
    "programs.md",
    "reference/connection-types.md",
    "lake.md",
    "places.md",
    "privacy.md",
    "teams.md",
    "single-sign-on.md",
    "requests.md",
    "interface.md",
    "glossary.md",
  ],
  Operating: [
    "operations.md",
    "upgrades.md",
    "reference/configuration.md",
    "limits.md",
    "nodes.md",
    "scale.md",
    "security.md",
    "performance.md",
    "scoreboard.md",
    "reference/metrics.md",
    "reference/cli.md",
  ],
};

/** Files whose contents the documentation has on pages of its own. */
const otherPages: Record<string, string> = {
  "reference/errors.md": "/docs/errors",
  "reference/openapi.json": "/openapi.json",
};

/** Reads the guides in `docsDir`. Throws if one of the groups is missing. */
export const readGuides = (docsDir: string): Guide[] => {
  const named = Object.values(groups).flat();
  const others = readdirSync(docsDir).filter((file) => file.endsWith(".md") && !named.includes(file));
  const all = { ...groups, Guides: [...groups.Guides, ...others.sort()] };
  return Object.entries(all).flatMap(([group, files]) =>
    files.map((file) => {
      const markdown = readFileSync(path.join(docsDir, file), "utf8");
      const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? file;
      return { name: path.posix.basename(file, ".md"), title, group, file, markdown };
    }),
  );
};

export const guidePage = (guide: Guide, site: Site): string => {
  const rendered = new Marked({ renderer: rendererOf(guide, site.guides) }).parse(guide.markdown, {
    async: false,
  });
  const body = html`<p class="kicker">${guide.group}</p>
<div class="guide">${verbatim(rendered)}</div>`;
  return pageOf({ title: guide.title, url: guideUrl(guide.name), body }, site);
};

/** Sections of a guide for the search: their headings with the anchor and the text below them. */
export const sectionsOf = ({ markdown }: Guide): { title: string; anchor: string; text: string }[] =>
  markdown.split(/^(?=#{1,3} )/m).flatMap((section) => {
    const [, title, text = ""] = /^#{1,3} (.+)\n?([\s\S]*)$/.exec(section) ?? [];
    return title === undefined ? [] : [{ title: plain(title), anchor: anchorOf(title), text: plain(text) }];
  });

const plain = (text: string): string =>
  text
    .replace(/\]\([^)]*\)/g, " ")
    .replace(/[`*|#[\]]/g, " ")
    .trim();

/** Anchor of a heading, as GitHub makes it, so that links of the files hold on the pages. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\]\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const rendererOf = (guide: Guide, guides: readonly Guide[]): RendererObject => {
  let tables = 0;
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const inner = verbatim(this.parser.parseInline(tokens));
      return html`<${verbatim(`h${depth}`)} id="${anchorOf(text)}">${inner}</${verbatim(`h${depth}`)}>\n`
        .text;
    },
    link({ href, tokens }: Tokens.Link) {
      const inner = verbatim(this.parser.parseInline(tokens));
      const url = pageUrl(href, guide, guides);
      return url === undefined ? inner.text : html`<a href="${url}">${inner}</a>`.text;
    },
    image: ({ text }: Tokens.Image) => text,
    table(table: Tokens.Table) {
      tables += 1;
      const content = verbatim(tableText(table, (tokens) => this.parser.parseInline(tokens)));
      return scrolling(`Table ${tables}`, content).text;
    },
    code: ({ text }: Tokens.Code) => html`<pre tabindex="0" aria-label="Code">${code(text)}</pre>\n`.text,
  };
};

const scrolling = (name: string, content: Html): Html =>
  html`<section class="scroll" tabindex="0" aria-label="${name}">${content}</section>\n`;

const tableText = ({ header, rows }: Tokens.Table, inline: (tokens: Tokens.Generic[]) => string): string => {
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${inline(tokens)}</${tag}>`).join("")}</tr>`;
  return `<table><thead>${row(header, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table>`;
};

/** Address of what a link of a file leads to; undefined outside the documentation. */
const pageUrl = (href: string, { file }: Guide, guides: readonly Guide[]): string | undefined => {
  if (/^https?:|^#/.test(href)) return href;
  const [target = "", anchor] = href.split("#");
  const found = path.posix.join(path.posix.dirname(file), target);
  const other = otherPages[found];
  if (other !== undefined) return other;
  const linked = guides.find((each) => each.file === found);
  return linked && `${guideUrl(linked.name)}${anchor === undefined ? "" : `#${anchor}`}`;
};
