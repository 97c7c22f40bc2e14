// Realised beside expected, by the day of the scores.

import { useMemo } from "react";
import type { FigureColumn } from "../../charts/columns.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatDay } from "../../ui/format.js";
import type { Realised } from "./analysis.js";
import { newestInWords } from "./realised.js";

const count = (value: number | undefined) => (value === undefined ? "" : formatCount(Math.round(value)));

const columns: FigureColumn<Realised>[] = [
  { header: "Scored as of", value: ({ cutoff }) => cutoff, text: ({ cutoff }) => formatDay(cutoff) },
  { header: "Days", value: ({ horizon_days }) => horizon_days },
  { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
  { header: "Expected", value: ({ expected }) => expected, text: ({ expected }) => count(expected) },
  {
    header: "from",
    value: ({ expected_low }) => expected_low,
    text: ({ expected_low }) => count(expected_low),
  },
  {
    header: "to",
    value: ({ expected_high }) => expected_high,
    text: ({ expected_high }) => count(expected_high),
  },
  { header: "Attained", value: ({ attained }) => attained, text: ({ attained }) => count(attained) },
  { header: "Not known any more", value: ({ left_out_count }) => left_out_count },
];

export const RealisedFigure = ({
  realised,
  name = "outcome",
}: {
  realised: readonly Realised[];
  name?: string | undefined;
}) => {
  const rows = useMemo(() => [...realised].reverse(), [realised]);
  const sketch = useMemo(() => sketchOf(rows), [rows]);
  return (
    <Figure
      title="Expected, and what happened"
      about="By the day as of which people were scored. The line spans what was expected, in 95 of 100 cases; the ring is its middle, and the dot is how many attained."
      summary={newestInWords(rows.at(-1)!)}
      rows={rows}
      columns={columns}
      fileName={`realised-${name.toLowerCase().replaceAll(/\W+/g, "-")}`}
      height={240}
      sketch={sketch}
    />
  );
};

const sketchOf =
  (rows: readonly Realised[]): Sketch =>
  (plot, width) => {
    const days = rows.map(({ cutoff }) => formatDay(cutoff));
    const at = ({ cutoff }: Realised) => formatDay(cutoff);
    const every = Math.ceil((days.length * 90) / width);
    return {
      marginLeft: 52,
      marginBottom: 42,
      x: {
        label: "Scored as of →",
        type: "point",
        domain: days,
        ticks: days.filter((_, i) => i % every === 0),
      },
      y: { label: "↑ People who attain", grid: true, zero: true, tickFormat: formatCount, ticks: 5 },
      marks: [
        plot.ruleX(rows, {
          x: at,
          y1: "expected_low",
          y2: "expected_high",
          stroke: "var(--series-5)",
          strokeWidth: 6,
          strokeOpacity: 0.45,
        }),
        plot.dot(rows, { x: at, y: "expected", r: 5, stroke: "var(--series-5)", strokeWidth: 2 }),
        plot.dot(rows, { x: at, y: "attained", r: 5, fill: "var(--series-2)" }),
        plot.ruleY([0], { stroke: "var(--line-strong)" }),
      ],
    };
  };
