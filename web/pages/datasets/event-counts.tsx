// Counts of a stream: its events, customers and amounts, the period that they are of, and a table of the rows
// that are left out, whose sums close: rows read are rows of events and rows of each reason.

import { useId } from "react";
import { nounOf } from "../../../src/words/ledger.js";
import { amountsInWords, ledgerSentence, leftOutSentence } from "../../../src/words/left-out.js";
import { capitalized, plural } from "../../../src/words/plural.js";
import type { Schemas } from "../../api/client.js";
import { formatCount, formatDay, reader } from "../../ui/format.js";
import { Facts } from "../../ui/panel.js";
import styles from "./event-counts.module.css";

type Counts = Schemas["EventCounts"];
type LeftOut = NonNullable<Counts["left_out_by"]>[number];

interface EventCountsProps {
  stream: string;
  counts: Counts;
  /** That of the stream's values. */
  currency: string | undefined;
}

export const EventCounts = ({ stream, counts, currency }: EventCountsProps) => {
  const id = useId();
  const noun = nounOf(stream);
  const { left_out_by: leftOut = [] } = counts;
  return (
    <section className={styles.counts} aria-labelledby={id}>
      <h3 id={id}>{capitalized(plural(noun))}</h3>
      <Facts facts={factsOf(noun, counts, currency)} />
      {counts.rows_read !== undefined && <p>{ledgerSentence(counts, noun, reader)}</p>}
      {leftOut.length > 0 && <Ledger noun={noun} counts={counts} />}
    </section>
  );
};

type Streams = Readonly<
  Record<string, { currency?: { is: string } | undefined; refunds?: { as: string } | undefined }>
>;

/** That of the values of a stream, or of the refunds that are events of a stream of their own. */
export const currencyOf = (streams: Streams, name: string): string | undefined => {
  const mapping = streams[name] ?? Object.values(streams).find(({ refunds }) => refunds?.as === name);
  return mapping?.currency?.is;
};

const factsOf = (noun: string, counts: Counts, currency: string | undefined) => {
  const { events, customers, without_customer: nobodys, refunded_total: refunded } = counts;
  const { oldest_date: from, newest_date: through } = counts;
  return [
    [capitalized(plural(noun)), formatCount(events)],
    ["Customers", formatCount(customers)],
    [`${capitalized(plural(noun))} without a customer`, formatCount(nobodys)],
    ["Revenue", amountsInWords(counts, currency, noun, reader)],
    ["Refunds taken off", refunded === undefined ? undefined : reader.amount(refunded)],
    ["Period", from && through && `${formatDay(from)} to ${formatDay(through)}`],
  ] as const;
};

const Ledger = ({ noun, counts }: { noun: string; counts: Counts }) => {
  const { left_out_by: leftOut = [], rows, rows_read: read, events } = counts;
  return (
    <table className={styles.ledger}>
      <caption className="visually-hidden">Rows that are left out, by reason</caption>
      <thead>
        <tr>
          <th scope="col">Why</th>
          <th scope="col">Rows</th>
          <th scope="col">{`Whole ${plural(noun)}`}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Counted</th>
          <td>{formatCount(rows)}</td>
          <td>{formatCount(events)}</td>
        </tr>
        {leftOut.map((each) => (
          <tr key={keyOf(each)}>
            <th scope="row">{leftOutSentence(each, noun)}</th>
            <td>{formatCount(each.rows)}</td>
            <td>{each.events > 0 && formatCount(each.events)}</td>
          </tr>
        ))}
      </tbody>
      {read !== undefined && (
        <tfoot>
          <tr>
            <th scope="row">Rows read</th>
            <td>{formatCount(read)}</td>
            <td />
          </tr>
        </tfoot>
      )}
    </table>
  );
};

const keyOf = ({ reason, column_name: column, value }: LeftOut): string =>
  JSON.stringify([reason, column, value]);
