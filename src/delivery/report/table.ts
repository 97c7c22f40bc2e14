// A table of figures: its first column names the rows. It scrolls by itself where the page is too narrow.

import { type Html, html } from "./html.js";

type Cell = string | Html;

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

/** A figure with its interval below it. */
export const withInterval = (figure: string, low: string, high: string): Html =>
  html`${figure}<small>${low} to ${high}</small>`;
