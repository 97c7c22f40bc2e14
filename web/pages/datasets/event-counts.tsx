// Counts of a stream: how many of the rows become events and customers, its amounts and months, and a table of
// the rows that are left out, whose sums close: rows read are rows of events and rows of each reason.

import { useId } from "react";
import { currencyAmounts, nounOf, usedAmounts } from "../../../src/words/ledger.js";
import { amountsInWords, ledgerSentence, leftOutSentence, ownAmounts } from "../../../src/words/left-out.js";
import { capitalized, plural } from "../../../src/words/plural.js";
import { useMay } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { type Spark, SparkBars } from "../../charts/spark-bars.js";
import { formatCount, formatCounted, formatDay, formatMonth, reader } from "../../ui/format.js";
import { Facts } from "../../ui/panel.js";
import styles from "./event-counts.module.css";

type Counts = Schemas["EventCounts"];
type LeftOut = NonNullable<Counts["left_out_by"]>[number];

/** Address of the rows that a reason leaves out; undefined where they cannot be downloaded. */
export type RowsAddress = (why: LeftOut, file?: string) => string | undefined;

/** Rows can be downloaded but for those of tables of a lake, and of people to delete. */
export const rowsAddress =
  ({ id, options }: Pick<Schemas["Dataset"], "id" | "options">, stream: string): RowsAddress =>
  ({ reason, column_name, value }, file) => {
    if (options.type === "spark_table" || reason === "deleted_person") return undefined;
    const query = new URLSearchParams({
      stream,
      ...(column_name !== undefined && { column_name }),
      ...(value !== undefined && { value: value ?? "" }),
      ...(file !== undefined && { file }),
    });
    return `/v1/datasets/${id}/ledger/${reason}?${query}`;
  };

/** The number of rows, with a link to them for whoever may read personal data. */
export const LeftOutRows = ({ address, rows }: { address: string | undefined; rows: number }) => {
  const mayRead = useMay()("read");
  return address === undefined || !mayRead ? (
    formatCount(rows)
  ) : (
    <a href={address} download title="Download these rows">
      {formatCount(rows)}
      <span className="visually-hidden"> rows, download CSV</span>
    </a>
  );
};

interface EventCountsProps {
  stream: string;
  counts: Counts;
  /** That of the stream's values. */
  currency: string | undefined;
  /** What the values are: a subscription counts once, with what is paid at its beginning. */
  amounts?: "Revenue" | "First payments";
  /** People of the dataset, where they are known. */
  people?: number | undefined;
  /** Absent: a preview, whose rows cannot be downloaded. */
  address?: RowsAddress | undefined;
}

export const EventCounts = ({
  stream,
  counts,
  currency,
  amounts = "Revenue",
  people,
  address,
}: EventCountsProps) => {
  const id = useId();
  const noun = nounOf(stream);
  const { left_out_by: leftOut = [] } = counts;
  return (
    <section className={styles.counts} aria-labelledby={id}>
      <h3 id={id}>{capitalized(plural(noun))}</h3>
      <Steps steps={stepsOf(noun, counts, people)} />
      <Months noun={noun} counts={counts} currency={currency} amounts={amounts} />
      <Facts facts={factsOf(noun, counts, currency, amounts)} />
      {counts.rows_read !== undefined && <p>{ledgerSentence(counts, noun, reader)}</p>}
      {leftOut.length > 0 && <Ledger noun={noun} counts={counts} address={address} />}
    </section>
  );
};

type Streams = Readonly<
  Record<
    string,
    {
      currency?: { is: string } | undefined;
      refunds?: { as: string } | undefined;
      recurring?: object | undefined;
    }
  >
>;

export const amountsOf = (streams: Streams, name: string): "Revenue" | "First payments" =>
  streams[name]?.recurring ? "First payments" : "Revenue";

/** That of the values of a stream, or of the refunds that are events of a stream of their own. */
export const currencyOf = (streams: Streams, name: string): string | undefined => {
  const mapping = streams[name] ?? Object.values(streams).find(({ refunds }) => refunds?.as === name);
  return mapping?.currency?.is;
};

type Step = readonly [label: string, count: number];

const stepsOf = (noun: string, counts: Counts, people: number | undefined): Step[] => {
  const { rows_read: rows, events, without_customer: nobodys, customers } = counts;
  return [
    ...(rows === undefined ? [] : [["rows", rows] as const]),
    [plural(noun), events],
    ["with a customer", events - nobodys],
    ["customers", customers],
    ...(people === undefined ? [] : [["people", people] as const]),
  ];
};

