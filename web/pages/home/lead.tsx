// The number that a reader opens the console for: how many customers are expected to reach the goal of a prediction, beside how many
// did so in past months.

import { Link } from "wouter";
import { goalWords } from "../../../src/words/prediction.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { useList } from "../../api/resources.js";
import { SparkBars } from "../../charts/spark-bars.js";
import { ButtonAnchor, ButtonLink } from "../../ui/button.js";
import { formatCount, formatPeople, reader } from "../../ui/format.js";
import type { Summary } from "../predictions/summary.js";
import styles from "./home.module.css";

type Expected = NonNullable<Summary["expected"]>;

export const Lead = ({ summary }: { summary: Summary & { expected: Expected } }) => {
  const { outcome, expected, list } = summary;
  const goal = useGoal(outcome);
  const { expected_low: low, expected_high: high } = expected;
  return (
    <section className={styles.lead} aria-label="Expected number">
      <div className={styles.number}>
        <p className={styles.figure}>{formatCount(expected.expected)}</p>
        <p>
          of {formatPeople(expected.scored_count)} are expected to {goal.words}
          {outcome.horizon_days !== undefined && ` within ${reader.days(outcome.horizon_days)}`}
        </p>
        {low !== undefined && high !== undefined && (
          <p className="small soft">95 % interval {reader.range({ low, high }, formatCount)}</p>
        )}
      </div>
      {goal.bars && <SparkBars label={goal.bars.label} bars={goal.bars.bars} />}
      <div className={styles.actions}>
        {list && (
          <ButtonAnchor look="primary" href={`/v1/targets/${list.id}/download.csv`} download>
            Get the list
          </ButtonAnchor>
        )}
        <ButtonLink to={pageOf("outcomes", outcome.id)}>See results</ButtonLink>
        {!list && <Link to="/pipelines">No list is delivered yet</Link>}
      </div>
    </section>
  );
};

/** The goal in words, and the people of its stream by month. */
const useGoal = (outcome: Records["outcomes"]) => {
  const { data: cohorts = [] } = useList("cohorts");
  const { data: streams = [] } = useList("streams");
  const { attainment_cohort_id, eligible_cohort_id, attainment_cohort_name: name = "the goal" } = outcome;
  const attainment = cohorts.find(({ id }) => id === attainment_cohort_id);
  const eligible = cohorts.find(({ id }) => id === eligible_cohort_id) ?? null;
  const words = attainment
    ? goalWords({
        attainment: attainment as never,
        eligible: eligible as never,
        recurring: outcome.recurring ?? false,
        names: { attainment: `“${name}”`, eligible: eligible?.name ?? null },
        streamNames: Object.fromEntries(streams.map((stream) => [stream.stream_name, stream.name])),
        horizonDays: outcome.horizon_days ?? null,
        isStatic: outcome.prediction_mode === "static",
      })
    : `enter “${name}”`;
  const stream = streams.find(({ stream_name }) => stream_name === attainment?.stream_name);
  return { words, bars: stream && barsOf(stream) };
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
