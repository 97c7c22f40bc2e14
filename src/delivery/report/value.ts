// Amounts and counts in a report: what was expected of the tested people and what they had, beside simple
// rules and by decile.

import type { ActiveEvaluation } from "../../domain/outcome/active-value.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import {
  type ValueEvaluation,
  type ValueMeasure,
  type ValueScores,
  valueMeasures,
} from "../../domain/outcome/value.js";
import { activeFigureName, activeRuleLabel, activeTestSentence } from "../../words/active-value.js";
import { english } from "../../words/format.js";
import { valueRuleLabel } from "../../words/labels.js";
import { type Html, html, table } from "./html.js";

const { count, fixed, number, percent, range } = english;

const headings: Record<ValueMeasure, string> = { amount: "Amounts", count: "Counts" };

/** Null for a prediction of the probability alone. */
export const valueSection = ({ value }: OutcomeResult): Html | null =>
  value === undefined
    ? null
    : html`${valueMeasures.map((measure) => {
        const evaluation = value[measure];
        return evaluation ? measureSection(headings[measure], evaluation) : null;
      })}${value.if_active && activeSection(value.if_active)}`;

const activeSection = (test: ActiveEvaluation): Html => html`
<section>
<h2>If they are active: ${activeFigureName(test)}</h2>
<p>${activeTestSentence(test)} People who were not active have no value, and are no part of it.</p>
${table(
  "Errors of the model and of simple rules",
  ["Method", "Off by, on average", "Root of the mean square"],
  [
    ["The model", test.model] as const,
    ...Object.entries(test.rules).map(([name, scores]) => [activeRuleLabel(name), scores] as const),
  ].map(([name, scores]) => [
    name,
    number(scores.mean_absolute_error),
    number(scores.root_mean_squared_error),
  ]),
)}
</section>`;

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
