// The number that a reader opens the console for: how many customers are expected to reach the goal of a prediction, beside how many
// did so in past months.

import { pageOf, type Records } from "../../api/kinds.js";
import { SparkBars } from "../../charts/spark-bars.js";
import { ButtonLink } from "../../ui/button.js";
import { formatCount, formatCounted, formatPeople, reader } from "../../ui/format.js";
import { useGoal } from "../predictions/goal.js";
import { QualityBadge } from "../predictions/quality-badge.js";
import type { Summary } from "../predictions/summary.js";
import styles from "./home.module.css";

type Expected = NonNullable<Summary["expected"]>;

export const Lead = ({ summary }: { summary: Summary & { expected: Expected } }) => {
  const { outcome, expected } = summary;
  const { words, stream } = useGoal(outcome);
  const months = stream && barsOf(stream);
  const { expected_low: low, expected_high: high } = expected;
  return (
    <section className={styles.lead} aria-label="Expected number">
      <div className={styles.number}>
        <p className={styles.figure}>{formatCount(expected.expected)}</p>
        <p>
          of {formatCounted(expected.scored_count, "customer")} are expected to {words}
          {outcome.horizon_days !== undefined && ` within ${reader.days(outcome.horizon_days)}`}
        </p>
        <p className="small soft">
          {low !== undefined &&
            high !== undefined &&
            `Between ${formatCount(low)} and ${formatCount(high)} in 95 of 100 cases. `}
          {outcome.verdict && (
            <>
              Quality: <QualityBadge verdict={outcome.verdict} />
            </>
          )}
        </p>
      </div>
      {months && <SparkBars label={months.label} bars={months.bars} />}
      <div className={styles.actions}>
        <ButtonLink look="primary" to={`${pageOf("outcomes", outcome.id)}?list=1`}>
          Get the list
        </ButtonLink>
        <ButtonLink to={pageOf("outcomes", outcome.id)}>See results</ButtonLink>
      </div>
    </section>
  );
};

/** Newer months say more, and older ones would be too thin to see. */
const maxMonths = 24;
const fewest = 3;

/** Without the last month, which is not over. */
const barsOf = ({ name, events_by_month: months = [] }: Records["streams"]) => {
  const shown = months.slice(0, -1).slice(-maxMonths);
  if (shown.length < fewest) return undefined;
  return {
    label: `People with “${name}” by month, ${shown[0]!.month} to ${shown.at(-1)!.month}`,
    bars: shown.map(({ month, people_count }) => ({
      name: month,
      value: people_count,
      text: `${month}: ${formatPeople(people_count)}`,
    })),
  };
};
