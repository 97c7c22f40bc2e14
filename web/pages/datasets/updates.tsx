// The growth of a dataset from update to update.

import { useMemo } from "react";
import type { Schemas } from "../../api/client.js";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatCounted, formatMoment } from "../../ui/format.js";
import styles from "./dataset.module.css";
import { type Growth, growthOf } from "./row-counts.js";

export const Updates = ({ dataset }: { dataset: Schemas["Dataset"] }) => {
  const { name, update_count: count } = dataset;
  const rows = useMemo(() => growthOf(dataset), [dataset]);
  const sketch = useMemo(() => sketchOf(rows), [rows]);
  if (rows.length < 2) return null;
  const summary = `${formatCounted(rows.at(-1)!.total, "row")} after ${formatCounted(count ?? rows.length, "update")}.`;
  return (
    <div className={styles.part}>
      <Figure
        title="Rows over time"
        about={summary}
        summary={summary}
        rows={rows}
        columns={columns}
        fileName={`${name} updates`}
        height={160}
        sketch={sketch}
      />
    </div>
  );
};

const columns: readonly FigureColumn<Growth>[] = [
  { header: "Date", value: ({ at }) => at, text: ({ at }) => formatMoment(at) },
  { header: "Rows added", value: ({ added }) => added, text: ({ added }) => formatCount(added) },
  { header: "Rows", value: ({ total }) => total, text: ({ total }) => formatCount(total) },
];

const sketchOf =
  (rows: readonly Growth[]): Sketch =>
  (plot) => ({
    marginLeft: 64,
    x: { type: "time", label: null },
    y: { grid: true, label: null, ticks: 4, zero: true, tickFormat: "s" },
    marks: [
      plot.areaY(rows, { x: dateOf, y: "total", curve: "step-after", fill: "var(--accent-soft)" }),
      plot.lineY(rows, { x: dateOf, y: "total", curve: "step-after", stroke: "var(--series-1)" }),
      plot.dot(rows, { x: dateOf, y: "total", r: 3, fill: "var(--series-1)" }),
    ],
  });

const dateOf = ({ at }: Growth): Date => new Date(at);
