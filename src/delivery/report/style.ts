// Style sheet of the report: one column, quiet colours, tabular figures, a dark scheme and one for print.

import { verbatim } from "./html.js";

export const style = verbatim(`
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --ink: #22252a; --soft: #6a6f78; --rule: #e2dfd7; --sheet: #fff;
  --model: #2a6192; --band: #2a619226; --up: #2a6192; --down: #c08a3e;
  --good: #3a7d57; --fair: #2a6192; --poor: #a8702a; --warning: #a8452f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191d; --ink: #e4e2dc; --soft: #9a9da4; --rule: #32363d; --sheet: #1d2025;
    --model: #7fb2e0; --band: #7fb2e02e; --up: #7fb2e0; --down: #d9aa66;
    --good: #7cc39a; --fair: #7fb2e0; --poor: #d9aa66; --warning: #e08b75;
  }
}
@media print {
  :root {
    color-scheme: light;
    --paper: #fff; --ink: #000; --soft: #555; --rule: #ccc; --sheet: #fff;
    --model: #2a6192; --band: #2a619226; --up: #2a6192; --down: #c08a3e;
    --good: #3a7d57; --fair: #2a6192; --poor: #a8702a; --warning: #a8452f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-text-size-adjust: 100%;
}
main { max-width: 58rem; margin: 0 auto; padding: clamp(1.25rem, 5vw, 4rem) clamp(1rem, 4vw, 2.5rem) 4rem; }
h1, .lead, .verdict h2, .key dd { font-family: Charter, "Iowan Old Style", "Source Serif 4", Georgia, "DejaVu Serif", serif; }
h1 { font-size: clamp(1.6rem, 5vw, 2.4rem); line-height: 1.15; margin: 0 0 1rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 0 0 .5rem; font-weight: 650; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; font-weight: 650; }
p { margin: 0 0 1rem; max-width: 44rem; overflow-wrap: anywhere; }
small { color: var(--soft); font-size: .8em; font-weight: 400; }
section { margin-top: 3rem; padding-top: 1.5rem; border-top: 1px solid var(--rule); }
.eyebrow { color: var(--soft); font-size: .8rem; letter-spacing: .04em; margin-bottom: .75rem; }
.lead { font-size: clamp(1.1rem, 2.6vw, 1.35rem); line-height: 1.5; margin-bottom: 2rem; }
.aside { color: var(--soft); font-size: .9rem; margin-top: 1rem; }
.verdict { border-left: 4px solid var(--tone); background: var(--sheet); padding: 1rem 1.25rem; border-radius: 0 6px 6px 0; }
.verdict h2 { color: var(--tone); font-size: 1.35rem; margin: 0 0 .25rem; font-weight: 600; }
.verdict p { margin: 0; }
.clearly_better { --tone: var(--good); } .slightly_better { --tone: var(--fair); }
.no_better { --tone: var(--poor); } .too_little_data { --tone: var(--soft); }
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1.25rem; margin: 2rem 0 0; }
.key dt { font-size: .85rem; } .key dd { margin: 0; font-size: 1.7rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
.key dd small { display: block; font: .8rem/1.4 ui-sans-serif, system-ui, sans-serif; }
.warnings { border-top: 0; padding: 1rem 1.25rem; margin-top: 2rem; border: 1px solid var(--warning); border-radius: 6px; }
.warnings h2 { color: var(--warning); } .warnings ul { margin: 0; padding-left: 1.1rem; }
.warnings li { margin: .5rem 0 0; max-width: 44rem; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0 2.5rem; display: grid; gap: 1.5rem 2.5rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
@media (min-width: 46rem), print { figure { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); } }
figcaption { color: var(--soft); font-size: .85rem; line-height: 1.45; margin-top: .5rem; } figcaption b { color: var(--ink); }
svg { display: block; width: 100%; height: auto; max-width: 34rem; overflow: visible; }
svg text { fill: var(--soft); font-size: 11px; } .xtick { text-anchor: middle; }
.ytick { text-anchor: end; dominant-baseline: central; }
.grid { stroke: var(--rule); stroke-width: 1; } .axis { stroke: var(--soft); stroke-width: 1; opacity: .6; }
.model { fill: none; stroke: var(--model); stroke-width: 2; stroke-linejoin: round; } .band { fill: var(--band); }
.cut { fill: none; stroke: var(--down); stroke-width: 2; }
.reference { fill: none; stroke: var(--soft); stroke-width: 1; stroke-dasharray: 4 4; }
.dot { fill: var(--model); } .bar { stroke: var(--model); stroke-width: 1.5; opacity: .55; }
.fill { fill: var(--model); } .up { fill: var(--up); } .down { fill: var(--down); }
.scroll { overflow-x: auto; margin: 0 0 1.5rem; } .scroll:focus-visible { outline: 2px solid var(--model); outline-offset: 4px; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); font-size: .8rem; padding-bottom: .35rem; }
th, td { padding: .38rem 0 .38rem .75rem; text-align: right; vertical-align: baseline; border-bottom: 1px solid var(--rule); }
th:first-child { text-align: left; padding-left: 0; } thead th { color: var(--soft); font-weight: 500; font-size: .8rem; }
tbody th { font-weight: 500; } td small, th small { display: block; line-height: 1.3; white-space: nowrap; }
tbody th small { white-space: normal; overflow-wrap: anywhere; }
svg.share { height: 3px; margin: .35rem 0 0; } .direction { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: flex-end; }
td:has(.direction) { vertical-align: top; } .direction > div { min-width: 8.5rem; } td span { display: block; white-space: nowrap; } td span small { display: inline; }
@media (max-width: 30rem) { th, td { padding-left: .5rem; } table { font-size: .8rem; } tbody th small { display: none; } td small { white-space: normal; } }
.words { display: grid; gap: .25rem 1.5rem; grid-template-columns: minmax(0, 1fr); font-size: .875rem; margin: 1.5rem 0 0; }
@media (min-width: 40rem), print { .words { grid-template-columns: 11rem minmax(0, 1fr); } }
.words dt { font-weight: 600; } .words dd { margin: 0 0 .5rem; color: var(--soft); }
footer { margin-top: 3rem; color: var(--soft); font-size: .8rem; }
@media print {
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 9.5pt; line-height: 1.45; } main { padding: 0; max-width: none; }
  section, footer { margin-top: 1.75rem; } figure { margin: 1rem 0 1.25rem; gap: 1.25rem; }
  figure, table, tr, aside, dl.words > * { break-inside: avoid; }
  h2, caption, thead, p:has(+ figure), p:has(+ .scroll) { break-after: avoid; }
  .scroll { overflow: visible; } table { font-size: 8pt; } th, td { padding: .25rem 0 .25rem .4rem; }
}
`);
