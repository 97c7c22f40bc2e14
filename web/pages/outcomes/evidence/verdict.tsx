// The answer first: whether the model is worth using, why, and the three figures that say most.

import { decisionLabels, showMetric } from "../../../../src/words/labels.js";
import type { Records } from "../../../api/kinds.js";
import { classNames } from "../../../ui/class-names.js";
import { reader } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";
import styles from "./evidence.module.css";
import { headline } from "./headline.js";
import type { MetricName } from "./scorers.js";

export const Verdict = ({ outcome, analysis }: { outcome: Records["outcomes"]; analysis: Analysis }) => {
  const { verdict } = analysis;
  return (
    <section aria-labelledby="verdict" className={classNames(styles.verdict, styles[verdict.decision])}>
      <h2 id="verdict" className={styles.decision}>
        {decisionLabels[verdict.decision].title}
      </h2>
      <p>{verdict.text}</p>
      <p>
        {headline(analysis, {
          attainment: outcome.attainment_cohort_name ?? "the attainment cohort",
          eligible: outcome.eligible_cohort_name,
        })}
      </p>
      <dl className={styles.key}>
        <Key analysis={analysis} metric="auc" title="Ranking quality (AUC)">
          How often a person who converts ranks above one who does not. Chance is 0.5.
        </Key>
        <Key analysis={analysis} metric="top_decile_lift" title="Lift in the top 10 %">
          How many times as often the top 10 % convert as the average person. Chance is 1 ×.
        </Key>
        <Key analysis={analysis} metric="ece" title="Calibration error">
          The mean difference between the predicted and the actual rate over ten groups. Part of it is chance.
        </Key>
      </dl>
    </section>
  );
};

const Key = ({
  analysis,
  metric,
  title,
  children,
}: {
  analysis: Analysis;
  metric: MetricName;
  title: string;
  children: string;
}) => {
  const value = analysis.performance.model[metric] ?? 0;
  const bounds = analysis.intervals.model?.[metric];
  const show = showMetric(metric, reader);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {show(value)}
        <p className={styles.meaning}>
          {children}
          {bounds && ` 95 % interval ${reader.range(bounds, show)}.`}
        </p>
      </dd>
    </div>
  );
};
