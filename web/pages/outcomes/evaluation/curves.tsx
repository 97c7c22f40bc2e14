// The curves of a ranking, with the band in which each would be in 95 of 100 tests.

import { useMemo } from "react";
import type { Bounds } from "../../../../src/words/format.js";
import type { Schemas } from "../../../api/client.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatPercent, formatRatio, reader } from "../../../ui/format.js";

type Point = Schemas["CurvePoint"];

export const Lift = ({ points, name }: { points: readonly Point[]; name: string }) => {
  const sketch = useMemo(() => liftSketch(points), [points]);
  const tenth = points.find(({ x }) => x >= 0.1);
  return (
    <Figure
      title="What is gained by asking those ranked first"
      about="Lift is the rate among the people ranked first over the rate of all. At 1, marked by the dashed line, nothing is gained."
      summary={
        tenth
          ? `The first tenth attains at ${reader.withRange(tenth.y, boundsOf(tenth), formatRatio)} the usual rate.`
          : ""
      }
      rows={points}
      columns={[
        { header: "First share of the people", value: ({ x }) => x, text: ({ x }) => formatPercent(x) },
        { header: "Lift", value: ({ y }) => y, text: ({ y }) => formatRatio(y) },
        { header: "Low", value: ({ y_min }) => y_min, text: ({ y_min }) => formatRatio(y_min) },
        { header: "High", value: ({ y_max }) => y_max, text: ({ y_max }) => formatRatio(y_max) },
      ]}
      fileName={`${name} lift`}
      height={300}
      sketch={sketch}
    />
  );
};

export const Roc = ({
  points,
  auc,
  bounds,
  name,
}: {
  points: readonly Point[];
  auc: number;
  bounds: Bounds | undefined;
  name: string;
}) => {
  const sketch = useMemo(() => rocSketch(points), [points]);
  return (
    <Figure
      title="How well those who attain are found (ROC)"
      about="Going down the ranking: the share that is found of those who attain, against the share that is asked in vain of those who do not. The dashed line is chance."
      summary={`The area under the curve, AUC, is ${reader.withInterval(auc, bounds, (value) => reader.fixed(value, 3))}.`}
      rows={points}
      columns={[
        { header: "Asked in vain", value: ({ x }) => x, text: ({ x }) => formatPercent(x) },
        { header: "Found", value: ({ y }) => y, text: ({ y }) => formatPercent(y) },
        { header: "Low", value: ({ y_min }) => y_min, text: ({ y_min }) => formatPercent(y_min) },
        { header: "High", value: ({ y_max }) => y_max, text: ({ y_max }) => formatPercent(y_max) },
      ]}
      fileName={`${name} ROC`}
      height={300}
      sketch={sketch}
    />
  );
};

const boundsOf = ({ y_min, y_max }: Point): Bounds => ({ low: y_min, high: y_max });

const liftSketch =
  (points: readonly Point[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 42,
    x: { label: "First share of the people", tickFormat: formatPercent, grid: true, domain: [0, 1] },
    y: { label: "Lift", tickFormat: formatRatio, grid: true, zero: true, ticks: 5 },
    marks: [
      plot.ruleY([1], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      ...curve(
        plot,
        points,
        (point) =>
          `First ${formatPercent(point.x)}\n${reader.withRange(point.y, boundsOf(point), formatRatio)}`,
      ),
    ],
  });

const rocSketch =
  (points: readonly Point[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 42,
    x: { label: "Asked in vain", tickFormat: formatPercent, grid: true, domain: [0, 1] },
    y: { label: "Found", tickFormat: formatPercent, grid: true, domain: [0, 1], ticks: 5 },
    marks: [
      plot.line(
        [
          [0, 0],
          [1, 1],
        ],
        { stroke: "var(--ink-soft)", strokeDasharray: "5 4" },
      ),
      ...curve(
        plot,
        points,
        (point) =>
          `Found ${reader.withRange(point.y, boundsOf(point), formatPercent)}\nAsked in vain ${formatPercent(point.x)}`,
      ),
    ],
  });

const curve = (plot: Parameters<Sketch>[0], points: readonly Point[], title: (point: Point) => string) => [
  plot.areaY(points, { x: "x", y1: "y_min", y2: "y_max", fill: "var(--series-1)", fillOpacity: 0.18 }),
  plot.line(points, { x: "x", y: "y", stroke: "var(--series-1)", strokeWidth: 2 }),
  plot.tip(points, plot.pointerX({ x: "x", y: "y", title, ...tipLook })),
];
