// Money at stake in a line of the home page.

import { Link } from "wouter";
import { horizonWords } from "../../../src/words/horizons.js";
import { pageOf } from "../../api/kinds.js";
import { useBasis } from "../../shell/basis.js";
import { formatCount, formatCounted, reader } from "../../ui/format.js";
import { type Leading, type Summary, throughOf } from "../predictions/summary.js";
import styles from "./home.module.css";
import { stakesOf } from "./stakes.js";

/** Nothing where no prediction knows amounts. */
export const StakesLine = ({ summaries }: { summaries: readonly Summary[] }) => {
  const { spending, atRisk } = stakesOf(summaries);
  const shown = spending ?? atRisk;
  const through = shown && throughOf(shown.of);
  const basis = useBasis({
    of: formatCounted(shown?.of.expected.scored_count ?? 0, "customer"),
    ...(through !== undefined && { through }),
    currency: shown?.currency ?? null,
  });
  if (!shown) return null;
  return (
    <section className={styles.claims} aria-label={`What is at stake? ${basis}`}>
      <strong>What is at stake?</strong>{" "}
      {spending && (
        <>
          <PredictionLink of={spending.of}>{money(spending)}</PredictionLink> that customers are expected to
          spend {horizonWords({ ...spending.of.outcome, data_through: throughOf(spending.of) }, reader)},
          about {money({ ...spending, amount: spending.aWeek })} a week.{" "}
        </>
      )}
      {atRisk && (
        <>
          <PredictionLink of={atRisk.of}>{money(atRisk)} a month</PredictionLink> of subscriptions that may
          end.
        </>
      )}
    </section>
  );
};

const money = ({ amount, currency }: { amount: number; currency: string | undefined }): string =>
  `${formatCount(amount)}${currency ? `\u00a0${currency}` : ""}`;

const PredictionLink = ({ of, children }: { of: Leading; children: string | string[] }) => (
  <Link to={pageOf("outcomes", of.outcome.id)}>{children}</Link>
);
