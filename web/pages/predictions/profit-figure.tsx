// Profit curve: the expected profit by the number of people contacted, with its interval, the cut-off and the
// end of the budget.

import { useMemo } from "react";
import { Figure } from "../../charts/figure.js";
import { type Sketch, tipLook } from "../../charts/picture.js";
import { formatCount, formatPeople, reader } from "../../ui/format.js";

export interface ProfitPoint {
  people: number;
  profit: number;
  /** Bounds of the 95 % interval; absent where it is not known. */
  low?: number | undefined;
  high?: number | undefined;
}

interface ProfitFigureProps {
  /** From nobody to everyone. */
  points: readonly ProfitPoint[];
  /** Number of people to contact. */
  cutOff: ProfitPoint;
  /** Number of people whom the budget pays for; undefined: there is no limit within the curve. */
  budget?: number | undefined;
  fileName: string;
}

const amount = (value: number): string => formatCount(Math.round(value));

export const ProfitFigure = ({ points, cutOff, budget, fileName }: ProfitFigureProps) => {
  // The picture depends on these alone, and equal ones need no new picture.
  const key = JSON.stringify([points, cutOff, budget]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for them
  const sketch = useMemo(() => sketchOf(points, cutOff, budget), [key]);
  const hasBounds = points.some(({ low }) => low !== undefined);
  return (
    <Figure
      title="Expected profit by people contacted"
      about={`Those worth most first. ${hasBounds ? "The band is the 95 % interval. " : ""}Upright line: the cut-off${
        budget === undefined ? "" : "; dashed: the end of the budget"
      }.`}
      summary={`${amount(cutOff.profit)} at ${formatPeople(cutOff.people)}.`}
      rows={points}
      columns={[
        {
          header: "People contacted",
          value: ({ people }) => people,
          text: ({ people }) => formatCount(people),
        },
        { header: "Expected profit", value: ({ profit }) => profit, text: ({ profit }) => amount(profit) },
        { header: "Interval from", value: ({ low }) => low, text: ({ low }) => shown(low) },
        { header: "Interval to", value: ({ high }) => high, text: ({ high }) => shown(high) },
      ]}
      fileName={fileName}
      height={240}
      sketch={sketch}
    />
  );
};

const shown = (value: number | undefined): string => (value === undefined ? "" : amount(value));

const textOf = ({ people, profit, low, high }: ProfitPoint): string =>
  `${formatPeople(people)}\nProfit ${reader.withRange(
    profit,
    low === undefined || high === undefined ? undefined : { low, high },
    amount,
  )}`;

const sketchOf =
  (points: readonly ProfitPoint[], cutOff: ProfitPoint, budget: number | undefined): Sketch =>
  (plot) => ({
    marginLeft: 60,
    marginTop: 28,
    marginBottom: 42,
    x: { label: "People contacted →", tickFormat: formatCount, ticks: 5 },
    y: { label: "↑ Profit", grid: true, tickFormat: amount, ticks: 5 },
    marks: [
      plot.areaY(
        points.filter(({ low }) => low !== undefined),
        { x: "people", y1: "low", y2: "high", fill: "var(--series-1)", fillOpacity: 0.15 },
      ),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
      ...(budget === undefined
        ? []
        : [plot.ruleX([budget], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" })]),
      plot.line(points, { x: "people", y: "profit", stroke: "var(--series-1)", strokeWidth: 2 }),
      plot.ruleX([cutOff.people], { stroke: "var(--series-2)", strokeWidth: 2 }),
      plot.dot([cutOff], { x: "people", y: "profit", r: 5, fill: "var(--series-2)" }),
      plot.tip(points, plot.pointerX({ x: "people", y: "profit", title: textOf, ...tipLook })),
    ],
  });
