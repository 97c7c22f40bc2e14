// HTML as tagged text: every value is escaped, unless it is such text itself. Names of cohorts and features
// are written by users and appear in text and in attributes.

import { escaped } from "../../domain/target/html-text.js";
import { type Bounds, english, type Show } from "../../words/format.js";

export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.reduce((text, string, i) => text + textOf(parts[i - 1]!) + string));

/** Text of our own, such as a style sheet: never a user's. */
export const verbatim = (text: string): Html => new Html(text);

const textOf = (part: Part): string => {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(textOf).join("") : escaped(String(part));
};

type Cell = string | Html;

/** A table of figures whose first column names the rows. It scrolls where the page is too narrow. */
export const table = (
  caption: string,
  headers: readonly Cell[],
  rows: readonly (readonly Cell[])[],
): Html => html`
<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${headers.map((header) => html`<th scope="col">${header}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([name, ...cells]) => html`
<tr><th scope="row">${name!}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
)}
</tbody></table></div>`;

/** A figure with its interval below it, or alone without one. */
export const withInterval = (value: number, bounds: Bounds | undefined, show: Show): Html | string =>
  bounds ? html`${show(value)}<small>${english.range(bounds, show)}</small>` : show(value);
