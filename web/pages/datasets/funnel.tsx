// The rows of a dataset by stage of the import, as a figure.

import { useMemo } from "react";
import type { Schemas } from "../../api/client.js";
import { Figure, type FigureColumn } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { formatCount, formatCounted, formatPercent } from "../../ui/format.js";
import { funnelInWords, type Stage, stagesOf } from "./row-counts.js";

export const Funnel = ({ log, name }: { log: Schemas["IngressLog"]; name: string }) => {
  const stages = useMemo(() => stagesOf(log), [log]);
  const sketch = useMemo(() => sketchOf(stages), [stages]);
  return (
    <Figure
      title="From rows to people"
      about={
        <>
          {funnelInWords(log)}
          {log.duplicates > 0 && ` ${formatCounted(log.duplicates, "duplicate row")} removed.`}
        </>
      }
      summary={funnelInWords(log)}
      rows={stages}
      columns={columns}
      fileName={`${name} rows`}
      height={44 * stages.length + 16}
      sketch={sketch}
    />
  );
};

const columns: readonly FigureColumn<Stage>[] = [
  { header: "Stage", value: ({ label }) => label },
  { header: "Meaning", value: ({ about }) => about && `rows that ${about}` },
  { header: "Rows", value: ({ rows }) => rows, text: ({ rows }) => formatCount(rows) },
  { header: "Share", value: ({ share }) => share, text: ({ share }) => formatPercent(share) },
  { header: "Lost", value: ({ lost }) => lost, text: ({ lost }) => formatCount(lost) },
];

/** Room for the names of the stages and for the counts. */
const margins = { marginLeft: 92, marginRight: 12, marginTop: 4, marginBottom: 4 };

/** In pixels: from this width, bars have room for text. */
const roomy = 480;

const sketchOf =
  (stages: readonly Stage[]): Sketch =>
  (plot, width) => ({
    ...margins,
    x: { axis: null, domain: [0, Math.max(1, stages[0]?.rows ?? 1)] },
    y: { domain: stages.map(({ label }) => label), label: null, tickSize: 0, padding: 0.25 },
    style: { fontSize: "13px" },
    marks: [
      plot.barX(stages, { x: stages[0]?.rows ?? 0, y: "label", fill: "var(--sunken)" }),
      plot.barX(stages, { x: "rows", y: "label", fill: "var(--accent-soft)" }),
      plot.ruleX(stages, { x: "rows", y: "label", stroke: "var(--series-1)", strokeWidth: 2 }),
      plot.text(stages, {
        x: 0,
        y: "label",
        dx: 8,
        textAnchor: "start",
        fill: "var(--ink)",
        text: ({ rows, about, share, lost }: Stage) =>
          [
            `${formatCount(rows)}${width < roomy ? "" : ` ${about}`}`,
            ...(lost > 0 ? [formatPercent(share)] : []),
          ].join(", "),
      }),
    ],
  });
