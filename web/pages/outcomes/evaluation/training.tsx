// How it was learned: from which days of the past, of how many rows, and of what the model is made.

import { useMemo } from "react";
import type { Records } from "../../../api/kinds.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { ButtonAnchor } from "../../../ui/button.js";
import { formatCount, formatCounted, formatDay, formatPercent } from "../../../ui/format.js";
import { Facts, Panel } from "../../../ui/panel.js";
import type { Analysis } from "./analysis.js";
import { blendInWords } from "./scorers.js";

type Landmark = Analysis["method"]["training"][number];

export const Learned = ({ outcome, analysis }: { outcome: Records["outcomes"]; analysis: Analysis }) => {
  const { method, calibration } = analysis;
  const blend = blendInWords(method.blend);
  return (
    <Panel
      title="How was it learned?"
      actions={
        outcome.report_url && (
          <ButtonAnchor href={outcome.report_url} target="_blank" rel="noreferrer">
            Full report, to print or send
          </ButtonAnchor>
        )
      }
    >
      <Facts
        facts={[
          [
            "Within",
            method.horizon_days &&
              `${formatCounted(method.horizon_days, "day")}${method.horizon_chosen_from_data ? ", chosen from the data" : ""}`,
          ],
          ["Learned from", formatCounted(method.training_rows, "row")],
          ["Of which attained", formatCount(method.training_attained)],
          ["Made of", blend],
          [
            "Probabilities",
            calibration.method === "identity"
              ? "needed no correction of their shape"
              : `corrected (${calibration.method} calibration)`,
          ],
          ["Data through", outcome.data_through && formatDay(outcome.data_through)],
        ]}
      />
      {method.static_reason && <p>{method.static_reason}</p>}
      {method.training.length > 1 && <Training rows={method.training} name={outcome.name} />}
    </Panel>
  );
};

const Training = ({ rows, name }: { rows: readonly Landmark[]; name: string }) => {
  const sketch = useMemo(() => sketchOf(rows), [rows]);
  return (
    <Figure
      title="The rate at which people attained, by the day they are seen from"
      about="Each row that is learned from is a person as they were known on a day of the past. The newest of these days is the test. A larger dot is more people."
      summary={`${rows.length} days, from ${formatDay(rows[0]!.landmark)} to ${formatDay(rows.at(-1)!.landmark)}.`}
      rows={rows}
      columns={[
        {
          header: "Seen from",
          value: ({ landmark }) => landmark.slice(0, 10),
          text: ({ landmark }) => formatDay(landmark),
        },
        { header: "Rows", value: (row) => row.rows, text: (row) => formatCount(row.rows) },
        {
          header: "Attained",
          value: ({ attained }) => attained,
          text: ({ attained }) => formatCount(attained),
        },
        { header: "Rate", value: rateOf, text: (row) => formatPercent(rateOf(row)) },
      ]}
      fileName={`${name} training`}
      height={260}
      sketch={sketch}
    />
  );
};

const rateOf = ({ rows, attained }: Landmark): number => attained / Math.max(rows, 1);
const dayOf = ({ landmark }: Landmark): Date => new Date(landmark);

const sketchOf =
  (rows: readonly Landmark[]): Sketch =>
  (plot) => ({
    marginLeft: 52,
    x: { type: "utc", label: null, inset: 12 },
    y: { label: "Rate", tickFormat: formatPercent, grid: true, zero: true, ticks: 5 },
    r: { range: [0, 8], domain: [0, Math.max(...rows.map((row) => row.rows))] },
    marks: [
      plot.line(rows, { x: dayOf, y: rateOf, stroke: "var(--series-1)", strokeOpacity: 0.5 }),
      plot.dot(rows, { x: dayOf, y: rateOf, r: "rows", fill: "var(--series-1)" }),
      plot.ruleY([0], { stroke: "var(--line-strong)" }),
      plot.tip(
        rows,
        plot.pointerX({
          x: dayOf,
          y: rateOf,
          title: (row: Landmark) =>
            `${formatDay(row.landmark)}\n${formatCount(row.rows)} rows, ${formatCount(row.attained)} attained (${formatPercent(rateOf(row))})`,
          ...tipLook,
        }),
      ),
    ],
  });
