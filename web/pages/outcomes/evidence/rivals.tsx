// The model beside simple rules and everything else that was tried, each with the interval that its figure has.

import { useMemo, useState } from "react";
import { Figure } from "../../../charts/figure.js";
import { type Sketch, tipLook } from "../../../charts/picture.js";
import { SelectField } from "../../../ui/field.js";
import type { Analysis } from "./analysis.js";
import styles from "./evidence.module.css";
import {
  differenceInWords,
  type MetricName,
  metricNamed,
  metrics,
  type Role,
  type Scored,
  scoredBy,
  scorerName,
  withBounds,
} from "./scorers.js";

export const Rivals = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const [metric, setMetric] = useState<MetricName>("log_loss");
  const rows = useMemo(() => scoredBy(analysis, metric), [analysis, metric]);
  const sketch = useMemo(() => sketchOf(rows, metric), [rows, metric]);
  const { label, meaning, isMoreBetter, show } = metricNamed(metric);
  return (
    <div className={styles.tried}>
      <Figure
        title="Does it beat a simple rule?"
        about={`${label} is ${meaning}. ${isMoreBetter ? "More" : "Less"} is better. Lines are intervals of 95 %.`}
        summary={differenceInWords(analysis, metric)}
        rows={rows}
        columns={[
          { header: "What", value: (row) => scorerName(row.name) },
          { header: "Kind", value: ({ role }) => roles[role] },
          { header: label, value: ({ value }) => value, text: ({ value }) => show(value) },
          { header: "Low", value: ({ low }) => low, text: ({ low }) => show(low) },
          { header: "High", value: ({ high }) => high, text: ({ high }) => show(high) },
        ]}
        fileName={`${name} ${label}`}
        sketch={sketch}
      />
      <SelectField
        className={styles.choice}
        label="Measured by"
        value={metric}
        onChange={setMetric}
        choices={metrics.map((one) => ({ value: one.name, label: one.label }))}
      />
      <p className="small">{differenceInWords(analysis, metric)}</p>
    </div>
  );
};

const roles: Record<Role, string> = { model: "model", rule: "simple rule", candidate: "candidate" };
const colours: Record<Role, string> = {
  model: "var(--series-1)",
  rule: "var(--series-2)",
  candidate: "var(--series-5)",
};
const colourOf = ({ role }: Scored) => colours[role];

const sketchOf =
  (rows: readonly Scored[], metric: MetricName): Sketch =>
  (plot, width) => {
    const { label, show } = metricNamed(metric);
    const labelWidth = Math.min(190, width * 0.38);
    const labels = new Map(
      rows.map(({ name, role }) => [name, role === "rule" ? `${scorerName(name)} (rule)` : scorerName(name)]),
    );
    return {
      marginLeft: labelWidth,
      marginRight: 24,
      marginBottom: 42,
      x: { label, grid: true, nice: true, ticks: Math.max(3, Math.floor((width - labelWidth) / 80)) },
      y: { label: null, domain: rows.map(({ name }) => name), padding: 0.5 },
      marks: [
        plot.axisY({
          tickFormat: (name: string) => labels.get(name) ?? name,
          tickSize: 0,
          fontSize: 12,
          lineWidth: labelWidth / 12 - 1,
          fill: "var(--ink)",
        }),
        plot.ruleY(rows, {
          y: "name",
          x1: "low",
          x2: "high",
          stroke: colourOf,
          strokeWidth: 3,
          strokeOpacity: 0.55,
        }),
        plot.dot(rows, { x: "value", y: "name", fill: colourOf, r: 5 }),
        plot.tip(
          rows,
          plot.pointerY({
            x: "value",
            y: "name",
            title: (row: Scored) => `${scorerName(row.name)}\n${withBounds(show, row.value, row)}`,
            ...tipLook,
          }),
        ),
      ],
    };
  };
