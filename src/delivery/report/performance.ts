// Ranking and calibration: how far to the front of the ranking the people are who reach the goal, and whether
// their probabilities are right.

import type { BandPoint, Decile } from "../../domain/outcome/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome/outcome.js";
import { calibrationSummary, curveBounds, liftSummary } from "../../words/evaluation.js";
import { english } from "../../words/format.js";
import { metricLabel } from "../../words/labels.js";
import { type Html, html, table, withInterval } from "./html.js";
import { Plot, roundTicks, type Scale } from "./plot.js";

const { count, fixed, percent } = english;

export const rankingSection = (result: OutcomeResult): Html => html`
<section>
<h2>${rankingTitle(result)}</h2>
<p>People are ranked by probability. The shaded bands are 95${"\u202f"}% intervals.</p>
${liftFigure(result)}
${rocFigure(result)}
</section>`;

const rankingTitle = ({ performance: { model } }: OutcomeResult): string =>
  `The top 10 % convert ${english.times(model.top_decile_lift)} as often as average`;

const liftFigure = ({ lift_curve, performance: { model } }: OutcomeResult): Html => {
  const ticks = roundTicks(Math.max(2, ...lift_curve.map(({ y }) => y)));
  const lift = { label: "lift (1 = average)", from: 0, to: ticks.at(-1)!, ticks, show: String };
  const plot = new Plot(shares("top … % by probability"), lift);
  const average = [
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ];
  const shown = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1].map((x) => at(lift_curve, x));
  return html`
<figure>
<div>${plot.draw(`Lift curve. ${liftSummary(at(lift_curve, 0.1))}`, [
    plot.band(lift_curve),
    plot.line(average, "reference"),
    plot.line(lift_curve, "model"),
  ])}
<figcaption><b>Lift.</b> Conversion rate of the top of the ranking, divided by the average rate of ${percent(model.base_rate)}.
</figcaption></div>
${table(
  "Lift by share of the ranking",
  ["Top", "People", "Lift"],
  shown.map((point) => [
    percent(point.x),
    count(point.x * model.people),
    withInterval(point.y, curveBounds(point), (value) => fixed(value, 2)),
  ]),
)}
</figure>`;
};

const rocFigure = ({ roc_curve, roc_auc, intervals }: OutcomeResult): Html => {
  const area = english.withInterval(roc_auc, intervals.model!.auc, metricLabel("auc").show);
  const plot = new Plot(shares("false positives, %"), shares("found, %"));
  const chance = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  const shown = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7].map((x) => at(roc_curve, x));
  return html`
<figure>
<div>${plot.draw(`ROC curve. The area under it (AUC) is ${area}; the diagonal is chance, 0.5.`, [
    plot.band(roc_curve),
    plot.line(chance, "reference"),
    plot.line(roc_curve, "model"),
  ])}
<figcaption><b>ROC curve.</b> AUC ${area}: how often a person who converts ranks above one who does not. The diagonal is chance.
</figcaption></div>
${table(
  "Converters found, by rate of false positives",
  ["False positives", "Found"],
  shown.map((point) => [percent(point.x), withInterval(point.y, curveBounds(point), percent)]),
)}
</figure>`;
};

const shares = (label: string): Scale => ({
  label,
  from: 0,
  to: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  show: (tick) => `${100 * tick}`,
});

/** The curve at x, interpolated between its points. */
const at = (curve: readonly BandPoint[], x: number): BandPoint => {
  const next = Math.max(
    1,
    curve.findIndex((point) => point.x >= x),
  );
  const [a, b] = [curve[next - 1]!, curve[next] ?? curve[next - 1]!];
  const share = b.x === a.x ? 1 : Math.min(1, Math.max(0, (x - a.x) / (b.x - a.x)));
  const between = (of: (point: BandPoint) => number) => of(a) + share * (of(b) - of(a));
  return { x, y: between((p) => p.y), y_min: between((p) => p.y_min), y_max: between((p) => p.y_max) };
};

export const calibrationSection = ({ deciles, performance, intervals }: OutcomeResult): Html => {
  const { ece, base_rate } = performance.model;
  return html`
<section>
<h2>Expected and actual rates differ by ${pointsText(ece)} on average</h2>
<p>That is the calibration error (95${"\u202f"}% interval ${english.range(intervals.model!.ece, percent)}); part of it is chance. People are put
into ten groups by probability. With perfect calibration, one in five people with a probability of 20${"\u202f"}% converts.</p>
<figure>
<div>${calibrationPlot(deciles)}
<figcaption><b>Calibration.</b> Expected and actual rate of each group, with 95${"\u202f"}% intervals of the actual rate. On the dashed line
they are equal.</figcaption></div>
${decileTable(deciles, base_rate)}
</figure>
</section>`;
};

/** "2.1 points" */
const pointsText = (share: number): string => `${fixed(100 * share, 1)} points`;

const calibrationPlot = (deciles: readonly Decile[]): Html => {
  const points = deciles.map(({ people, expected, attained, rate_low, rate_high }) => ({
    x: expected / people,
    y: attained / people,
    y_min: rate_low,
    y_max: rate_high,
  }));
  const ticks = roundTicks(Math.min(1, Math.max(0.01, ...points.flatMap(({ x, y_max }) => [x, y_max]))));
  const to = ticks.at(-1)!;
  const rates = (label: string): Scale => ({
    label,
    from: 0,
    to,
    ticks,
    show: (tick) => String(Number((100 * tick).toFixed(1))),
  });
  const plot = new Plot(rates("expected rate, %"), rates("actual rate, %"));
  const equal = [
    { x: 0, y: 0 },
    { x: to, y: to },
  ];
  return plot.draw(`Calibration. ${calibrationSummary(deciles)}`, [
    plot.line(equal, "reference"),
    plot.dots(points),
  ]);
};

const decileTable = (deciles: readonly Decile[], average: number): Html =>
  table(
    "Deciles, highest probabilities first",
    ["Decile", "People", "Expected", "Actual", "Rate", "Lift"],
    deciles.map(({ people, expected, attained, rate_low, rate_high }, i) => [
      String(i + 1),
      count(people),
      fixed(expected, 1),
      count(attained),
      withInterval(attained / people, { low: rate_low, high: rate_high }, percent),
      fixed(attained / people / average, 2),
    ]),
  );
