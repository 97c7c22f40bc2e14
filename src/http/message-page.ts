// Message page: a short page on its own, for people who opened a link from a mail or a record. It is
// self-contained and runs nothing.

import { type Html, html, verbatim } from "../delivery/report/html.js";

export const messagePage = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.text;

const style = verbatim(`
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2124; --soft: #545c61; --link: #1f6350; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e8e6e1; --soft: #a9b0b5; --link: #6cc3a6; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 ui-sans-serif, system-ui, sans-serif; }
main { max-width: 36rem; margin: 12vh auto; padding: 0 1.5rem; } p { overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.2; } a { color: var(--link); } .soft { color: var(--soft); }
`);
