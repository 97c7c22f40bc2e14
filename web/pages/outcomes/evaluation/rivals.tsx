// The model beside simple rules and the other candidates, by a metric that the reader chooses.

import { useState } from "react";
import { candidateLabel, metricLabel, metrics, showMetric } from "../../../../src/words/labels.js";
import { IntervalFigure } from "../../../charts/interval-figure.js";
import { SelectField } from "../../../ui/field.js";
import { reader } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";
import styles from "./evaluation.module.css";
import { differenceInWords, type MetricName, type Role, scoredBy } from "./scorers.js";

export const Rivals = ({ analysis, name }: { analysis: Analysis; name: string }) => {
  const [metric, setMetric] = useState<MetricName>("log_loss");
  const { label, meaning, isHigherBetter } = metricLabel(metric);
  return (
    <div className={styles.tried}>
      <IntervalFigure
        title="Does it beat a simple rule?"
        about={`${meaning} ${isHigherBetter ? "Higher" : "Lower"} is better.`}
        summary={differenceInWords(analysis, metric)}
        rows={scoredBy(analysis, metric)}
        label={{
          header: "Candidate",
          of: (row) => candidateLabel(row.name) + (row.role === "rule" ? " (rule)" : ""),
        }}
        columns={[{ header: "Kind", value: ({ role }) => roles[role] }]}
        interval={(row) => row}
        value={label}
        show={showMetric(metric, reader)}
        color={({ role }) => colours[role]}
        fileName={`${name} ${label}`}
      />
      <SelectField
        className={styles.choice}
        label="Metric"
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
