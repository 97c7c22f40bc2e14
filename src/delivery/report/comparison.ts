// The model compared with the best simple rule, and with every other candidate.

import type { Decision, Verdict } from "../../domain/outcome/evaluation.js";
import { judgedVerdict } from "../../domain/outcome/judgement.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { blendText } from "../../words/evaluation.js";
import { candidateLabel, candidatePhrase, type MetricLabel, metrics } from "../../words/labels.js";
import { verdictTitle } from "../../words/verdict.js";
import { type Html, html, table, withInterval } from "./html.js";

const titles: Record<Decision, string> = {
  clearly_better: "The model clearly beats the best simple rule",
  slightly_better: "The model slightly beats the best simple rule",
  no_better: "A simple rule works as well",
  too_little_data: "The comparison with a simple rule is inconclusive",
};

const titleOf = ({ decision, code }: Verdict): string =>
  code === "nothing_ranks" ? verdictTitle({ decision, code }) : titles[decision];

export const comparisonSection = (result: OutcomeResult): Html => html`
<section>
<h2>${titleOf(judgedVerdict(result))}</h2>
<p>The best simple rule is <b>${candidatePhrase(result.comparison.rule)}</b>. Both were tested on the same people, so the difference is more
certain than either figure. The verdict depends on log loss, which rewards both the right order and the right level, and needs a ranking and a level that are right by themselves.</p>
${differences(result)}
<p>The model combines ${blendText(result.blend)}. All candidates were calibrated and tested in the same way:</p>
${candidates(result)}
</section>`;

const differences = ({ performance, intervals, comparison }: OutcomeResult): Html => {
  const rule = performance.candidates[comparison.rule]!;
  return table(
    "Model and rule, with 95 % intervals",
    ["Metric", "Model", "Rule", "Difference"],
    metrics.map((metric) => {
      const { name } = metric;
      const { value, ...interval } = comparison.differences[name];
      return [
        nameOf(metric),
        withInterval(performance.model[name], intervals.model![name], metric.showExact),
        withInterval(rule[name], intervals[comparison.rule]![name], metric.showExact),
        withInterval(value, interval, metric.showExact),
      ];
    }),
  );
};

const nameOf = ({ label, isHigherBetter }: MetricLabel): Html =>
  html`${label}<small>${isHigherBetter ? "higher" : "lower"} is better</small>`;

const candidates = ({ performance, intervals }: OutcomeResult): Html => {
  const rows = Object.entries({ model: performance.model, ...performance.candidates });
  return table(
    "All candidates, with 95 % intervals",
    ["Candidate", ...metrics.map(({ label }) => label)],
    rows.map(([name, scores]) => [
      candidateLabel(name),
      ...metrics.map((metric) =>
        withInterval(scores[metric.name], intervals[name]?.[metric.name], metric.showExact),
      ),
    ]),
  );
};
