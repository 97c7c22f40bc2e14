// Forecast of a prediction: how many people are expected to reach the goal, beside what the test found.

import type { ReactNode } from "react";
import { recurringSentence } from "../../../src/words/expectation.js";
import { horizonWords } from "../../../src/words/horizons.js";
import { metricLabel, showMetric } from "../../../src/words/labels.js";
import { verdictQuality, verdictText, verdictTitle } from "../../../src/words/verdict.js";
import type { Records } from "../../api/kinds.js";
import { useBasis } from "../../shell/basis.js";
import { classNames } from "../../ui/class-names.js";
import { formatCount, formatCounted, formatPercent, reader, unbroken } from "../../ui/format.js";
import { BasisText, namedBy, Skeleton } from "../../ui/panel.js";
import { type Decile, type Findings, headline } from "../outcomes/evaluation/analysis.js";
import { DecileFigure } from "./decile-figure.js";
import { useGoal } from "./goal.js";
import styles from "./results.module.css";
import { type Expected, useScored } from "./scored.js";
import { throughOf } from "./summary.js";
import { ExpectedValue, ValueTest } from "./value.js";

interface ForecastProps {
  outcome: Records["outcomes"];
  analysis: Findings;
  /** Undefined while nobody is scored. */
  expected: Expected | undefined;
  isScoring: boolean;
}

export const Forecast = ({ outcome, analysis, expected, isScoring }: ForecastProps) => (
  <div className={styles.top}>
    <Numbers name="forecast" className={styles.forecast} outcome={outcome} expected={expected}>
      {expected && isStatic(analysis) ? (
        <Ranked expected={expected} outcome={outcome} />
      ) : expected ? (
        <ExpectedNumber expected={expected} outcome={outcome} />
      ) : (
        <NotScored isScoring={isScoring} />
      )}
      <TestFigure outcome={outcome} analysis={analysis} />
      <ValueTest analysis={analysis} name={outcome.name} currency={outcome.value_currency} />
    </Numbers>
    <Numbers
      name="quality"
      className={classNames(styles.quality, styles[analysis.verdict.decision])}
      outcome={outcome}
      expected={expected}
    >
      <Quality analysis={analysis} />
    </Numbers>
  </div>
);

/** A part that is called by its heading, and by what its numbers are of. */
const Numbers = ({
  name,
  className,
  outcome,
  expected,
  children,
}: Pick<ForecastProps, "outcome" | "expected"> & {
  name: string;
  className: string | undefined;
  children: ReactNode;
}) => {
  const { scope } = useScored(outcome.id);
  const through = throughOf({ scope, outcome });
  const basis = useBasis({
    of: expected ? formatCounted(expected.scored_count, "customer") : "customers",
    ...(through !== undefined && { through }),
    currency: outcome.value_currency ?? null,
  });
  return (
    <section className={className} {...namedBy(name, basis)}>
      <BasisText id={name} basis={basis} />
      {children}
    </section>
  );
};

const ExpectedNumber = ({ expected, outcome }: { expected: Expected; outcome: Records["outcomes"] }) => {
  const { expected: count, expected_low: low, expected_high: high, scored_count: people } = expected;
  const { scope } = useScored(outcome.id);
  const horizon = horizonWords({ ...outcome, data_through: throughOf({ scope, outcome }) }, reader);
  const { words } = useGoal(outcome);
  if (words === undefined)
    return (
      <div className={styles.number}>
        <h2 id="forecast" className="visually-hidden">
          Expected number
        </h2>
        <Skeleton rows={2} />
      </div>
    );
  return (
    <div className={styles.number}>
      <h2 id="forecast" className={styles.expected}>
        <b>{formatCount(count)}</b> of {formatCounted(people, "customer")} are expected to {words}
        {horizon && ` ${horizon}`}
      </h2>
      {low !== undefined && high !== undefined && (
        <p className="soft">Likely range {reader.range({ low, high }, formatCount)} (95 %).</p>
      )}
      <ExpectedValue expected={expected} outcome={outcome} />
      {expected.recurring && <p>{unbroken(recurringSentence(expected.recurring, reader))}</p>}
    </div>
  );
};

/** Without dates nobody knows when people reach the goal, so their chances add up to no forecast. */
const isStatic = ({ method }: Findings): boolean => method.mode === "static";

const goalOf = (outcome: Records["outcomes"]): string => outcome.attainment_cohort_name ?? "the goal";

const Ranked = ({ expected, outcome }: { expected: Expected; outcome: Records["outcomes"] }) => (
  <div className={styles.number}>
    <h2 id="forecast" className={styles.expected}>
      <b>{formatCount(expected.scored_count)}</b> customers ranked by likeness to “{goalOf(outcome)}”
    </h2>
    <p className="soft">Learned from a file without dates: it says who is like them, not who will be next.</p>
  </div>
);

const NotScored = ({ isScoring }: { isScoring: boolean }) => (
  <div className={styles.number}>
    <h2 id="forecast" className={styles.expected}>
      {isScoring ? "Scoring your customers" : "Nobody is scored yet"}
    </h2>
    {isScoring && <Skeleton rows={1} />}
  </div>
);

