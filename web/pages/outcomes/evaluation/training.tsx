// Training of a prediction: its horizon, its training data and the candidates that the model combines.

import { useMemo } from "react";
import {
  blendText,
  calibrationMethod,
  groupSummary,
  quietSummary,
  refitSummary,
  smallDataSummary,
} from "../../../../src/words/evaluation.js";
import { horizonLength } from "../../../../src/words/horizons.js";
import { capitalized } from "../../../../src/words/plural.js";
import type { Records } from "../../../api/kinds.js";
import { linkHere } from "../../../api/links.js";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { ButtonAnchor } from "../../../ui/button.js";
import { formatCount, formatCounted, formatDay, formatPercent, reader } from "../../../ui/format.js";
import { Facts, Fold } from "../../../ui/panel.js";
import type { Analysis } from "./analysis.js";

type Landmark = Analysis["method"]["training"][number];

export const Training = ({ outcome, analysis }: { outcome: Records["outcomes"]; analysis: Analysis }) => {
  const { method, calibration } = analysis;
  const quiet = quietSummary(method.quiet_periods, reader);
  const groups = groupSummary(method.groups ?? []);
  const small = smallDataSummary(method.training_people, reader);
  const refit = refitSummary(method.learned_through, method.refit_at, reader);
  return (
    <Fold
      title="Training"
      finding={`Learned from ${formatCounted(method.training_rows, "row")}${outcome.data_through ? `, with data through ${formatDay(outcome.data_through)}` : ""}.`}
    >
      <Facts
        facts={[
          [
            "Horizon",
            method.horizon_days &&
              `${horizonLength(method, reader)}${method.horizon_chosen_from_data ? " (chosen from the data)" : ""}`,
          ],
          [
            "Training data",
            `${formatCounted(method.training_rows, "row")}, of which ${formatCount(method.training_attained)} converted`,
          ],
          ["Model", capitalized(blendText(method.blend, reader))],
          ["Data through", outcome.data_through && formatDay(outcome.data_through)],
        ]}
      />
      <p>{calibrationMethod(calibration.method, method.tested_on)}</p>
      {groups && <p>{groups}</p>}
      {small && <p>{small}</p>}
      {refit && <p>{refit}</p>}
      {quiet && <p>{quiet}</p>}
      {method.static_reason && <p>{method.static_reason}</p>}
      {method.training.length > 1 && <TrainingDays rows={method.training} name={outcome.name} />}
      {outcome.report_url && (
        <div>
          <ButtonAnchor href={linkHere(outcome.report_url)} target="_blank" rel="noreferrer">
            Open printable report
          </ButtonAnchor>
        </div>
      )}
    </Fold>
  );
};

const TrainingDays = ({ rows, name }: { rows: readonly Landmark[]; name: string }) => {
  const sketch = useMemo(() => sketchOf(rows), [rows]);
  return (
    <Figure
      title="Actual rate by training date"
      about="A row is a person as they were known on that date. The newest date is the test. Dot: larger for more rows."
      summary={`${rows.length} dates from ${formatDay(rows[0]!.landmark)} to ${formatDay(rows.at(-1)!.landmark)}.`}
      rows={rows}
      columns={[
        {
          header: "Date",
          value: ({ landmark }) => landmark.slice(0, 10),
          text: ({ landmark }) => formatDay(landmark),
        },
        { header: "Rows", value: (row) => row.rows, text: (row) => formatCount(row.rows) },
        {
          header: "Converted",
          value: ({ attained }) => attained,
          text: ({ attained }) => formatCount(attained),
        },
        { header: "Actual rate", value: rateOf, text: (row) => formatPercent(rateOf(row)) },
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
    y: { label: "Actual rate", tickFormat: formatPercent, grid: true, zero: true, ticks: 5 },
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
            `${formatDay(row.landmark)}\n${formatCounted(row.rows, "row")}, ${formatCount(row.attained)} converted (${formatPercent(rateOf(row))})`,
          ...tipLook,
        }),
      ),
    ],
  });
