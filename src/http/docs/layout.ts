// Layout and style of the documentation pages. They are self-contained, work without scripts and load nothing.

import { type Html, html, verbatim } from "../../delivery/report/html.js";

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

/** Text with code between backticks. */
export const prose = (text: unknown): Html =>
  html`${String(text ?? "")
    .split("`")
    .map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Contents beside the text on wide screens and above it on narrow ones. Dark mode as the system; print without contents. */
export const style = verbatim(`
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22252a; --soft: #63676f; --rule: #e2dfd7; --sheet: #fff; --link: #2a6192; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17191d; --ink: #e4e2dc; --soft: #9a9da4; --rule: #32363d; --sheet: #1d2025; --link: #7fb2e0; }
}
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --rule: #bbb; --sheet: #fff; --link: #000; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%;
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--link); text-underline-offset: .15em; } :target > h3, :target > h2 { background: var(--rule); }
.skip { position: absolute; left: -99rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
main, nav { padding: 1.5rem clamp(1rem, 4vw, 2.5rem); min-width: 0; } main { max-width: 62rem; }
nav { border-bottom: 1px solid var(--rule); font-size: .875rem; } nav ul { list-style: none; margin: .25rem 0 1rem; padding: 0; }
nav li { padding: .12rem 0; overflow-wrap: anywhere; } nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
nav summary { font-weight: 600; padding: .3rem 0; cursor: pointer; }
@media screen and (min-width: 62rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); align-items: start; }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--rule); }
}
h1 { font: 600 clamp(1.6rem, 5vw, 2.2rem)/1.2 Charter, "Iowan Old Style", Georgia, serif; margin: 0 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 3.5rem 0 .5rem; padding-top: 1.25rem; border-top: 2px solid var(--rule); overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; overflow-wrap: anywhere; } h4 { font-size: .85rem; color: var(--soft); margin: 1.25rem 0 .25rem; font-weight: 600; }
p { margin: 0 0 .75rem; max-width: 46rem; overflow-wrap: anywhere; } small, .soft { color: var(--soft); font-size: .85em; }
article { margin-top: 2.25rem; padding-top: 1.25rem; border-top: 1px solid var(--rule); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .86em; overflow-wrap: anywhere; }
.at { display: block; margin: 0 0 .6rem; } .at b { display: inline-block; min-width: 4.2rem; }
pre { background: var(--sheet); border: 1px solid var(--rule); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; max-height: 26rem; line-height: 1.45; margin: .25rem 0 1rem; }
.fields { margin: 0; } .fields > div { border-top: 1px solid var(--rule); padding: .4rem 0; }
.fields dt { overflow-wrap: anywhere; } .fields dd { margin: .1rem 0 0; max-width: 46rem; font-size: .92rem; overflow-wrap: anywhere; }
.fields .fields { margin: .4rem 0 0 .25rem; padding-left: .9rem; border-left: 2px solid var(--rule); }
blockquote { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid var(--link); background: var(--sheet); }
@media print {
  nav, .skip { display: none; } body { font-size: 9.5pt; } main { max-width: none; padding: 0; }
  article, .fields > div { break-inside: avoid; } pre { max-height: none; white-space: pre-wrap; } h2, h3, h4 { break-after: avoid; }
}
`);