const Quality = ({ analysis }: { analysis: Findings }) => {
  const { verdict } = analysis;
  return (
    <>
      <h2 id="quality">
        <span className="soft">Quality</span> {verdictQuality(verdict)}
      </h2>
      <p>
        {verdict.decision !== "too_little_data" && <b>{verdictTitle(verdict)}. </b>}
        {unbroken(verdictText(verdict, reader))}
      </p>
      <dl className={styles.figures}>
        {findingsOf(analysis).map(({ title, figure, bounds, meaning }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {figure}
              {bounds && <span className="small soft"> ({bounds})</span>}
              <p className="small soft">{meaning}</p>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

interface QualityFinding {
  title: string;
  figure: string;
  /** The 95 % interval. */
  bounds: string | undefined;
  meaning: string;
}

/** Right order, use for a selection, and right level: the three that a decision needs. */
const findingsOf = (analysis: Findings): QualityFinding[] => {
  const { performance, intervals } = analysis;
  const { model } = performance;
  const [converts, convert] = isStatic(analysis)
    ? ["has the answer", "have the answer"]
    : ["reaches the goal", "reach the goal"];
  const pairs = (auc: number) => formatCount(Math.round(100 * auc));
  const bounds = intervals.model;
  const { auc, top_decile_lift: lift, ece } = model;
  const rangeOf = (metric: "auc" | "top_decile_lift" | "ece", show = showMetric(metric, reader)) =>
    bounds?.[metric] && reader.range(bounds[metric], show);
  return [
    ...(auc === undefined
      ? []
      : [
          {
            title: "Ranking",
            figure: `${pairs(auc)} times in 100`,
            bounds: rangeOf("auc", pairs),
            meaning: `Puts the one who ${converts} ahead of the one who does not this often (a coin: 50). AUC ${showMetric("auc", reader)(auc)}.`,
          },
        ]),
    ...(lift === undefined
      ? []
      : [
          {
            title: metricLabel("top_decile_lift").label,
            figure: `${showMetric("top_decile_lift", reader)(lift)} the average`,
            bounds: rangeOf("top_decile_lift", (value) => reader.fixed(value, 1)),
            meaning: unbroken(`The top 10 % ${convert} this many times as often as the average customer.`),
          },
        ]),
    ...(ece === undefined
      ? []
      : [
          {
            title: metricLabel("ece").label,
            figure: showMetric("ece", reader)(ece),
            bounds: rangeOf("ece", (value) => reader.fixed(100 * value, 1)),
            meaning: unbroken(
              `A stated chance is off by this much on average: 20 % is really about ${statedRange(ece)}. Part of it is luck.`,
            ),
          },
        ]),
  ];
};

/** What a stated chance of 20 % means with this calibration error: "18 to 22 %". */
const statedRange = (ece: number): string =>
  `${reader.range({ low: Math.max(0, 0.2 - ece), high: 0.2 + ece }, (share) => formatCount(Math.round(100 * share)))} %`;

/** "Tested on past customers: 1,121 expected, 734 did (it expected 53 % more)" */
const finding = (deciles: readonly Decile[]): string => {
  const sum = (of: (decile: Decile) => number) => deciles.reduce((total, decile) => total + of(decile), 0);
  const [expected, actual] = [sum((decile) => decile.expected), sum(({ attained }) => attained)];
  return `Tested on past customers: ${formatCount(expected)} expected, ${formatCount(actual)} did${levelOff(expected, actual)}`;
};

const levelOff = (expected: number, actual: number): string => {
  if (actual === 0 || formatCount(expected) === formatCount(actual)) return "";
  const share = formatPercent(Math.abs(expected / actual - 1));
  return ` (it expected ${share} ${expected > actual ? "more" : "fewer"})`;
};

/** "Tested: of the likeliest 10 %, 62 % are in “Churn = Yes”; of all, 24 %." */
const likenessFinding = (deciles: readonly Decile[], goal: string): string => {
  const rateOf = (some: readonly Decile[]) =>
    some.reduce((sum, { attained }) => sum + attained, 0) /
    Math.max(
      1,
      some.reduce((sum, { people }) => sum + people, 0),
    );
  return `Tested: of the likeliest 10 %, ${formatPercent(rateOf(deciles.slice(0, 1)))} are in “${goal}”; of all, ${formatPercent(rateOf(deciles))}`;
};

const TestLegend = ({ analysis }: { analysis: Findings }) => (
  <>
    Ten groups of customers that the model had not seen, the likeliest first.{" "}
    <span className={styles.actualKey}>{isStatic(analysis) ? "have the answer" : "did"}</span>{" "}
    <span className={styles.expectedKey}>expected</span>
  </>
);

const TestFigure = ({ outcome, analysis }: Pick<ForecastProps, "outcome" | "analysis">) => {
  const { deciles } = analysis;
  return (
    <DecileFigure
      title={unbroken(isStatic(analysis) ? likenessFinding(deciles, goalOf(outcome)) : finding(deciles))}
      about={<TestLegend analysis={analysis} />}
      summary={headline(analysis, {
        attainment: goalOf(outcome),
        eligible: outcome.eligible_cohort_name,
        active: outcome.active_cohort_name,
      })}
      deciles={deciles.map(({ attained, ...decile }) => ({ ...decile, actual: attained }))}
      axes={{
        across: "Likeliest 10 % → least likely 10 %",
        up: null,
        show: formatPercent,
        marginLeft: 52,
      }}
      fileName={`${outcome.name} test`}
    />
  );
};
