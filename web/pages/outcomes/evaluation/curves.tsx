// Lift and ROC curve of a ranking, each with its 95 % band.

import { useMemo } from "react";
import { curveBounds, liftSummary } from "../../../../src/words/evaluation.js";
import type { Bounds } from "../../../../src/words/format.js";
import type { Schemas } from "../../../api/client.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatPercent, formatRatio, reader } from "../../../ui/format.js";

type Point = Schemas["CurvePoint"];

export const Lift = ({ points, name }: { points: readonly Point[]; name: string }) => {
  const sketch = useMemo(() => liftSketch(points), [points]);
  const topDecile = points.find(({ x }) => x >= 0.1);
  return (
    <Figure
      title="Lift"
      about="The rate among the top-ranked people, relative to the average rate. Band: 95 % interval; dashed: no lift."
      summary={topDecile ? liftSummary(topDecile, reader) : ""}
      rows={points}
      columns={[
        { header: "Top-ranked share", value: ({ x }) => x, text: ({ x }) => formatPercent(x) },
        { header: "Lift", value: ({ y }) => y, text: ({ y }) => formatRatio(y) },
        { header: "Interval from", value: ({ y_min }) => y_min, text: ({ y_min }) => formatRatio(y_min) },
        { header: "Interval to", value: ({ y_max }) => y_max, text: ({ y_max }) => formatRatio(y_max) },
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
      title="ROC curve"
      about="True positives against false positives, as more of the ranking is selected. Band: 95 % interval; dashed: chance."
      summary={`AUC ${reader.withInterval(auc, bounds, (value) => reader.fixed(value, 3))}.`}
      rows={points}
      columns={[
        { header: "False positive rate", value: ({ x }) => x, text: ({ x }) => formatPercent(x) },
        { header: "True positive rate", value: ({ y }) => y, text: ({ y }) => formatPercent(y) },
        { header: "Interval from", value: ({ y_min }) => y_min, text: ({ y_min }) => formatPercent(y_min) },
        { header: "Interval to", value: ({ y_max }) => y_max, text: ({ y_max }) => formatPercent(y_max) },
      ]}
      fileName={`${name} ROC`}
      height={300}
      sketch={sketch}
    />
  );
};

const liftSketch =
  (points: readonly Point[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 42,
    x: { label: "Top-ranked share", tickFormat: formatPercent, grid: true, domain: [0, 1] },
    y: { label: "Lift", tickFormat: formatRatio, grid: true, zero: true, ticks: 5 },
    marks: [
      plot.ruleY([1], { stroke: "var(--ink-soft)", strokeDasharray: "5 4" }),
      ...curve(
        plot,
        points,
        (point) =>
          `Top ${formatPercent(point.x)}\nLift ${reader.withRange(point.y, curveBounds(point), formatRatio)}`,
      ),
    ],
  });

const rocSketch =
  (points: readonly Point[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    marginBottom: 42,
    x: { label: "False positive rate", tickFormat: formatPercent, grid: true, domain: [0, 1] },
    y: { label: "True positive rate", tickFormat: formatPercent, grid: true, domain: [0, 1], ticks: 5 },
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
          `True positives ${reader.withRange(point.y, curveBounds(point), formatPercent)}\nFalse positives ${formatPercent(point.x)}`,
      ),
    ],
  });

const curve = (plot: Parameters<Sketch>[0], points: readonly Point[], title: (point: Point) => string) => [
  plot.areaY(points, { x: "x", y1: "y_min", y2: "y_max", fill: "var(--series-1)", fillOpacity: 0.18 }),
  plot.line(points, { x: "x", y: "y", stroke: "var(--series-1)", strokeWidth: 2 }),
  plot.tip(points, plot.pointerX({ x: "x", y: "y", title, ...tipLook })),
];
