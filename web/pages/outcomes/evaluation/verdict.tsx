// Verdict of a prediction: whether the model is worth using, why, and its three key figures.

import { metricLabel, showMetric } from "../../../../src/words/labels.js";
import { verdictText, verdictTitle } from "../../../../src/words/verdict.js";
import type { Records } from "../../../api/kinds.js";
import { classNames } from "../../../ui/class-names.js";
import { reader } from "../../../ui/format.js";
import { type Analysis, headline, type MetricName } from "./analysis.js";
import styles from "./evaluation.module.css";

export const Verdict = ({ outcome, analysis }: { outcome: Records["outcomes"]; analysis: Analysis }) => {
  const { verdict } = analysis;
  return (
    <section aria-labelledby="verdict" className={classNames(styles.verdict, styles[verdict.decision])}>
      <h2 id="verdict" className={styles.decision}>
        {verdictTitle(verdict)}
      </h2>
      <p>{verdictText(verdict, reader)}</p>
      <p>
        {headline(analysis, {
          attainment: outcome.attainment_cohort_name ?? "the goal",
          eligible: outcome.eligible_cohort_name,
        })}
      </p>
      <dl className={styles.key}>
        {(["auc", "top_decile_lift", "ece"] as const).map((metric) => (
          <KeyFigure key={metric} analysis={analysis} metric={metric} />
        ))}
      </dl>
    </section>
  );
};

const KeyFigure = ({ analysis, metric }: { analysis: Analysis; metric: MetricName }) => {
  const { label, meaning } = metricLabel(metric);
  const value = analysis.performance.model[metric] ?? 0;
  const bounds = analysis.intervals.model?.[metric];
  const show = showMetric(metric, reader);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {show(value)}
        <p className={styles.meaning}>
          {bounds && `95 % interval ${reader.range(bounds, show)}. `}
          {meaning}
        </p>
      </dd>
    </div>
  );
};
