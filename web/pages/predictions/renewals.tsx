// Renewals of the subscriptions of a prediction's customers: what is paid in which month.

import { useMemo } from "react";
import { roundAmount } from "../../../src/words/expectation.js";
import { Figure } from "../../charts/figure.js";
import type { Sketch } from "../../charts/picture.js";
import { useBasis } from "../../shell/basis.js";
import { formatCount, formatCounted, formatMonth } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import type { Expected } from "./scored.js";

type Recurring = NonNullable<Expected["recurring"]>;
type Month = Recurring["renewals"][number];

/** Nothing without a renewal. */
export const RenewalsPanel = ({ recurring }: { recurring: Recurring }) => {
  const { renewals, currency = "" } = recurring;
  const basis = useBasis({ of: "active subscriptions", currency: recurring.currency ?? null });
  const sketch = useMemo<Sketch>(() => barsOf(renewals, currency), [renewals, currency]);
  const most = mostOf(renewals);
  if (!most) return null;
  if (renewals.length === 1)
    return (
      <Panel title="Renewals" basis={basis}>
        <p>
          All {formatCounted(most.subscriptions, "active subscription")} renew next in{" "}
          {formatMonth(most.month)}, and pay <b>{amountText(most, currency)}</b> then. Whoever has already
          said that they will leave is among them until that day.
        </p>
      </Panel>
    );
  const title = `Renewals by month: most in ${formatMonth(most.month)}, ${amountText(most, currency)}`;
  return (
    <Panel title="Renewals" basis={basis}>
      <Figure
        title={title}
        about="Active subscriptions by the month in which they renew next, with what they pay then. Whoever has already said that they will leave is among them until that day."
        summary={`${formatCounted(most.subscriptions, "subscription")} renew then.`}
        rows={renewals}
        columns={[
          { header: "Month", value: ({ month }) => month },
          {
            header: "Subscriptions",
            value: ({ subscriptions }) => subscriptions,
            text: ({ subscriptions }) => formatCount(subscriptions),
          },
          {
            header: currency ? `Amount in ${currency}` : "Amount",
            value: ({ amount }) => amount,
            text: ({ amount }) => formatCount(amount),
          },
        ]}
        fileName="renewals-by-month"
        height={240}
        sketch={sketch}
      />
    </Panel>
  );
};

const mostOf = (renewals: readonly Month[]): Month | undefined =>
  renewals.reduce<Month | undefined>(
    (most, month) => (most && most.amount >= month.amount ? most : month),
    undefined,
  );

const amountText = ({ amount }: Month, currency: string): string =>
  `${formatCount(roundAmount(amount))} ${currency}`.trim();

const barsOf =
  (renewals: readonly Month[], currency: string): Sketch =>
  ({ rectY, ruleY }, width) => ({
    marginLeft: 64,
    x: { type: "utc", label: null, ticks: Math.max(2, Math.floor(width / 90)) },
    y: { label: currency || "Amount", grid: true, tickFormat: (amount: number) => formatCount(amount) },
    marks: [
      rectY(renewals, {
        x: ({ month }: Month) => new Date(`${month}-01T00:00:00Z`),
        y: "amount",
        interval: "month",
        fill: "var(--series-2)",
        title: (month: Month) =>
          `${formatMonth(month.month)}\n${formatCounted(month.subscriptions, "subscription")}, ${amountText(month, currency)}`,
        tip: true,
      }),
      ruleY([0], { stroke: "var(--line-strong)" }),
    ],
  });
