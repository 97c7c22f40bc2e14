// Expected amounts and counts of a prediction: the total over the scored customers, and the test by tenths of them.

import {
  activeFigureName,
  activeRuleLabel,
  activeTestSentence,
  activeValueSentence,
} from "../../../src/words/active-value.js";
import { valueSentence } from "../../../src/words/expectation.js";
import { valueRuleLabel } from "../../../src/words/labels.js";
import type { Records } from "../../api/kinds.js";
import { formatCount, formatPeople, formatPercent, reader, unbroken } from "../../ui/format.js";
import type { Findings } from "../outcomes/evaluation/analysis.js";
import { DecileFigure } from "./decile-figure.js";
import styles from "./results.module.css";
import type { Expected } from "./scored.js";

interface ExpectedValueProps {
  expected: Expected;
  outcome: Records["outcomes"];
}

/** Nothing for a prediction of the probability alone. */
export const ExpectedValue = ({ expected, outcome }: ExpectedValueProps) => {
  const { value, scored_count: people } = expected;
  if (!value) return null;
  const { amount, count, spent, if_active: active } = value;
  if (active) {
    const figure = { ...active, property: active.property ?? null };
    return <p>{unbroken(activeValueSentence(figure, people, outcome, reader))}</p>;
  }
  return (
    <>
      <p>{unbroken(valueSentence({ people, amount, count }, outcome, reader))}</p>
      {spent !== undefined && (
        <p className="soft">
          They have spent {formatCount(spent)} {outcome.value_currency} so far.
        </p>
      )}
    </>
  );
};

type Evaluation = NonNullable<NonNullable<Findings["value"]>["amount"]>;

/** "Tested on past customers: 42,900 EUR expected, 61,000 EUR spent (30 % too little expected)" */
const finding = (
  { model: { expected, observed } }: Evaluation,
  isAmount: boolean,
  currency: string | undefined,
): string => {
  const inUnits = (sum: number) =>
    isAmount && currency ? `${formatCount(sum)} ${currency}` : formatCount(sum);
  const actual = `${inUnits(observed)} ${isAmount ? "spent" : "events"}`;
  const off = observed > 0 ? Math.abs(expected / observed - 1) : 0;
  const level = expected > observed ? "much" : "little";
  const apart = off < 0.005 ? "" : ` (${formatPercent(off)} too ${level} expected)`;
  return `Tested on past customers: ${inUnits(expected)} expected, ${actual}${apart}`;
};

/** The test of amounts, or of counts where no amounts are predicted; nothing without either. */
export const ValueTest = ({
  analysis,
  name,
  currency,
}: {
  analysis: Findings;
  name: string;
  /** Of the amounts, where it is known. */
  currency: string | undefined;
}) => {
  const { amount, count, if_active: active } = analysis.value ?? {};
  if (active) return <ActiveTest test={active} />;
  const evaluation = amount ?? count;
  return evaluation ? (
    <ValueFigure evaluation={evaluation} isAmount={amount !== undefined} name={name} currency={currency} />
  ) : null;
};

type ActiveEvaluation = NonNullable<NonNullable<Findings["value"]>["if_active"]>;

/** The errors of the model beside simple rules. */
const ActiveTest = ({ test }: { test: ActiveEvaluation }) => {
  const { gain_low: low, gain_high: high, property = null, model, rules } = test;
  const name = activeFigureName({ ...test, property });
  return (
    <>
      <h3>If they are active: {name}</h3>
      <p>{unbroken(activeTestSentence({ ...test, property, gain: { low, high } }, reader))}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.rules} aria-label={`If they are active: ${name}`} tabIndex={0}>
        <table>
          <caption className="small soft">
            How far expected values were off. People who were not active have no value.
          </caption>
          <thead>
            <tr>
              <th scope="col">Method</th>
              <th scope="col">On average</th>
              <th scope="col">Root of the mean square</th>
            </tr>
          </thead>
          <tbody>
            {[["The model", model] as const, ...Object.entries(rules)].map(([rule, scores]) => (
              <tr key={rule}>
                <th scope="row">{activeRuleLabel(rule)}</th>
                <td>{reader.number(scores.mean_absolute_error)}</td>
                <td>{reader.number(scores.root_mean_squared_error)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
};

interface ValueFigureProps {
  evaluation: Evaluation;
  isAmount: boolean;
  name: string;
  currency: string | undefined;
}

const ValueFigure = (props: ValueFigureProps) => (
  <>
    <ValueDeciles {...props} />
    <SimpleRules {...props} />
  </>
);

/** The model beside rules that need none. */
const SimpleRules = ({ evaluation: { model, rules }, isAmount, currency }: ValueFigureProps) => {
  const label = `Expected ${isAmount ? "amounts" : "counts"} beside simple rules`;
  const rows = [["The model", model] as const, ...Object.entries(rules)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={styles.rules} aria-label={label} tabIndex={0}>
      <table>
        <caption className="small soft">
          {label}. Gini: 1 is a perfect order of customers, 0 one by chance.
        </caption>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Gini</th>
            <th scope="col">{isAmount && currency ? `Expected, ${currency}` : "Expected"}</th>
            <th scope="col">Deciles off by</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([rule, { gini, expected, decile_error }]) => (
            <tr key={rule}>
              <th scope="row">{valueRuleLabel(rule)}</th>
              <td>{reader.fixed(gini, 2)}</td>
              <td>{formatCount(expected)}</td>
              <td>{formatPercent(decile_error)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const ValueDeciles = ({ evaluation, isAmount, name, currency }: ValueFigureProps) => {
  const title = finding(evaluation, isAmount, currency);
  const { held, people } = evaluation.range;
  return (
    <DecileFigure
      title={unbroken(title)}
      about={
        <>
          Ten groups of customers, those with the highest expected {isAmount ? "amount" : "count"} first.{" "}
          {people > 0 &&
            unbroken(
              `${formatPercent(held / people)} of ${formatPeople(people)} were within their 80 % range.`,
            )}{" "}
          <span className={styles.actualKey}>{isAmount ? "spent" : "events"}</span>{" "}
          <span className={styles.expectedKey}>expected</span>
        </>
      }
      summary={title}
      deciles={evaluation.deciles.map(({ observed, ...decile }) => ({ ...decile, actual: observed }))}
      axes={{
        across: "Highest 10 % → lowest 10 %",
        up: isAmount ? ["Amount per customer", currency].filter(Boolean).join(", ") : "Events per customer",
        show: isAmount ? formatCount : undefined,
        marginLeft: 60,
      }}
      fileName={`${name} ${isAmount ? "amounts" : "counts"}`}
    />
  );
};
