// Observed performance: for earlier scores whose horizon is over, the actual conversions beside the expected ones.

import { observedSentence, observedValueSentence } from "../../../src/words/expectation.js";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import {
  formatCount,
  formatCounted,
  formatDay,
  formatPeople,
  formatPercent,
  reader,
} from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { DecileFigure as ValueDeciles } from "../predictions/decile-figure.js";
import { type ObservedOutcome, type ObservedScores, useScopeEfficacy } from "./analysis.js";
import styles from "./observed-performance.module.css";

export const ObservedPerformance = ({ id }: { id: string }) => {
  const { data, error } = useScopeEfficacy(id);
  return (
    <Panel title="Expected and actual results">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={4} />}
      {data?.outcomes.map((outcome) => (
        <OutcomePerformance key={outcome.outcome_id} outcome={outcome} isOnly={data.outcomes.length === 1} />
      ))}
    </Panel>
  );
};

const OutcomePerformance = ({ outcome, isOnly }: { outcome: ObservedOutcome; isOnly: boolean }) => {
  const { outcome_name: name, observed, waiting } = outcome;
  const [newest] = observed;
  return (
    <>
      {!isOnly && <h3>{name}</h3>}
      {newest ? (
        <>
          <p>
            <strong>{observedSentence(newest, reader)}</strong>
          </p>
          <ExpectedAndActualFigure observed={observed} name={name} />
          <DecileFigure observed={newest} />
          <ObservedValues observed={newest} />
        </>
      ) : (
        <p>Too early: the time of the first scores is not over.</p>
      )}
      {waiting.length > 0 && (
        <ul className={styles.waiting}>
          {waiting.slice(0, 3).map(({ cutoff, horizon_end: end, people }) => (
            <li key={cutoff}>
              The scores of {formatDay(cutoff)} ({formatPeople(people)}) can be compared with actual results
              once the data reach {formatDay(end)}.
            </li>
          ))}
          {waiting.length > 3 && (
            <li>
              {formatCounted(waiting.length - 3, "more set of scores", "more sets of scores")} not due yet.
            </li>
          )}
        </ul>
      )}
    </>
  );
};

/** Expected and actual numbers of people, by the day of the scores, which are given newest first. */
export const ExpectedAndActualFigure = ({
  observed,
  name = "prediction",
}: {
  observed: readonly ObservedScores[];
  name?: string | undefined;
}) => {
  const rows = observed.toReversed();
  return (
    <IntervalFigure
      title="Expected and actual, by day of the scores"
      summary={observedSentence(rows.at(-1)!, reader)}
      isAcross
      isPrediction
      rows={rows}
      label={{ header: "Scored as of", of: ({ cutoff }) => formatDay(cutoff) }}
      interval={({ expected, expected_low, expected_high, attained }) => ({
        value: expected,
        low: expected_low ?? expected,
        high: expected_high ?? expected,
        other: attained,
      })}
      value="Expected"
      other="Actual"
      show={formatCount}
      columns={[
        { header: "Day", value: ({ cutoff }) => cutoff },
        { header: "Horizon in days", value: ({ horizon_days }) => horizon_days },
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
        { header: "No longer known", value: ({ left_out_count }) => left_out_count },
      ]}
      fileName={`expected-and-actual-${name.toLowerCase().replaceAll(/\W+/g, "-")}`}
      height={240}
    />
  );
};

type Decile = ObservedScores["deciles"][number];

const rateOf = ({ attained, people }: Decile): number => attained / people;

export const DecileFigure = ({ observed: { cutoff, deciles } }: { observed: ObservedScores }) => {
  const filled = deciles.filter(({ people }) => people > 0);
  const [first, last] = [filled[0], filled.at(-1)];
  if (!first || !last) return null;
  return (
    <IntervalFigure
      title="Predicted and actual rate by decile"
      about={`Scores as of ${formatDay(cutoff)}. Decile 1 holds the people with the highest probabilities.`}
      summary={`${formatPercent(rateOf(first))} in the top decile, ${formatPercent(rateOf(last))} in the bottom one.`}
      isAcross
      rows={filled}
      label={{ header: "Decile", of: (decile) => String(deciles.indexOf(decile) + 1) }}
      interval={(decile) => ({
        value: rateOf(decile),
        low: decile.rate_low,
        high: decile.rate_high,
        other: decile.expected / decile.people,
      })}
      value="Actual rate"
      other="Predicted rate"
      show={formatPercent}
      columns={[
        { header: "People", value: ({ people }) => people, text: ({ people }) => formatCount(people) },
      ]}
      fileName="actual-rate-by-decile"
      height={240}
    />
  );
};

/** Amounts and counts beside what was expected; nothing for scores without them. */
const ObservedValues = ({ observed: { cutoff, value } }: { observed: ObservedScores }) => {
  const { amount, count } = value ?? {};
  return (
    <>
      {amount && <ObservedValue measure="amount" figures={amount} cutoff={cutoff} />}
      {!amount && count && <ObservedValue measure="count" figures={count} cutoff={cutoff} />}
    </>
  );
};

interface ObservedValueProps {
  measure: "amount" | "count";
  figures: NonNullable<NonNullable<ObservedScores["value"]>["amount"]>;
  cutoff: string;
}

const ObservedValue = ({ measure, figures, cutoff }: ObservedValueProps) => {
  const isAmount = measure === "amount";
  const sentence = observedValueSentence({ ...figures, measure }, reader);
  return (
    <ValueDeciles
      title={sentence}
      about={`Scores as of ${formatDay(cutoff)}, in ten groups, those with the highest expected ${measure} first. Bar: actual, line: expected.`}
      summary={sentence}
      deciles={figures.deciles.map(({ observed, ...decile }) => ({ ...decile, actual: observed }))}
      axes={{
        across: "Highest 10 % → lowest 10 %",
        up: isAmount ? "Amount per customer" : "Events per customer",
        show: isAmount ? formatCount : undefined,
        marginLeft: 60,
      }}
      fileName={`actual-${measure}s-by-decile`}
    />
  );
};
