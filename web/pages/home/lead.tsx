// The number that a reader opens the console for: how many customers are expected to reach the goal of a
// prediction, beside how many did so in past months.

import { useId } from "react";
import { Link } from "wouter";
import { streamVerb } from "../../../src/words/cohort.js";
import { roundAmount } from "../../../src/words/expectation.js";
import { horizonWords } from "../../../src/words/horizons.js";
import { useMay } from "../../api/account.js";
import type { Claim } from "../../api/claims.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { SparkBars } from "../../charts/spark-bars.js";
import { useBasis } from "../../shell/basis.js";
import { DataAge } from "../../shell/data-age.js";
import { ButtonLink } from "../../ui/button.js";
import { formatCount, formatCounted, formatDay, formatMonth, formatPeople, reader } from "../../ui/format.js";
import { BasisText, namedBy } from "../../ui/panel.js";
import { useGoal } from "../predictions/goal.js";
import { listLook, QualityBadge } from "../predictions/quality.js";
import { type Change, changeOf, isLikeness, type Leading, throughOf } from "../predictions/summary.js";
import styles from "./home.module.css";

interface LeadProps {
  summary: Leading;
  /** The newest of the account. */
  claims: readonly Claim[];
}

export const Lead = ({ summary, claims }: LeadProps) => {
  const { outcome } = summary;
  const { stream } = useGoal(outcome);
  const months = stream && barsOf(stream);
  const title = useId();
  const basis = useSummaryBasis(summary);
  return (
    <section className={styles.lead} {...namedBy(title, basis)}>
      <h2 id={title} className="visually-hidden">
        {isLikeness(summary) ? "Ranked customers" : "Expected number"}
      </h2>
      <BasisText id={title} basis={basis} />
      <LeadNumber summary={summary} claims={claims} />
      {months && <SparkBars label={months.label} bars={months.bars} />}
      <div className={styles.actions}>
        <ListLink outcome={outcome} />
        <ButtonLink to={pageOf("outcomes", outcome.id)}>See results</ButtonLink>
      </div>
    </section>
  );
};

/** A prediction among others: its people, and the list of them. */
export const ListCard = ({ summary, claims }: LeadProps) => {
  const { outcome } = summary;
  const title = useId();
  const basis = useSummaryBasis(summary);
  return (
    <section className={styles.card} {...namedBy(title, basis)}>
      <BasisText id={title} basis={basis} />
      <h2 id={title}>
        <Link to={pageOf("outcomes", outcome.id)}>{outcome.name}</Link>
      </h2>
      <LeadNumber summary={summary} claims={claims} />
      <div className={styles.actions}>
        <ListLink outcome={outcome} />
      </div>
    </section>
  );
};

/** None for whom files are closed. */
const ListLink = ({ outcome }: Pick<Leading, "outcome">) =>
  useMay()("read") && (
    <ButtonLink look={listLook(outcome)} to={`${pageOf("outcomes", outcome.id)}?list=1`}>
      Get the list
    </ButtonLink>
  );

/** What the numbers of a prediction are of. */
const useSummaryBasis = (summary: Leading): string => {
  const { outcome, expected } = summary;
  const through = throughOf(summary);
  return useBasis({
    of: formatCounted(expected.scored_count, "customer"),
    ...(through !== undefined && { through }),
    currency: outcome.value_currency ?? expected.recurring?.currency ?? null,
  });
};

const LeadNumber = ({ summary, claims }: LeadProps) => {
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
        <ExpectedNumber summary={summary} claims={claims} />
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

const ExpectedNumber = ({ summary, claims }: LeadProps) => {
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
      <Changed summary={summary} claims={claims} />
      <Amount summary={summary} />
      {expected.recurring && <AtRisk recurring={expected.recurring} />}
    </>
  );
};

/** How many more or fewer they are than about a week ago; nothing before there was a list. */
const Changed = ({ summary, claims }: LeadProps) => {
  const change = changeOf(summary, claims);
  return change ? <p className="small">{changeWords(change)}</p> : null;
};

const changeWords = ({ more, through }: Change): string => {
  const day = formatDay(through);
  if (more === 0) return `As many as on ${day}.`;
  return more > 0
    ? `▲ ${formatCount(more)} more than on ${day}.`
    : `▼ ${formatCount(-more)} fewer than on ${day}.`;
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

/** Money a month at risk; nothing without active subscriptions. */
const AtRisk = ({ recurring }: Required<Pick<Leading["expected"], "recurring">>) => {
  if (recurring.subscriptions === 0) return null;
  const { at_risk: atRisk, monthly, currency = "" } = recurring;
  return (
    <p>
      <b>
        {formatCount(roundAmount(atRisk))} {currency} a month
      </b>{" "}
      at risk <span className="small soft">of {formatCount(roundAmount(monthly))}</span>
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
