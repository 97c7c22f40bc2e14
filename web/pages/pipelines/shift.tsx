// How far the people scored are from those that the model learned from.

import { useMemo } from "react";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatNumber, formatPercent } from "../../ui/format.js";
import type { ScoredOutcome } from "./analysis.js";

type Feature = NonNullable<ScoredOutcome["shift"]>["features"][number];

/** Above it, the stability index speaks of other people. */
const otherPeople = 0.25;

const columns: FigureColumn<Feature>[] = [
  { header: "What is known of people", value: ({ literate }) => literate },
  { header: "Stability index", value: ({ index }) => index, text: ({ index }) => formatIndex(index) },
  {
    header: "Share of importance",
    value: ({ importance }) => importance,
    text: ({ importance }) => formatPercent(importance),
  },
];

const furthest = (features: readonly Feature[]): Feature[] =>
  [...features].sort((a, b) => b.index - a.index).slice(0, 8);

export const Shift = ({ score: { shift } }: { score: ScoredOutcome }) => {
  const features = useMemo(() => furthest(shift?.features ?? []), [shift]);
  const sketch = useMemo(() => sketchOf(features), [features]);
  if (!shift || features.length === 0) return null;
  const moved = shift.features.filter(({ index }) => index > otherPeople).length;
  const said =
    moved === 0
      ? `None of ${formatCount(shift.features.length)} is beyond ${otherPeople}.`
      : `${formatCount(moved)} of ${formatCount(shift.features.length)} are beyond ${otherPeople}.`;
  return (
    <Figure
      title={`How far these people are from those learned from: ${formatIndex(shift.index)} on average`}
      about={`In what the model goes by, the furthest first. 0 is alike; above ${otherPeople}, they are other people. Where that makes probabilities less true, a warning stands above. ${said}`}
      summary={said}
      rows={features}
      columns={columns}
      fileName="distance-from-those-learned-from"
      height={60 + 40 * features.length}
      sketch={sketch}
    />
  );
};

const sketchOf =
  (features: readonly Feature[]): Sketch =>
  (plot) => ({
    marginLeft: 16,
    marginRight: 48,
    marginBottom: 42,
    x: {
      label: "Stability index →",
      labelOffset: 38,
      grid: true,
      ticks: 5,
      domain: [0, Math.max(0.3, ...features.map(({ index }) => index))],
    },
    y: { axis: null, domain: features.map(({ literate }) => literate) },
    marks: [
      plot.ruleX([otherPeople], { stroke: "var(--warn)", strokeDasharray: "4 3" }),
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
