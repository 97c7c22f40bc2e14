// What a reader takes away who reads no further: what was asked, what came, whether to use it, and what to be wary of.

import type { Decision, Warning } from "../../domain/evaluation.js";
import type { ReportFacts } from "./facts.js";
import { count, date, fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";

export const opening = (facts: ReportFacts): Html => html`
<header>
<p class="eyebrow">Bellwether · report of an outcome</p>
<h1>${facts.name}</h1>
<p class="lead">${headline(facts)}</p>
</header>
${verdict(facts)}
${keyFigures(facts)}
${warningsBox(facts.result.warnings)}`;

const headline = ({ result, attainment, eligible }: ReportFacts): string => {
  const { people, base_rate } = result.performance.model;
  const who = `${count(people)} people${eligible === null ? "" : ` in “${eligible}”`}`;
  const rate = percent(base_rate);
  if (result.mode === "static" || result.test_landmark === null)
    return `Of ${who}, ${rate} are in “${attainment}”. ${extremes(result, "are")}`;
  const day = date(result.test_landmark);
  const within = `within ${count(result.horizon_days)} days`;
  return `Of ${who} on ${day}, ${rate} were in “${attainment}” ${within}. ${extremes(result, "were")}`;
};

const extremes = ({ deciles }: ReportFacts["result"], verb: "are" | "were"): string => {
  const [first, last] = [deciles[0], deciles.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return "The model gives everybody the same probability.";
  const rate = ({ attained, people }: typeof first) => percent(attained / people);
  return (
    `Of the ${count(first.people)} that the model ranked highest, ${rate(first)} ${verb}; of the ` +
    `${count(last.people)} that it ranked lowest, ${rate(last)}.`
  );
};

const decisionsInWords: Record<Decision, string> = {
  clearly_better: "Use it",
  slightly_better: "Use it, but expect little",
  no_better: "A simple rule does as well",
  too_little_data: "Not yet known",
};

const verdict = ({ result }: ReportFacts): Html => html`
<aside class="verdict ${result.verdict.decision}">
<h2>${decisionsInWords[result.verdict.decision]}</h2>
<p>${result.verdict.text}</p>
</aside>`;

const keyFigures = ({ result }: ReportFacts): Html => {
  const { model } = result.performance;
  const { auc, top_decile_lift, ece } = result.intervals.model!;
  const figures = [
    ["Right order", "AUC", fixed(model.auc, 3), `${fixed(auc.low, 3)} to ${fixed(auc.high, 3)}`],
    [
      "First tenth",
      "lift",
      `${fixed(model.top_decile_lift, 1)} ×`,
      `${fixed(top_decile_lift.low, 1)} to ${fixed(top_decile_lift.high, 1)}`,
    ],
    ["Off by", "calibration error", percent(model.ece), `${percent(ece.low)} to ${percent(ece.high)}`],
  ];
  return html`
<dl class="key">${figures.map(
    ([name, term, figure, interval]) => html`
<div><dt>${name!} <small>${term!}</small></dt><dd>${figure!} <small>${interval!}</small></dd></div>`,
  )}
</dl>`;
};

const warningsInWords: Record<Warning["kind"], string> = {
  leak: "It may know the answer",
  shift: "Values have moved",
  quiet_stream: "A stream is quiet",
  question: "It is hardly a question",
  rate: "The rate has jumped",
};

const warningsBox = (warnings: readonly Warning[]): Html => {
  if (warnings.length === 0)
    return html`
<p class="aside">Nothing to warn of: who attains is not settled by how the cohorts are defined, no feature gives the answer away, neither the
rate nor a feature of weight has jumped before the test, and no stream it needs has gone quiet.</p>`;
  return html`
<section class="warnings">
<h2>${warnings.length === 1 ? "One warning" : `${warnings.length} warnings`}</h2>
<ul>${warnings.map(({ kind, note }) => html`<li><b>${warningsInWords[kind]}.</b> ${note}</li>`)}</ul>
</section>`;
};
