// Reach of a prediction: how many of the likeliest people to contact, the expected number among them, and the
// expected profit.

import { useMemo } from "react";
import { contactsSentence, maxContacts } from "../../../src/words/contacts.js";
import { isAbsence } from "../../../src/words/prediction.js";
import { profitCurve, profitOf } from "../../../src/words/profit.js";
import type { Records } from "../../api/kinds.js";
import { useList, useRecord } from "../../api/resources.js";
import { Picture, type Sketch } from "../../charts/picture.js";
import { useBasis } from "../../shell/basis.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Field, NumberField } from "../../ui/field.js";
import { formatCount, formatCounted, formatPercent, reader } from "../../ui/format.js";
import { Facts, Panel, Skeleton } from "../../ui/panel.js";
import { useSessionState } from "../../ui/use-session-state.js";
import { ProfitFigure, type ProfitPoint } from "./profit-figure.js";
import { listLook } from "./quality.js";
import { reachedAt, usualReach } from "./reach-curve.js";
import styles from "./results.module.css";
import { type Reach, useReach } from "./scored.js";

interface ReachProps {
  scopeId: string;
  outcomeId: string;
  /** People to reach, as chosen by the reader; undefined: a tenth. */
  people: number | undefined;
  onPeople: (people: number) => void;
  /** Opens the list of so many people. */
  onList: () => void;
}

export const ReachPanel = (props: ReachProps) => {
  const { data: reach, error } = useReach(props.scopeId, props.outcomeId);
  const { data: outcome } = useRecord("outcomes", props.outcomeId);
  const { data: scope } = useRecord("scopes", props.scopeId);
  const basis = useBasis({
    of: reach ? formatCounted(reach.people, "customer") : "customers",
    ...(scope?.data_through !== undefined && { through: scope.data_through }),
    currency: outcome?.value_currency ?? null,
  });
  return (
    <Panel title="How many to contact" basis={basis}>
      <ErrorNotice problem={error} />
      <div className={styles.reachPanel}>
        {reach
          ? reach.points.length > 0 && <Chooser {...props} reach={reach} />
          : !error && <Skeleton rows={5} />}
      </div>
    </Panel>
  );
};

interface Terms {
  cost?: number | undefined;
  value?: number | undefined;
}

const savedTerms = (scope: Records["scopes"] | undefined): Terms => ({
  cost: scope?.economics?.cost_per_contact,
  value: scope?.economics?.value_per_conversion,
});

const Chooser = ({ reach, ...props }: ReachProps & { reach: Reach }) => {
  const { scopeId, outcomeId, onPeople } = props;
  const people = Math.min(props.people ?? usualReach(reach.people), reach.people);
  const { expected } = reachedAt(reach.points, people);
  const { data: scope } = useRecord("scopes", scopeId);
  const { data: outcome } = useRecord("outcomes", outcomeId);
  const isPaid = useIsPaid(outcome);
  const own = useSessionState<Terms>(`terms:${outcomeId}`, () => ({}));
  const terms = { ...own, value: { ...savedTerms(scope), ...own.value } };
  const sketch = useMemo(() => sketchOf(reach), [reach]);
  return (
    <div className={styles.reach}>
      <Choice {...props} reach={reach} people={people} look={outcome ? listLook(outcome) : "plain"} />
      <div>
        <Picture
          label={`Expected number by people reached: ${formatCount(expected)} among the likeliest ${formatCount(people)}.`}
          height={220}
          sketch={sketch}
          chosen={people}
        />
        {isPaid && (
          <>
            <TermFields terms={terms.value} onChange={terms.set} />
            <Profit reach={reach} people={people} terms={terms.value} onPeople={onPeople} />
          </>
        )}
        {reach.recommended && <p>{contactsSentence(reach.recommended, reader)}</p>}
      </div>
      <div className={styles.whole}>
        {isSaved(terms.value, scope) ? (
          <RecommendedProfit reach={reach} economics={scope?.economics} />
        ) : (
          isPaid && <OwnProfit reach={reach} terms={terms.value} />
        )}
      </div>
    </div>
  );
};

/** Whether people bring something as they reach the goal: nobody does by going quiet. */
const useIsPaid = (outcome: Records["outcomes"] | undefined): boolean => {
  const { data: cohorts } = useList("cohorts");
  const attainment = cohorts?.find(({ id }) => id === outcome?.attainment_cohort_id);
  return attainment === undefined || !isAbsence(attainment as never);
};

/** The number of people, and the buyers to expect among them. */
const Choice = ({
  reach,
  people,
  look,
  onPeople,
  onList,
}: Pick<ReachProps, "onPeople" | "onList"> & {
  reach: Reach;
  people: number;
  look: ReturnType<typeof listLook>;
}) => {
  const { expected, low, high } = reachedAt(reach.points, people);
  const allExpected = Math.max(reach.base_rate * reach.people, 1e-9);
  return (
    <div className={styles.choose}>
      <Field label="Reach the top">
        {(control) => (
          <input
            {...control}
            type="range"
            min={0}
            max={reach.people}
            step={Math.max(1, Math.round(reach.people / 200))}
            value={people}
            aria-valuetext={`${formatCount(people)} customers`}
            onChange={(event) => onPeople(Number(event.target.value))}
          />
        )}
      </Field>
      <output className={styles.chosen} aria-live="polite">
        <b>{formatCount(people)}</b> customers
      </output>
      <Facts
        facts={[
          [
            "Expected among them",
            <>
              <b>{formatCount(expected)}</b>
              {low !== undefined && high !== undefined && (
                <span className="soft"> ({reader.range({ low, high }, formatCount)})</span>
              )}
            </>,
          ],
          [`${formatCount(people)} picked at random would give`, formatCount(reach.base_rate * people)],
          ["Share of all expected, reached", formatPercent(expected / allExpected)],
        ]}
      />
      <Button look={look} disabled={people === 0} onClick={onList}>
        Get these {formatCount(people)}
      </Button>
    </div>
  );
};

