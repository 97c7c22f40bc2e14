// The report of a prediction: one page for a browser, for paper and for a screen reader. It is made from
// stored results, its own and those of pipelines that use it, and loads nothing from the network.

import { judgedVerdict, judgedWarnings } from "../../domain/outcome/judgement.js";
import { horizonAsOf } from "../../domain/outcome/label-window.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { dataAgeSentence } from "../../words/data-age.js";
import { resultHeadline } from "../../words/evaluation.js";
import { english } from "../../words/format.js";
import { metricLabel } from "../../words/labels.js";
import { counted } from "../../words/plural.js";
import { verdictText, verdictTitle } from "../../words/verdict.js";
import { noWarnings, warningText, warningTitles } from "../../words/warnings.js";
import { changesSection } from "./changes.js";
import { comparisonSection } from "./comparison.js";
import type { ReportFacts } from "./facts.js";
import { featuresSection } from "./features.js";
import { biasSection, tenureSection } from "./groups.js";
import { horizonsSection } from "./horizons.js";
import { type Html, html } from "./html.js";
import { methodSection, trainingSection } from "./method.js";
import { calibrationSection, rankingSection } from "./performance.js";
import { pipelinesSection } from "./pipelines.js";
import { style } from "./style.js";
import { valueSection } from "./value.js";

export const reportPage = (facts: ReportFacts): string => {
  const { name, builtAt, result } = facts;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name} – report</title>
<style>${style}</style>
</head>
<body>
<main>
<header>
<p class="eyebrow">Bellwether · prediction report</p>
<h1>${name}</h1>
<p class="lead">${resultHeadline(result, facts)}</p>
${facts.active !== undefined && html`<p class="aside">All probabilities are those of people if they are active (“${facts.active}”).</p>`}
${age(facts)}
</header>
${verdict(facts)}
${keyFigures(result)}
${warnings(result)}
${rankingSection(result)}
${calibrationSection(result)}
${comparisonSection(result)}
${valueSection(result)}
${horizonsSection(result)}
${pipelinesSection(facts)}
${tenureSection(result)}
${biasSection(result)}
${featuresSection(result)}
${changesSection(facts)}
${trainingSection(result)}
${methodSection(facts)}
<footer>${builtAt !== null && `Built on ${english.day(builtAt)}.`}</footer>
</main>
</body>
</html>
`;
  return unbroken(page.text);
};

/** Age of the data, where they are old. */
const age = ({ result, dataThrough, now }: ReportFacts): Html | null => {
  if (dataThrough === null || result.mode === "static") return null;
  const sentence = dataAgeSentence(
    { data_through: dataThrough, ...horizonAsOf(dataThrough / 1000, result) },
    now,
  );
  return sentence === "" ? null : html`<p class="aside">${sentence}</p>`;
};

/** A number stays on one line with its percent sign. */
const unbroken = (text: string): string => text.replace(/(\d) %/g, "$1\u202f%");

const verdict = ({ result, broken }: ReportFacts): Html => {
  const judged = judgedVerdict(result, broken);
  return html`
<aside class="verdict ${judged.decision}">
<h2>${verdictTitle(judged)}</h2>
<p>${verdictText(judged)}</p>
</aside>`;
};

const keyFigures = ({ performance: { model }, intervals }: OutcomeResult): Html => html`
<dl class="key">${(["auc", "top_decile_lift", "ece"] as const).map((name) => {
  const { label, show } = metricLabel(name);
  return html`
<div><dt>${label}</dt><dd>${show(model[name])} <small>95 % interval ${english.range(intervals.model![name], show)}${
    name === "ece" && html`, of a rate of ${english.percent(model.base_rate)}`
  }</small></dd></div>`;
})}
</dl>`;

const warnings = (result: OutcomeResult): Html => {
  const warnings = judgedWarnings(result);
  if (warnings.length === 0) return html`<p class="aside">${noWarnings}</p>`;
  return html`
<section class="warnings">
<h2>${counted(warnings.length, "warning")}</h2>
<ul>${warnings.map((warning) => html`<li><b>${warningTitles[warning.kind]}.</b> ${warningText(warning)}</li>`)}</ul>
</section>`;
};
