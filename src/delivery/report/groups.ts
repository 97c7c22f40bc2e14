// Performance for groups of people: by time since their first event, and by age, gender or a named trait.

import type { Bounded, MitigationCost, Subpopulation } from "../../domain/outcome/bias.js";
import type { Scores } from "../../domain/outcome/evaluation.js";
import type { OutcomeResult, TenureFeatures } from "../../domain/outcome/outcome.js";
import { dimensionList, featuresByTenure, mitigationMeanings, tenureLabel } from "../../words/evaluation.js";
import { findingText } from "../../words/fairness.js";
import { english } from "../../words/format.js";
import { metricLabel } from "../../words/labels.js";
import { listed } from "../../words/plural.js";
import { type Html, html, table, withInterval } from "./html.js";

const { count, fixed, percent } = english;

/** Null where all people have a similar tenure. */
export const tenureSection = ({ tenures, tenure_features }: OutcomeResult): Html | null =>
  tenures.length < 2
    ? null
    : html`
<section>
<h2>${tenureTitle(tenures.map(({ scores }) => scores.auc))}</h2>
<p>Tenure is the time since the first event. A model can be good for long-standing customers and poor for new ones.</p>
${table(
  "Performance by tenure",
  ["Tenure", "People", "Rate", "AUC", "Log loss", "Lift in the top 10 %"],
  tenures.map(({ scores, ...tenure }) => [tenureLabel(tenure), ...figures(scores)]),
)}
${tenure_features.some(({ features }) => features.length > 0) && importanceByTenure(tenure_features)}
</section>`;

const tenureTitle = (aucs: readonly number[]): string => {
  const [min, max] = [Math.min(...aucs), Math.max(...aucs)].map((auc) => metricLabel("auc").show(auc));
  return min === max
    ? `AUC is ${min} for new and long-standing customers`
    : `AUC is ${min} to ${max}, by tenure`;
};

const figures = ({ people, base_rate, auc, log_loss, top_decile_lift }: Scores): string[] => [
  count(people),
  percent(base_rate),
  fixed(auc, 2),
  fixed(log_loss, 3),
  fixed(top_decile_lift, 1),
];

const importanceByTenure = (tenures: readonly TenureFeatures[]): Html => html`
<p>The importance of inputs differs by tenure. It is the share of the change in probabilities when the values of an input are
shuffled among these people.</p>
${table(
  "Importance of inputs, by tenure",
  ["Input", ...tenures.map((tenure) => tenureLabel(tenure))],
  featuresByTenure(tenures).map(({ feature, importances }) => [
    feature.literate,
    ...importances.map(({ importance }) => (importance === 0 ? "–" : percent(importance))),
  ]),
)}`;

/** Null where no trait holds an age, a gender or a named dimension. */
export const biasSection = ({ bias }: OutcomeResult): Html | null => {
  if (bias === undefined) return null;
  const single = bias.subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  return html`
<section>
<h2>Fairness by ${listed(bias.traits.map(({ dimension }) => dimension))}</h2>
<p>Groups are compared by ${dimensionList(bias.traits)} as known today. The top ${percent(bias.top_share)} by probability count as selected.</p>
<ul>${bias.findings.map((finding) => html`<li>${findingText(finding)}</li>`)}</ul>
${table(
  "Groups in the test, with 95 % intervals",
  ["Group", "People", "Expected rate", "Actual rate", "Selection ratio", "True positive rate"],
  single.map(rowOf),
)}
<dl class="words">
<dt>Selection ratio</dt><dd>Share of the group among the selected, divided by its share of all people. Statistical parity is 1.</dd>
<dt>True positive rate</dt><dd>Share of the group's converters who are selected. With equal opportunity, it is the same for all groups.</dd>
</dl>
<p>Where groups convert at different rates, accurate probabilities, statistical parity and equal opportunity cannot all hold. Which of
them is fair is your decision.</p>
${bias.mitigation && mitigationPart(bias.mitigation)}
</section>`;
};

const rowOf = (group: Subpopulation): (string | Html)[] => [
  group.is_enough ? group.name : html`${group.name}<small>too few people</small>`,
  html`${count(group.people)}<small>${percent(group.share)}</small>`,
  percent(group.mean_probability),
  bounded(group.actual_rate, percent),
  bounded(group.selection_ratio, (ratio) => fixed(ratio, 2)),
  bounded(group.true_positive_rate, percent),
];

const bounded = ({ value, ...bounds }: Bounded, show: (figure: number) => string): Html | string =>
  withInterval(value, bounds, show);

const pricedMetrics = (["auc", "log_loss", "ece", "top_decile_lift"] as const).map(metricLabel);

const mitigationPart = ({ strategy, dimensions, selection_ratios, ...price }: MitigationCost): Html => html`
<p>Bias by ${listed(dimensions)} is reduced with the strategy <b>${strategy}</b>. ${mitigationMeanings[strategy]} All other figures on this
page include it.</p>
${table(
  "Effect of reducing bias, on the same test",
  ["Metric", "Without", "With"],
  pricedMetrics.map(({ name, label, showExact }) => [
    label,
    showExact(price.without[name]),
    showExact(price.with[name]),
  ]),
)}
${table(
  "Selection ratio",
  ["Group", "People", "Without", "With"],
  selection_ratios.map((group) => [
    group.name,
    count(group.people),
    fixed(group.without, 2),
    fixed(group.with, 2),
  ]),
)}`;
