// The answer first: whether the model is worth using, why, and the three figures that say most.

import type { Records } from "../../../api/kinds.js";
import { classNames } from "../../../ui/class-names.js";
import { formatShare } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";
import styles from "./evidence.module.css";
import { decisions, headline } from "./headline.js";
import { type MetricName, metricNamed } from "./scorers.js";

export const Verdict = ({ outcome, analysis }: { outcome: Records["outcomes"]; analysis: Analysis }) => {
  const { verdict } = analysis;
  return (
    <section aria-labelledby="verdict" className={classNames(styles.verdict, styles[verdict.decision])}>
      <h2 id="verdict" className={styles.decision}>
        {decisions[verdict.decision]}
      </h2>
      <p>{verdict.text}</p>
      <p>
        {headline(analysis, {
          attainment: outcome.attainment_cohort_name ?? "the attainment cohort",
          eligible: outcome.eligible_cohort_name,
        })}
      </p>
      <dl className={styles.key}>
        <Key analysis={analysis} metric="auc" title="Right order (AUC)">
          of pairs are ranked right: one who attains above one who does not. Chance is 50 %.
        </Key>
        <Key analysis={analysis} metric="top_decile_lift" title="First tenth (lift)">
          as many attain among the tenth ranked first as among all. Chance is 1 ×.
        </Key>
        <Key analysis={analysis} metric="ece" title="Off by (calibration error)">
          lie between what was foretold and what came, on average over ten groups; part of that is chance.
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
  const show = metric === "auc" ? formatShare : metricNamed(metric).show;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {show(value)}
        <p className={styles.meaning}>
          {children}
          {bounds && ` In 95 of 100 such tests: ${show(bounds.low)} to ${show(bounds.high)}.`}
        </p>
      </dd>
    </div>
  );
};
