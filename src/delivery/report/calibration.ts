// How true the probabilities are: what was foretold to each tenth of the people, beside what came.

import type { Decile } from "../../domain/evaluation.js";
import type { OutcomeResult } from "../../domain/outcome.js";
import { count, fixed, percent } from "./format.js";
import { type Html, html } from "./html.js";
import { Plot, roundTicks, type Scale } from "./plot.js";
import { table, withInterval } from "./table.js";

export const calibrationSection = ({ deciles, performance, intervals }: OutcomeResult): Html => {
  const { ece } = performance.model;
  const { low, high } = intervals.model!.ece;
  return html`
<section>
<h2>How true the probabilities are</h2>
<p>People are put in ten groups by their probability. In a true forecast, of those told 20${"\u202f"}% about one in five does.
On average the groups are off by ${percent(ece)} (${percent(low)} to ${percent(high)}); part of that is chance.</p>
<figure>
<div>${picture(deciles)}
<figcaption><b>Calibration.</b> Foretold and realised rate of each group, with 95${"\u202f"}% bounds of what came. On the dashed
line the forecast is true.</figcaption></div>
${decileTable(deciles, performance.model.base_rate)}
</figure>
</section>`;
};

const picture = (deciles: readonly Decile[]): Html => {
  const points = deciles.map(({ people, expected, attained, rate_low, rate_high }) => ({
    x: expected / people,
    y: attained / people,
    y_min: rate_low,
    y_max: rate_high,
  }));
  const ticks = roundTicks(Math.min(1, Math.max(0.01, ...points.flatMap(({ x, y_max }) => [x, y_max]))));
  const most = ticks.at(-1)!;
  const rates = (label: string): Scale => ({
    label,
    from: 0,
    to: most,
    ticks,
    show: (tick) => String(Number((100 * tick).toFixed(1))),
  });
  const plot = new Plot(rates("foretold, %"), rates("realised, %"));
  const within = points.filter(({ x, y_min, y_max }) => y_min <= x && x <= y_max).length;
  const alt = `Calibration of ${points.length} groups: the forecast lies within the bounds of what came for ${within} of them.`;
  const truth = [
    { x: 0, y: 0 },
    { x: most, y: most },
  ];
  return plot.draw(alt, [plot.line(truth, "reference"), plot.dots(points)]);
};

const decileTable = (deciles: readonly Decile[], usual: number): Html =>
  table(
    "The groups, highest probabilities first",
    ["Group", "People", "Expected", "Attained", "Rate", "Lift"],
    deciles.map(({ people, expected, attained, rate_low, rate_high }, i) => [
      String(i + 1),
      count(people),
      fixed(expected, 1),
      count(attained),
      withInterval(percent(attained / people), percent(rate_low), percent(rate_high)),
      fixed(attained / people / usual, 2),
    ]),
  );
