// Tallies of a stream's events: how many each file and each month has, and what they are worth by currency.

import type { CurrencyCounts, MonthCounts } from "../../domain/data/dataset-findings.js";
import { addedMonths, inMillionths } from "../../domain/data/ledger.js";
import { grouped } from "../../domain/resource/groups.js";
import { limits } from "../../domain/resource/limits.js";
import { fromMicros, micros } from "../features/arithmetic.js";
import { parquet, type Relation, type Sql, sql } from "../sql/sql.js";
import type { CurrencyColumn } from "./currency.js";
import { amountIn, unnamed } from "./left-out.js";

/** Events of a file, or else of a month, in one currency. */
export type Tally = {
  /** Null for a month. */
  arrival_time: number | null;
  /** Null for a file, and without dates. */
  month: string | null;
  /** `unnamed` where rows name none, null where they name several and in a stream without one. */
  currency: string | null;
  events: number;
  rows: number;
  /** Sum of the amounts; null without any. */
  total: number | null;
  /** Whether the values are in this currency; null in a stream without one. */
  is_own: boolean | null;
  /** Number of events with a value, and the sum of the values: amounts that are in their currency or converted. */
  valued: number;
  value_total: number | null;
};

const secondsPerDay = 86_400;

/**
 * Tallies by file and by month, see `Tally`. `events`: one row per event, with arrival_time, event_time,
 * currency, amount and value. `rows`: how many rows an event `e` has.
 */
export const tallies = (
  events: Relation,
  { currency }: { currency: CurrencyColumn | null },
  rows: Sql = sql`1`,
): Sql => sql`
  select m.arrival_time, m.month, m.currency, cast(sum(m.events) as bigint) as events, cast(sum(m.rows) as bigint) as rows,
    ${fromMicros(sql`sum(m.amount)`)} as total, ${currency ? sql`m.currency = ${currency.is}` : sql`cast(null as boolean)`} as is_own,
    cast(sum(m.valued) as bigint) as valued, ${fromMicros(sql`sum(m.value)`)} as value_total
  from (
    select d.* exclude (day), strftime(date '1970-01-01' + d.day, '%Y-%m') as month
    from (
      select e.arrival_time, e.currency, cast(floor(e.event_time / ${secondsPerDay}) as integer) as day, count(*) as events,
        sum(${rows}) as rows, sum(${micros(sql`e.amount`)}) as amount, count(e.value) as valued, sum(${micros(sql`e.value`)}) as value
      from ${events} as e group by 1, 2, 3) as d) as m
  group by grouping sets ((m.arrival_time, m.currency), (m.month, m.currency))
  order by all`;

/** Events of a file in which each has a customer and its amount is in the stream's currency. */
export const writtenAmounts = (file: string, hasValue: boolean): Relation => sql`(
  select w.arrival_time, w.event_time, cast(null as varchar) as currency, w.amount, w.amount as value
  from (select f.*, ${hasValue ? sql`f.value` : sql`cast(null as double)`} as amount from ${parquet(file)} as f) as w)`;

export const ofFiles = (found: readonly Tally[]): Tally[] =>
  found.filter(({ arrival_time }) => arrival_time !== null);

/** `refunds`: tallies of refunds that are events of a stream of their own, which lower the amounts. */
export const monthsOf = (found: readonly Tally[], refunds: readonly Tally[] = []): MonthCounts[] =>
  addedMonths(
    [...found, ...refunds.map(asRefund)].flatMap(({ month, events, currency, total }) =>
      month === null
        ? []
        : [{ month, events, ...(total !== null && { amounts: [amountIn(currency, total)] }) }],
    ),
    limits.listedMonths.is,
  );

const asRefund = (tally: Tally): Tally => ({
  ...tally,
  events: 0,
  rows: 0,
  total: negated(tally.total),
  valued: 0,
  value_total: negated(tally.value_total),
});

const negated = (amount: number | null): number | null => (amount === null ? null : -amount);

/** The currencies of most events first, and codes before what has none. */
export const currencyCounts = (found: readonly Tally[], refunds: readonly Tally[] = []): CurrencyCounts[] =>
  [...grouped([...found, ...refunds.map(asRefund)], ({ currency }) => currency)]
    .map(([currency, parts]) => ({ ...summed(parts), currency, isConverted: parts.some(isConverted) }))
    .sort((a, b) => b.events - a.events || (nameOf(a.currency) < nameOf(b.currency) ? -1 : 1))
    .map(({ currency, events, total, valued, valueTotal, isConverted }) => {
      const { value_total, ...of } = amountIn(currency, total);
      const converted = isConverted && { converted_events: valued, converted_total: valueTotal };
      return { ...of, events, value_total, ...converted };
    });

/** Amounts in another currency that are values. */
const isConverted = ({ is_own, value_total }: Tally): boolean => is_own === false && value_total !== null;

const summed = (parts: readonly Tally[]) => {
  const sum = (count: (tally: Tally) => number | null) =>
    parts.reduce((total, tally) => inMillionths(total + (count(tally) ?? 0)), 0);
  return {
    events: sum(({ events }) => events),
    total: sum(({ total }) => total),
    valued: sum(({ valued }) => valued),
    valueTotal: sum(({ value_total }) => value_total),
  };
};

/** Sum of the values less refunds. */
export const valueTotal = (found: readonly Tally[], refunds: readonly Tally[] = []): number =>
  summed([...ofFiles(found), ...ofFiles(refunds).map(asRefund)]).valueTotal;

/** The counts of an earlier build and of what was read since. */
export const addedCurrencies = (
  before: readonly CurrencyCounts[],
  added: readonly CurrencyCounts[],
): CurrencyCounts[] => currencyCounts([...before, ...added].map(asTally));

const asTally = ({
  currency,
  is_unnamed,
  events,
  value_total,
  converted_events = 0,
  converted_total,
}: CurrencyCounts): Tally => ({
  arrival_time: 0,
  month: null,
  currency: is_unnamed ? unnamed : currency,
  events,
  rows: events,
  total: value_total,
  is_own: false,
  valued: converted_events,
  value_total: converted_total ?? null,
});

const nameOf = (currency: string | null): string => currency || (currency === unnamed ? "~" : "~~");