const TermFields = ({ terms, onChange }: { terms: Terms; onChange: (terms: Terms) => void }) => (
  <div className={styles.terms}>
    <NumberField
      label="Cost per contact"
      min={0}
      isContinuous
      value={terms.cost}
      onChange={(cost) => onChange({ ...terms, cost })}
    />
    <NumberField
      label="Value per conversion"
      min={0}
      isContinuous
      value={terms.value}
      onChange={(value) => onChange({ ...terms, value })}
    />
  </div>
);

/** Whether these are the pipeline's own terms. */
const isSaved = ({ cost, value }: Terms, scope: Records["scopes"] | undefined): boolean => {
  const saved = savedTerms(scope);
  return saved.cost !== undefined && saved.cost === cost && saved.value === value;
};

type Economics = NonNullable<Records["scopes"]["economics"]>;

/** The curve by the terms of the pipeline, with its cut-off; nothing until it is built with them. */
export const RecommendedProfit = ({
  reach: { recommended, profit_curve: curve },
  economics,
}: {
  reach: Pick<Reach, "recommended" | "profit_curve">;
  economics: Economics | undefined;
}) => {
  if (!recommended || !curve || !economics) return null;
  const points = curve.map(pointOf);
  const most = points.at(-1)?.people ?? 0;
  if (most === 0) return null;
  const budget = maxContacts(economics) ?? most;
  return (
    <ProfitFigure
      points={points}
      cutOff={{ people: recommended.people, ...profitIn(recommended) }}
      budget={budget < most ? budget : undefined}
      fileName="expected-profit"
    />
  );
};

interface ProfitFields {
  profit?: number;
  profit_low?: number;
  profit_high?: number;
}

const profitIn = ({ profit = 0, profit_low: low, profit_high: high }: ProfitFields) => ({
  profit,
  low,
  high,
});

const pointOf = ({ people, ...profit }: ProfitFields & { people: number }): ProfitPoint => ({
  people,
  ...profitIn(profit),
});

const OwnProfit = ({ reach, terms: { cost, value } }: { reach: Reach; terms: Terms }) => {
  if (cost === undefined || value === undefined) return null;
  const { points, best } = profitCurve(reach.points, { costPerContact: cost, worth: value });
  return <ProfitFigure points={points} cutOff={best} fileName="expected-profit" />;
};

const Profit = ({
  reach: { points, recommended },
  people,
  terms: { cost, value },
  onPeople,
}: {
  reach: Reach;
  people: number;
  terms: Terms;
  onPeople: (people: number) => void;
}) => {
  // By a margin, the recommendation says it.
  if (value === undefined && recommended) return null;
  if (cost === undefined || value === undefined)
    return (
      <p className="soft small">Enter both to see the expected profit and the best number to contact.</p>
    );
  const terms = { costPerContact: cost, worth: value };
  const { profit, low, high } = profitOf(reachedAt(points, people), terms);
  const { best } = profitCurve(points, terms);
  const amount = (of: number) => formatCount(Math.round(of));
  return (
    <p aria-live="polite">
      Expected profit <b>{amount(profit)}</b>
      {low !== undefined && high !== undefined && ` (${reader.range({ low, high }, amount)})`}.{" "}
      {best.people === 0 ? (
        "Contacting anyone costs more than it is expected to bring."
      ) : (
        <>
          Best: {amount(best.profit)} at {formatCount(best.people)} customers.{" "}
          {best.people !== people && (
            <Button look="quiet" onClick={() => onPeople(best.people)}>
              Choose {formatCount(best.people)}
            </Button>
          )}
        </>
      )}
    </p>
  );
};

const sketchOf =
  ({ points, base_rate, people: all }: Reach): Sketch =>
  (plot) => {
    const start = { people: 0, expected: 0, low: 0, high: 0 };
    const curve = [start, ...points];
    return {
      marginLeft: 52,
      marginBottom: 42,
      x: { label: "Customers contacted →", tickFormat: formatCount, ticks: 5 },
      y: { label: "↑ Expected", grid: true, tickFormat: formatCount, ticks: 4 },
      marks: [
        ...(points.every(({ low }) => low !== undefined)
          ? [
              plot.areaY(curve, {
                x: "people",
                y1: "low",
                y2: "high",
                fill: "var(--series-1)",
                fillOpacity: 0.15,
              }),
            ]
          : []),
        plot.line(
          [
            [0, 0],
            [all, all * base_rate],
          ],
          { stroke: "var(--ink-soft)", strokeDasharray: "5 4" },
        ),
        plot.line(curve, { x: "people", y: "expected", stroke: "var(--series-1)", strokeWidth: 2 }),
      ],
    };
  };
