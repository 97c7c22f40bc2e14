// Ranking quality of a prediction: its deciles, its lift and its ROC curve, with 95 % intervals.

import { useMemo } from "react";
import { type CurvePoint, curveBounds, liftSummary } from "../../../../src/words/evaluation.js";
import type { Bounds } from "../../../../src/words/format.js";
import type { Schemas } from "../../../api/client.js";
import { Figure } from "../../../charts/figure.js";
import { IntervalFigure } from "../../../charts/interval-figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { formatCount, formatNumber, formatPercent, formatRatio, reader } from "../../../ui/format.js";
import { Fold } from "../../../ui/panel.js";
import { baseRate, type Decile, type EvaluationProps } from "./analysis.js";
import styles from "./evaluation.module.css";

export const Quality = ({ analysis, name }: EvaluationProps) => {
  const { roc_curve, roc_auc, lift_curve } = analysis.overall_performance.recognized_individuals;
  return (
    <Fold title="Ranking quality" finding={topFinding(lift_curve)}>
      <Deciles analysis={analysis} name={name} />
      <div className={styles.figures}>
        <Lift points={lift_curve} name={name} />
        <Roc points={roc_curve} auc={roc_auc} bounds={analysis.intervals.model?.auc} name={name} />
      </div>
    </Fold>
  );
};

/** The point nearest to the top 10 %. */
const topFinding = (points: readonly CurvePoint[]): string => {
  const [nearest] = points
    .filter(({ x }) => x > 0)
    .toSorted((a, b) => Math.abs(a.x - 0.1) - Math.abs(b.x - 0.1));
  return nearest ? liftSummary(nearest, reader) : "";
};

const rateOf = ({ attained, people }: Decile): number => attained / people;

const Deciles = ({ analysis, name }: EvaluationProps) => {
  const average = baseRate(analysis);
  const { deciles } = analysis;
  const [first, last] = [deciles[0], deciles.at(-1)];
  return (
    <IntervalFigure
      title="Predicted and actual rate by decile"
      about="Decile 1 holds the people with the highest probabilities."
      summary={
        first && last
          ? `Actual rate: ${formatPercent(rateOf(first))} in decile 1, ${formatPercent(rateOf(last))} in decile ${deciles.length}, ${formatPercent(average)} on average.`
          : ""
      }
      isAcross
      rows={deciles}
      label={{ header: "Decile", of: (decile) => String(deciles.indexOf(decile) + 1) }}
      interval={(decile) => ({
        value: rateOf(decile),
        low: decile.rate_low,
        high: decile.rate_high,
        other: decile.expected / decile.people,
      })}
      value="Actual rate"
      other="Predicted rate"
      show={formatPercent}
      reference={{ value: average, label: `average rate, ${formatPercent(average)}` }}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        {
          header: "Probabilities",
          value: ({ lowest, highest }) => `${lowest} to ${highest}`,
          text: ({ lowest, highest }) => `${formatPercent(lowest)} to ${formatPercent(highest)}`,
        },
        {
          header: "Expected",
          value: ({ expected }) => expected,
          text: ({ expected }) => formatNumber(expected),
        },
        {
          header: "Actual",
          value: ({ attained }) => attained,
          text: ({ attained }) => formatCount(attained),
        },
        {
          header: "Lift",
          value: (decile) => rateOf(decile) / average,
          text: (decile) => formatRatio(rateOf(decile) / average),
        },
      ]}
      fileName={`${name} by decile`}
      height={300}
    />
  );
};

type Point = Schemas["CurvePoint"];

const Lift = ({ points, name }: { points: readonly Point[]; name: string }) => {
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

const Roc = ({
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
