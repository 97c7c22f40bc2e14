// Changes of the probabilities in a report: how many customers moved since the build before, and what moved
// them on average.

import { english } from "../../words/format.js";
import { bandLabels, causeLabels, changeHeadline, signedLogOdds } from "../../words/score-change.js";
import type { PipelineChanges, ReportFacts } from "./facts.js";
import { type Html, html, table } from "./html.js";

const { count, day, points } = english;

/** Null where no pipeline has an earlier build. */
export const changesSection = ({ changes }: Pick<ReportFacts, "changes">): Html | null =>
  changes.length === 0 ? null : html`${changes.map(pipelineSection)}`;

const pipelineSection = ({ pipeline, since, totals }: PipelineChanges): Html => html`
<section>
<h2>What changed in ${pipeline} since ${day(since.built_at)}</h2>
<p>${changeHeadline(totals)} ${count(totals.entered)} have a probability only now, ${count(totals.left)} only then.</p>
${table(
  `Customers of ${pipeline} by change of their probability`,
  ["Change", "Customers"],
  bandLabels().map((text, i) => [text, count(totals.bands[i]!)]),
)}
${
  totals.parts.length > 0 &&
  html`${table(
    `Mean change of ${pipeline} by cause`,
    ["Cause", "Percentage points", "Log-odds"],
    totals.parts.map((part) => [causeLabels[part.cause], points(part.probability), signedLogOdds(part)]),
  )}
<p>Means over ${totals.sampled < totals.people ? `a random sample of ${count(totals.sampled)}` : count(totals.sampled)} customers. Parts add up, in points and in log-odds.</p>`
}
</section>`;
