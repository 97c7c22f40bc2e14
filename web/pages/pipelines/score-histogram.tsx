// The histogram of probabilities: the pipeline's people in front of all eligible people.

import { useMemo } from "react";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatPercent } from "../../ui/format.js";
import type { ScoredOutcome } from "./analysis.js";
import { type Bin, hasOthers, histogramSummary, occupied } from "./histogram.js";

const columns: FigureColumn<Bin>[] = [
  { header: "Probability from", value: ({ min }) => min, text: ({ min }) => formatPercent(min) },
  { header: "to", value: ({ max }) => max, text: ({ max }) => formatPercent(max) },
  { header: "People", value: ({ count }) => count, text: ({ count }) => formatCount(count) },
];
const eligible: FigureColumn<Bin> = {
  header: "All eligible people",
  value: ({ eligible_count }) => eligible_count,
  text: ({ eligible_count: count }) => (count === undefined ? "" : formatCount(count)),
};

export const ScoreHistogram = ({ score }: { score: ScoredOutcome }) => {
  const bins = useMemo(() => occupied<Bin>(score.histogram), [score.histogram]);
  const sketch = useMemo(() => sketchOf(bins), [bins]);
  const others = hasOthers(bins)
    ? " The paler bars behind them are all eligible people, for comparison."
    : "";
  return (
    <Figure
      title="People by probability"
      about={`Each bar is one percentage point wide; its height is the number of people.${others}`}
      summary={histogramSummary(bins)}
      rows={bins}
      columns={others ? [...columns, eligible] : columns}
      fileName="people-by-probability"
      sketch={sketch}
    />
  );
};

const sketchOf =
  (bins: readonly Bin[]): Sketch =>
  (plot, width) => {
    const bars = (y: "count" | "eligible_count", fill: string, fillOpacity: number) =>
      plot.rectY(bins, { x1: "min", x2: "max", y, fill, fillOpacity, inset: 0.5 });
    return {
      marginLeft: 52,
      marginBottom: 42,
      x: { label: "Probability →", tickFormat: formatPercent, ticks: Math.min(10, width / 80) },
      y: { label: "↑ People", grid: true, tickFormat: formatCount, ticks: 5 },
      marks: [
        ...(hasOthers(bins) ? [bars("eligible_count", "var(--series-5)", 0.45)] : []),
        bars("count", "var(--series-1)", 1),
        plot.ruleY([0], { stroke: "var(--line-strong)" }),
      ],
    };
  };
