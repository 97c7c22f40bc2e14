// Is the model worth having? Its figures beside those of the best simple rule, and of everything else that was tried.

import type { Interval, MetricName } from "../../domain/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome.js";
import { fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";
import { table, withInterval } from "./table.js";

const names: Record<string, string> = {
  model: "The model",
  constant: "The same for everybody",
  recency: "Recency alone",
  rfm: "Recency, frequency and value",
  bg_nbd: "Rate of buying and of leaving (BG/NBD)",
  logistic: "Logistic regression",
  trees: "Boosted trees",
};
export const scorerName = (name: string): string => names[name] ?? name;

interface Metric {
  name: MetricName;
  header: string;
  better: "more" | "less";
  digits: number;
}
const metrics: Metric[] = [
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

const shown = ({ digits }: Metric, value: number, interval: Interval | undefined): Html | string =>
  interval === undefined
    ? fixed(value, digits)
    : withInterval(fixed(value, digits), fixed(interval.low, digits), fixed(interval.high, digits));

const lowered = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

const differences = ({ performance, intervals, comparison }: OutcomeResult): Html => {
  const rule = performance.candidates[comparison.rule]!;
  return table(
    "The model and the rule, with intervals of 95 %",
    ["", "Model", "Rule", "Difference"],
    metrics.map((metric) => {
      const { name, header, better } = metric;
      const { value, ...interval } = comparison.differences[name];
      return [
        html`${header}<small>${better} is better</small>`,
        shown(metric, performance.model[name], intervals.model![name]),
        shown(metric, rule[name], intervals[comparison.rule]![name]),
        shown(metric, value, interval),
      ];
    }),
  );
};

const candidates = ({ performance, intervals, blend }: OutcomeResult): Html => {
  const rows = Object.entries({ model: performance.model, ...performance.candidates });
  const used = Object.entries(blend).map(
    ([name, share]) => `${lowered(scorerName(name))} (${percent(share, 0)})`,
  );
  return html`
<p>The model is made of ${used.join(", ")}. What else was tried, each calibrated and tested in the same way:</p>
${table(
  "Everything that was tried, with intervals of 95 %",
  ["", ...metrics.map(({ header }) => header)],
  rows.map(([name, scores]) => [
    scorerName(name),
    ...metrics.map((metric) => shown(metric, scores[metric.name], intervals[name]?.[metric.name])),
  ]),
)}`;
};
