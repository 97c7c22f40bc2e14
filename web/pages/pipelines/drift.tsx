// Population drift: how much the people scored differ from the training data, feature by feature.

import { useMemo } from "react";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatCounted, formatNumber, formatPercent } from "../../ui/format.js";
import type { ScoredOutcome } from "./analysis.js";

type Feature = NonNullable<ScoredOutcome["shift"]>["features"][number];

/** A population stability index (PSI) above it means a different population. */
const driftThreshold = 0.25;

const columns: FigureColumn<Feature>[] = [
  { header: "Input", value: ({ literate }) => literate },
  { header: "PSI", value: ({ index }) => index, text: ({ index }) => formatIndex(index) },
  {
    header: "Importance",
    value: ({ importance }) => importance,
    text: ({ importance }) => formatPercent(importance),
  },
];

const mostDrifted = (features: readonly Feature[]): Feature[] =>
  [...features].sort((a, b) => b.index - a.index).slice(0, 8);

export const Drift = ({ score: { shift } }: { score: ScoredOutcome }) => {
  const features = useMemo(() => mostDrifted(shift?.features ?? []), [shift]);
  const sketch = useMemo(() => sketchOf(features), [features]);
  if (!shift || features.length === 0) return null;
  const moved = shift.features.filter(({ index }) => index > driftThreshold).length;
  const summary =
    moved === 0
      ? `None of ${formatCounted(shift.features.length, "input")} is above ${driftThreshold}.`
      : `${formatCount(moved)} of ${formatCounted(shift.features.length, "input")} ${moved === 1 ? "is" : "are"} above ${driftThreshold}.`;
  return (
    <Figure
      title={`${shift.index > driftThreshold ? "Other" : "Same"} kind of customers as it learned from (PSI ${formatIndex(shift.index)})`}
      about={`Population stability index of each input, the largest first. 0 means no change; above ${driftThreshold}, the population is different. A warning appears above if this makes the probabilities less reliable.`}
      summary={summary}
      rows={features}
      columns={columns}
      fileName="population-drift"
      height={60 + 40 * features.length}
      sketch={sketch}
    />
  );
};

/** An em of a picture's text, with room for letters that are wider than most. */
const emPixels = 12;

const sketchOf =
  (features: readonly Feature[]): Sketch =>
  (plot, width) => ({
    marginLeft: 16,
    marginRight: 48,
    marginBottom: 42,
    x: {
      label: "PSI →",
      labelOffset: 38,
      grid: true,
      ticks: 5,
      tickFormat: formatIndex,
      domain: [0, Math.max(0.3, ...features.map(({ index }) => index))],
    },
    y: { axis: null, domain: features.map(({ literate }) => literate) },
    marks: [
      plot.ruleX([driftThreshold], { stroke: "var(--warn)", strokeDasharray: "4 3" }),
      plot.barX(features, {
        x: "index",
        y: "literate",
        fill: "var(--series-1)",
        insetTop: 20,
        insetBottom: 6,
      }),
      plot.text(features, {
        x: 0,
        y: "literate",
        text: "literate",
        textAnchor: "start",
        dy: -9,
        lineWidth: width / emPixels,
        textOverflow: "ellipsis",
        fill: "var(--ink)",
      }),
      plot.text(features, {
        x: "index",
        y: "literate",
        text: ({ index }: Feature) => formatIndex(index),
        textAnchor: "start",
        dx: 4,
        dy: 8,
        fill: "var(--ink)",
      }),
    ],
  });

const formatIndex = (index: number): string => formatNumber(index, 2);
