// Reliability of a prediction: its warnings, its comparison with simple rules, and its calibration.

import { useState } from "react";
import { calibrationSummary, originSummary } from "../../../../src/words/evaluation.js";
import { candidateLabel, metricLabel, metrics, showMetric } from "../../../../src/words/labels.js";
import { noWarnings, warningText, warningTitles } from "../../../../src/words/warnings.js";
import { IntervalFigure } from "../../../charts/interval-figure.js";
import { SelectField } from "../../../ui/field.js";
import { formatCounted, reader } from "../../../ui/format.js";
import { Fold } from "../../../ui/panel.js";
import {
  type Analysis,
  differenceText,
  type EvaluationProps,
  type MetricName,
  type Role,
  scoredBy,
  testSentence,
} from "./analysis.js";
import { Calibration } from "./calibration.js";
import styles from "./evaluation.module.css";

export const Reliability = ({ analysis, name }: EvaluationProps) => (
  <Fold
    title="Reliability"
    finding={`${analysis.warnings.length === 0 ? "No warnings" : formatCounted(analysis.warnings.length, "warning")}. ${calibrationSummary(analysis.deciles)}`}
    startsOpen={analysis.warnings.length > 0}
  >
    <Warnings warnings={analysis.warnings} />
    <p>
      {testSentence(analysis)} {originSummary(analysis.method.origins, reader)}
    </p>
    <div className={styles.figures}>
      <Baselines analysis={analysis} name={name} />
      <Calibration deciles={analysis.deciles} name={name} />
    </div>
  </Fold>
);

const Warnings = ({ warnings }: Pick<Analysis, "warnings">) =>
  warnings.length === 0 ? (
    <p>{noWarnings}</p>
  ) : (
    <>
      <h3>{formatCounted(warnings.length, "warning")}</h3>
      <ul className={styles.warnings}>
        {warnings.map((warning) => (
          <li key={`${warning.kind}${warning.about}`}>
            <b>{warningTitles[warning.kind]}.</b> {warningText(warning, reader)}
          </li>
        ))}
      </ul>
    </>
  );

/** The model beside simple rules and the other candidates, by a metric that the reader chooses. */
const Baselines = ({ analysis, name }: EvaluationProps) => {
  const [metric, setMetric] = useState<MetricName>("log_loss");
  const { label, meaning, isHigherBetter } = metricLabel(metric);
  return (
    <div className={styles.chosen}>
      <IntervalFigure
        title="Model compared with simple rules"
        about={`${meaning} ${isHigherBetter ? "Higher" : "Lower"} is better.`}
        summary={differenceText(analysis, metric)}
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
      <p className="small">{differenceText(analysis, metric)}</p>
    </div>
  );
};

const roles: Record<Role, string> = { model: "model", rule: "simple rule", candidate: "candidate" };
const colours: Record<Role, string> = {
  model: "var(--series-1)",
  rule: "var(--series-2)",
  candidate: "var(--series-5)",
};