/** What rows become, one after the other. */
const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className={styles.steps} aria-label="From rows to customers">
    {steps.map(([label, count]) => (
      <li key={label}>
        <strong>{formatCount(count)}</strong> {label}
      </li>
    ))}
  </ol>
);

const Months = ({
  noun,
  counts,
  currency,
  amounts,
}: {
  noun: string;
  counts: Counts;
  currency: string | undefined;
  amounts: string;
}) => {
  const months = shownMonths(counts.months ?? []);
  if (months.length < 2) return null;
  const own = ownAmounts(counts, currency)?.currency ?? null;
  const amount = ({ amounts = [] }: Month) => amounts.find((each) => each.currency === own)?.value_total ?? 0;
  const bars = (value: (month: Month) => number, text: (month: Month) => string): Spark[] =>
    months.map((each) => ({
      name: each.month,
      value: Math.max(0, value(each)),
      text: `${formatMonth(each.month)}: ${text(each)}`,
    }));
  const of = `${formatMonth(months[0]!.month)} to ${formatMonth(months.at(-1)!.month)}`;
  return (
    <div className={styles.months}>
      <SparkBars
        label={`${capitalized(plural(noun))} a month, ${of}`}
        bars={bars(
          ({ events }) => events,
          ({ events }) => formatCounted(events, noun),
        )}
      />
      {counts.value_total !== undefined && (
        <SparkBars
          label={`${amounts} a month${currency === undefined ? "" : `, ${currency}`}`}
          bars={bars(amount, (month) => reader.amount(amount(month)))}
        />
      )}
    </div>
  );
};

type Month = NonNullable<Counts["months"]>[number];

const mostShown = 60;

/** The newest months, also those between without events. */
const shownMonths = (months: readonly Month[]): Month[] => {
  const found = new Map(months.map((each) => [each.month, each]));
  const newest = months.at(-1)?.month;
  const shown: Month[] = [];
  for (let month = newest; month !== undefined && month >= months[0]!.month && shown.length < mostShown; ) {
    shown.unshift(found.get(month) ?? { month, events: 0 });
    month = monthBefore(month);
  }
  return shown;
};

const monthBefore = (month: string): string => {
  const [year, number] = month.split("-").map(Number);
  return number === 1
    ? `${year! - 1}-12`
    : `${String(year).padStart(4, "0")}-${String(number! - 1).padStart(2, "0")}`;
};

const factsOf = (noun: string, counts: Counts, currency: string | undefined, amounts: string) => {
  const { without_customer: nobodys, refunded_total: refunded } = counts;
  const { oldest_date: from, newest_date: through } = counts;
  return [
    [`${capitalized(plural(noun))} without a customer`, formatCount(nobodys)],
    [amounts, amountsInWords(counts, currency, noun, reader)],
    [
      "Refunds taken off",
      refunded === undefined ? undefined : [reader.amount(refunded), currency].filter(Boolean).join(" "),
    ],
    ["Period", from && through && `${formatDay(from)} to ${formatDay(through)}`],
  ] as const;
};

const Ledger = ({
  noun,
  counts,
  address,
}: {
  noun: string;
  counts: Counts;
  address?: RowsAddress | undefined;
}) => {
  const { left_out_by: leftOut = [], rows, rows_read: read, events } = counts;
  const hasAmounts = leftOut.some(({ amounts }) => amounts !== undefined);
  return (
    <table className={styles.ledger}>
      <caption className="visually-hidden">Rows that are left out, by reason</caption>
      <thead>
        <tr>
          <th scope="col">Why</th>
          <th scope="col">Rows</th>
          <th scope="col">{`Whole ${plural(noun)}`}</th>
          {hasAmounts && <th scope="col">Amount</th>}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Counted</th>
          <td>{formatCount(rows)}</td>
          <td>{formatCount(events)}</td>
          {hasAmounts && <td>{currencyAmounts(usedAmounts(counts), reader)}</td>}
        </tr>
        {leftOut.map((each) => (
          <tr key={keyOf(each)}>
            <th scope="row">{leftOutSentence(each, noun)}</th>
            <td>
              <LeftOutRows address={address?.(each)} rows={each.rows} />
            </td>
            <td>{each.events > 0 && formatCount(each.events)}</td>
            {hasAmounts && <td>{currencyAmounts(each.amounts, reader)}</td>}
          </tr>
        ))}
      </tbody>
      {read !== undefined && (
        <tfoot>
          <tr>
            <th scope="row">Rows read</th>
            <td>{formatCount(read)}</td>
            <td />
            {hasAmounts && <td />}
          </tr>
        </tfoot>
      )}
    </table>
  );
};

const keyOf = ({ reason, column_name: column, value }: LeftOut): string =>
  JSON.stringify([reason, column, value]);
