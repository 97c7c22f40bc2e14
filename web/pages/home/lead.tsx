// The number that a reader opens the console for: how many customers are expected to reach the goal of a
// prediction, beside how many did so in past months.

import { useId } from "react";
import { Link } from "wouter";
import { streamVerb } from "../../../src/words/cohort.js";
import { roundAmount } from "../../../src/words/expectation.js";
import { horizonWords } from "../../../src/words/horizons.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { SparkBars } from "../../charts/spark-bars.js";
import { DataAge } from "../../shell/data-age.js";
import { ButtonLink } from "../../ui/button.js";
import { formatCount, formatCounted, formatMonth, formatPeople, reader } from "../../ui/format.js";
import { useGoal } from "../predictions/goal.js";
import { QualityBadge } from "../predictions/quality.js";
import { isLikeness, type Leading, throughOf } from "../predictions/summary.js";
import styles from "./home.module.css";

export const Lead = ({ summary }: { summary: Leading }) => {
  const { outcome } = summary;
  const { stream } = useGoal(outcome);
  const months = stream && barsOf(stream);
  return (
    <section
      className={styles.lead}
      aria-label={isLikeness(summary) ? "Ranked customers" : "Expected number"}
    >
      <LeadNumber summary={summary} />
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

/** A prediction among others: its people, and the list of them. */
export const ListCard = ({ summary }: { summary: Leading }) => {
  const { outcome } = summary;
  const title = useId();
  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title}>
        <Link to={pageOf("outcomes", outcome.id)}>{outcome.name}</Link>
      </h2>
      <LeadNumber summary={summary} />
      <div className={styles.actions}>
        <ButtonLink look="primary" to={`${pageOf("outcomes", outcome.id)}?list=1`}>
          Get the list
        </ButtonLink>
      </div>
    </section>
  );
};

const LeadNumber = ({ summary }: { summary: Leading }) => {
  const { outcome, expected } = summary;
  const { verdict } = outcome;
  return (
    <div className={styles.number}>
      {isLikeness(summary) ? (
        <>
          <p className={styles.figure}>{formatCount(expected.scored_count)}</p>
          <p>customers ranked by likeness to “{outcome.attainment_cohort_name ?? outcome.name}”</p>
          <p className="small soft">Learned without dates: who is like them, not who will be next.</p>
        </>
      ) : (
        <ExpectedNumber summary={summary} />
      )}
      {!isLikeness(summary) && <DataAge horizonDays={outcome.horizon_days} />}
      {verdict && (
        <p className="small soft">
          Quality: <QualityBadge verdict={verdict} />
        </p>
      )}
    </div>
  );
};

const ExpectedNumber = ({ summary }: { summary: Leading }) => {
  const { outcome, expected } = summary;
  const { words } = useGoal(outcome);
  const horizon = horizonWords({ ...outcome, data_through: throughOf(summary) }, reader);
  const { expected_low: low, expected_high: high } = expected;
  return (
    <>
      <p className={styles.figure}>{formatCount(expected.expected)}</p>
      <p>
        of {formatCounted(expected.scored_count, "customer")} are expected to {words ?? "…"}
        {horizon && ` ${horizon}`}
      </p>
      {low !== undefined && high !== undefined && (
        <p className="small soft">Likely range {reader.range({ low, high }, formatCount)} (95 %).</p>
      )}
      <Amount summary={summary} />
    </>
  );
};

/** The amount that they are expected to spend; nothing where none is predicted. */
const Amount = ({ summary: { outcome, expected } }: { summary: Leading }) => {
  const amount = expected.value?.amount;
  if (!amount) return null;
  return (
    <p>
      {outcome.value_currency ? "" : "Spending "}
      <b>
        {formatCount(roundAmount(amount.expected))} {outcome.value_currency}
      </b>
      {amount.expected_low !== undefined && amount.expected_high !== undefined && (
        <span className="small soft">
          {" "}
          (
          {reader.range(
            { low: roundAmount(amount.expected_low), high: roundAmount(amount.expected_high) },
            formatCount,
          )}
          )
        </span>
      )}
    </p>
  );
};

/** Newer months say more, and older ones would be too thin to see. */
const maxMonths = 24;
const fewest = 3;

/** Without the last month, which is not over. */
const barsOf = ({ stream_name, name, events_by_month: months = [] }: Records["streams"]) => {
  const shown = months.slice(0, -1).slice(-maxMonths);
  if (shown.length < fewest) return undefined;
  return {
    label: `Customers who ${streamVerb(stream_name, { stream: () => name }).done} by month, ${formatMonth(shown[0]!.month)} to ${formatMonth(shown.at(-1)!.month)}`,
    bars: shown.map(({ month, people_count }) => ({
      name: month,
      value: people_count,
      text: `${formatMonth(month)}: ${formatPeople(people_count)}`,
    })),
  };
};
