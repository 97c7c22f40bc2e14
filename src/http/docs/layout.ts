// What all pages of the documentation have in common. They hold all they need, work without script, and ask nobody for
// anything.

import { type Html, html } from "../../delivery/report/html.js";
import { style } from "./style.js";

export const layout = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`.text;

/** Text of which what is between backticks is code. */
export const prose = (text: unknown): Html =>
  html`${String(text ?? "")
    .split("`")
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
