// Is the model worth having? Its figures beside those of the best simple rule, and of everything else that was tried.

import type { Interval, MetricName, Scores, TenurePerformance } from "../../domain/evidence.js";
import type { OutcomeResult } from "../../domain/outcome.js";
import { count, fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";
import { table, withInterval } from "./table.js";

const names: Record<string, string> = {
  model: "The model",
  constant: "The same for everybody",
  recency: "Recency alone",
  rfm: "Recency, frequency and value",
  logistic: "Logistic regression",
  trees: "Boosted trees",
};
export const scorerName = (name: string): string => names[name] ?? name;

const metrics: { name: MetricName; header: string; better: "more" | "less"; digits: number }[] = [
  { name: "log_loss", header: "Log loss", better: "less", digits: 4 },
  { name: "auc", header: "AUC", better: "more", digits: 3 },
  { name: "average_precision", header: "Average precision", better: "more", digits: 3 },
  { name: "brier", header: "Brier score", better: "less", digits: 4 },
  { name: "ece", header: "Calibration error", better: "less", digits: 4 },
  { name: "top_decile_lift", header: "Lift of the first tenth", better: "more", digits: 2 },
];

export const baselinesSection = (result: OutcomeResult): Html => {
  const { rule } = result.comparison;
  return html`
<section>
<h2>Beside a simple rule</h2>
<p>The best simple rule here: <b>${lowered(scorerName(rule))}</b>. It was tested on the same people, so the difference is surer
than either figure. The verdict is decided by log loss, which asks for the right order and the right level at once.</p>
${differences(result)}
${candidates(result)}
</section>`;
};

const lowered = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

const differences = ({ performance, intervals, comparison }: OutcomeResult): Html => {
  const rule = performance.candidates[comparison.rule]!;
  return table(
    "The model and the rule, with intervals of 95 %",
    ["", "Model", "Rule", "Difference"],
    metrics.map(({ name, header, better, digits }) => {
      const shown = (value: number, { low, high }: Interval) =>
        withInterval(fixed(value, digits), fixed(low, digits), fixed(high, digits));
      const { value, ...interval } = comparison.differences[name];
      return [
        html`${header}<small>${better} is better</small>`,
        shown(performance.model[name], intervals.model![name]),
        shown(rule[name], intervals[comparison.rule]![name]),
        shown(value, interval),
      ];
    }),
  );
};

const candidates = ({ performance, blend }: OutcomeResult): Html => {
  const rows = Object.entries({ model: performance.model, ...performance.candidates });
  const used = Object.entries(blend).map(
    ([name, share]) => `${lowered(scorerName(name))} (${percent(share, 0)})`,
  );
  return html`
<p>The model is made of ${used.join(", ")}. What else was tried, each calibrated and tested in the same way:</p>
${table(
  "Everything that was tried",
  ["", ...metrics.map(({ header }) => header)],
  rows.map(([name, scores]) => [
    scorerName(name),
    ...metrics.map((metric) => fixed(scores[metric.name], metric.digits)),
  ]),
)}`;
};

export const tenureSection = (tenures: readonly TenurePerformance[]): Html | null =>
  tenures.length < 2
    ? null
    : html`
<section>
<h2>For newcomers and others</h2>
<p>A model can be good for people long known and useless for newcomers. Tenure is the time since the first event.</p>
${table(
  "Performance by tenure",
  ["Days known", "People", "Rate", "AUC", "Log loss", "Lift"],
  tenures.map(({ tenure_start, tenure_end, scores }) => [span(tenure_start, tenure_end), ...figures(scores)]),
)}
</section>`;

const span = (start: number, end: number | null): string =>
  end === null ? `${count(start)} and more` : `${count(start)} to ${count(end - 1)}`;

const figures = ({ people, base_rate, auc, log_loss, top_decile_lift }: Scores): string[] => [
  count(people),
  percent(base_rate),
  fixed(auc, 3),
  fixed(log_loss, 3),
  fixed(top_decile_lift, 2),
];
