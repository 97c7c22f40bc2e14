// Whether what was foretold came true: each tenth of the people by their probability, and the rate at which they attained.

import { useMemo } from "react";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatPercent } from "../../../ui/format.js";
import type { Decile } from "./analysis.js";

interface Group {
  people: number;
  foretold: number;
  realised: number;
  low: number;
  high: number;
}

export const Calibration = ({ deciles, name }: { deciles: readonly Decile[]; name: string }) => {
  const groups = useMemo(() => groupsOf(deciles), [deciles]);
  const sketch = useMemo(() => sketchOf(groups), [groups]);
  return (
    <Figure
      title="Does what it foretells come true?"
      about="People in ten groups by their probability. On the dashed line what came is what was foretold; the bars are 95 % bounds of what came, and a larger dot is more people."
      summary={trueOnesInWords(groups)}
      rows={groups}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Foretold",
          value: ({ foretold }) => foretold,
          text: ({ foretold }) => formatPercent(foretold),
        },
        {
          header: "Realised",
          value: ({ realised }) => realised,
          text: ({ realised }) => formatPercent(realised),
        },
        { header: "Low", value: ({ low }) => low, text: ({ low }) => formatPercent(low) },
        { header: "High", value: ({ high }) => high, text: ({ high }) => formatPercent(high) },
      ]}
      fileName={`${name} calibration`}
      height={320}
      sketch={sketch}
    />
  );
};

const groupsOf = (deciles: readonly Decile[]): Group[] =>
  deciles
    .map(({ people, expected, attained, rate_low, rate_high }) => ({
      people,
      foretold: expected / people,
      realised: attained / people,
      low: rate_low,
      high: rate_high,
    }))
    .reverse();

const trueOnesInWords = (groups: readonly Group[]): string => {
  const within = groups.filter(({ foretold, low, high }) => low <= foretold && foretold <= high).length;
  return `For ${within} of ${groups.length} groups, what was foretold lies within the bounds of what came.`;
};

const sketchOf =
  (groups: readonly Group[]): Sketch =>
  (plot) => {
    const most = Math.min(
      1,
      1.05 * Math.max(0.01, ...groups.flatMap(({ foretold, high }) => [foretold, high])),
    );
    const rates = { domain: [0, most], grid: true, tickFormat: formatPercent, ticks: 5 };
    return {
      marginLeft: 52,
      marginBottom: 42,
      x: { ...rates, label: "Foretold" },
      y: { ...rates, label: "Realised" },
      r: { range: [0, 6], domain: [0, Math.max(...groups.map(({ people }) => people))] },
      marks: [
        plot.line(
          [
            [0, 0],
            [most, most],
          ],
          { stroke: "var(--ink-soft)", strokeDasharray: "5 4" },
        ),
        plot.ruleX(groups, {
          x: "foretold",
          y1: "low",
          y2: "high",
          stroke: "var(--series-1)",
          strokeOpacity: 0.55,
          strokeWidth: 2,
        }),
        plot.dot(groups, { x: "foretold", y: "realised", r: "people", fill: "var(--series-1)" }),
        plot.tip(
          groups,
          plot.pointer({
            x: "foretold",
            y: "realised",
            title: ({ people, foretold, realised, low, high }: Group) =>
              `${formatCount(people)} people\nForetold ${formatPercent(foretold)}\nRealised ${formatPercent(realised)} (${formatPercent(low)} to ${formatPercent(high)})`,
            ...tipLook,
          }),
        ),
      ],
    };
  };
