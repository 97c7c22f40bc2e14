// Whether people alike in age, gender or a named trait are treated alike, and what it costs where the owner has it mitigated.

import type { BiasReport, Bounded, MitigationCost, Subpopulation } from "../../domain/bias.js";
import type { MetricName } from "../../domain/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome.js";
import { count, fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";
import { table, withInterval } from "./table.js";

export const biasSection = ({ bias }: OutcomeResult): Html | null => {
  if (bias === undefined) return null;
  const single = bias.subpopulations.filter(({ dimensions }) => Object.keys(dimensions).length === 1);
  return html`
<section>
<h2>Who is favoured</h2>
<p>People are compared by ${toldBy(bias)}, as it is known now, also where they are seen from the past. Who is among the first
${percent(bias.top_share, 0)} counts as selected.</p>
<ul>${bias.findings.map((finding) => html`<li>${finding}</li>`)}</ul>
${table(
  "Subpopulations in the test, with intervals of 95 %",
  ["Subpopulation", "People", "Foretold", "Realised", "Selected × share", "Found of those who attained"],
  single.map(rowOf),
)}
<dl class="words">
<dt>Selected × share</dt><dd>Their share of the selected over their share of the people. Statistical parity is 1.</dd>
<dt>Found of those who attained</dt><dd>How many of those who attained are among the selected. Equal opportunity is the same for all.</dd>
</dl>
<p>Where subpopulations attain at different rates, true probabilities, parity and equal opportunity cannot all be had: which of them is
fair is for you to say.</p>
${bias.mitigation && mitigationPart(bias.mitigation)}
</section>`;
};

const toldBy = ({ traits }: BiasReport): string =>
  traits
    .map(({ dimension, trait }) => (dimension === trait ? dimension : `${dimension} (trait ${trait})`))
    .join(", ");

const rowOf = (group: Subpopulation): (string | Html)[] => [
  group.is_enough ? group.name : html`${group.name}<small>too few to tell</small>`,
  html`${count(group.people)}<small>${percent(group.share)}</small>`,
  percent(group.mean_probability),
  bounded(group.realised, percent),
  bounded(group.selection_ratio, (ratio) => fixed(ratio, 2)),
  bounded(group.true_positive_rate, percent),
];

const bounded = ({ value, low, high }: Bounded, show: (figure: number) => string): Html =>
  withInterval(show(value), show(low), show(high));

const inWords: Record<MitigationCost["strategy"], string> = {
  equality: "Each subpopulation is selected in proportion to its share, however deep one selects.",
  equity:
    "Bias is turned round: a subpopulation that was foretold to attain more often is selected less often.",
};

const priced: { name: MetricName; header: string; digits: number }[] = [
  { name: "auc", header: "AUC", digits: 3 },
  { name: "log_loss", header: "Log loss", digits: 4 },
  { name: "ece", header: "Calibration error", digits: 4 },
  { name: "top_decile_lift", header: "Lift of the first tenth", digits: 2 },
];

const mitigationPart = ({ strategy, dimensions, selection_ratios, ...price }: MitigationCost): Html => html`
<p>Bias by ${dimensions.join(" and ")} is mitigated by <b>${strategy}</b>. ${inWords[strategy]} All other figures on this page are with
mitigation.</p>
${table(
  "What mitigation costs, on the same test",
  ["", "Without", "With"],
  priced.map(({ name, header, digits }) => [
    header,
    fixed(price.without[name], digits),
    fixed(price.with[name], digits),
  ]),
)}
${table(
  "Selected × share",
  ["Subpopulation", "People", "Without", "With"],
  selection_ratios.map((group) => [
    group.name,
    count(group.people),
    fixed(group.without, 2),
    fixed(group.with, 2),
  ]),
)}`;
