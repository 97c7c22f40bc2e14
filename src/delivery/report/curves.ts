// How well the model ranks: who attained against who did not, and what campaigns to the first few per cent would reach.

import type { BandPoint } from "../../domain/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome.js";
import { count, fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";
import { Plot, roundTicks, type Scale } from "./plot.js";
import { table, withInterval } from "./table.js";

const shares = (label: string): Scale => ({
  label,
  from: 0,
  to: 1,
  ticks: [0, 0.25, 0.5, 0.75, 1],
  show: (tick) => `${100 * tick}`,
});

export const rankingSection = (result: OutcomeResult): Html => html`
<section>
<h2>How well it ranks</h2>
<p>Everybody tested is put in order of their probability. The two pictures say how far those who did are to the front. The
shaded bands hold 95 of 100 tests on other people of the same kind.</p>
${rocFigure(result)}
${liftFigure(result)}
</section>`;

const rocFigure = ({ roc_curve, roc_auc, intervals }: OutcomeResult): Html => {
  const { low, high } = intervals.model!.auc;
  const plot = new Plot(shares("% of those who did not, passed over"), shares("% of those who did, found"));
  const area = `${fixed(roc_auc, 3)} (${fixed(low, 3)} to ${fixed(high, 3)})`;
  const alt = `ROC curve with its band. The area under it is ${area}; the diagonal of chance has 0.5.`;
  const chance = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
  ];
  const shown = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7].map((x) => at(roc_curve, x));
  return html`
<figure>
<div>${plot.draw(alt, [plot.band(roc_curve), plot.line(chance, "reference"), plot.line(roc_curve, "model")])}
<figcaption><b>ROC curve.</b> Area ${area}: of two people, one who did and one who did not, so often the one who did ranks
higher. The diagonal is chance.</figcaption></div>
${table(
  "Found, for each share passed over",
  ["Passed over", "Found"],
  shown.map(({ x, y, y_min, y_max }) => [
    percent(x, 0),
    withInterval(percent(y), percent(y_min), percent(y_max)),
  ]),
)}
</figure>`;
};

const liftFigure = ({ lift_curve, performance: { model } }: OutcomeResult): Html => {
  const ticks = roundTicks(Math.max(2, ...lift_curve.map(({ y }) => y)));
  const lift = { label: "times the usual rate", from: 0, to: ticks.at(-1)!, ticks, show: String };
  const plot = new Plot(shares("first … % of the people"), lift);
  const top = at(lift_curve, 0.1);
  const alt =
    `Lift curve with its band: the first tenth of the people attained ${fixed(top.y, 1)} times as often as everybody ` +
    `(${fixed(top.y_min, 1)} to ${fixed(top.y_max, 1)}).`;
  const usual = [
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ];
  const shown = [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1].map((x) => at(lift_curve, x));
  return html`
<figure>
<div>${plot.draw(alt, [plot.band(lift_curve), plot.line(usual, "reference"), plot.line(lift_curve, "model")])}
<figcaption><b>Lift.</b> How many times the usual rate of ${percent(model.base_rate)} the first so many per cent
reached.</figcaption></div>
${table(
  "Lift of the first so many",
  ["First", "People", "Lift"],
  shown.map(({ x, y, y_min, y_max }) => [
    percent(x, 0),
    count(x * model.people),
    withInterval(fixed(y, 2), fixed(y_min, 2), fixed(y_max, 2)),
  ]),
)}
</figure>`;
};

/** The curve at x, on the straight line between its points. */
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
