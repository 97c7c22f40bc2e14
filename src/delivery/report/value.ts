// Amounts and counts in a report: what was expected of the tested people and what they had, beside simple
// rules and by decile.

import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import {
  type ValueEvaluation,
  type ValueMeasure,
  type ValueScores,
  valueMeasures,
} from "../../domain/outcome/value.js";
import { english } from "../../words/format.js";
import { valueRuleLabel } from "../../words/labels.js";
import { type Html, html, table } from "./html.js";

const { count, fixed, percent, range } = english;

const headings: Record<ValueMeasure, string> = { amount: "Amounts", count: "Counts" };

/** Null for a prediction of the probability alone. */
export const valueSection = ({ value }: OutcomeResult): Html | null =>
  value === undefined
    ? null
    : html`${valueMeasures.map((measure) => {
        const evaluation = value[measure];
        return evaluation ? measureSection(headings[measure], evaluation) : null;
      })}`;

const measureSection = (heading: string, { model, rules, deciles, ...test }: ValueEvaluation): Html => html`
<section>
<h2>${heading}: expected ${count(model.expected)}, actual ${count(model.observed)}</h2>
<p>95 % interval of the sum: ${range(test.expected_interval, count)}. ${rangeText(test.range)}
The Gini coefficient is 1 for a perfect order of people, and 0 for one by chance.</p>
${table(
  `${heading}: the model and simple rules`,
  ["Method", "Gini", "Expected", "Actual", "Deciles off by"],
  [
    ["The model", model] as const,
    ...Object.entries(rules).map(([name, scores]) => [valueRuleLabel(name), scores] as const),
  ].map(([name, scores]) => [name, ...figures(scores)]),
)}
${table(
  `${heading} by decile`,
  ["Decile", "People", "Expected", "Actual"],
  deciles.map(({ people, expected, observed }, i) => [
    `${i + 1}`,
    count(people),
    count(expected),
    count(observed),
  ]),
)}
</section>`;

const figures = ({ gini, expected, observed, decile_error }: ValueScores): string[] => [
  fixed(gini, 3),
  count(expected),
  count(observed),
  percent(decile_error),
];

const rangeText = ({ people, held }: ValueEvaluation["range"]): string =>
  people === 0 ? "" : `${percent(held / people)} of ${count(people)} people were within their 80 % range.`;
