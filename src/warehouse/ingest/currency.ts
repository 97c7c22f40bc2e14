// Currency of the amounts of a stream. The values of a stream are in one currency: amounts in it are values as
// they are, others are converted where the mapping has a rate for their day, and those without a rate are no
// values. They are never added.

import { type CurrencyRate, codeOf, minorDigits } from "../../domain/data/currency.js";
import type { StreamMapping } from "../../domain/data/dataset.js";
import type { DetectedColumn } from "../../domain/data/dataset-findings.js";
import { grouped } from "../../domain/resource/groups.js";
import { join, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import type { Amount, MappedField } from "./fields.js";
import { unnamed } from "./left-out.js";
import { currencySql } from "./numbers.js";

export interface MappedCurrency {
  /** Null: all amounts are in the same currency. */
  column: Column | null;
  is: string;
  includesUnnamed: boolean;
  rates: readonly CurrencyRate[];
}

/** `columnAt` finds a column by its name. */
export const mapCurrency = (
  { column_name, is, includes_unnamed, rates = [] }: NonNullable<StreamMapping["currency"]>,
  columnAt: (column: string) => Column,
): MappedCurrency => ({
  column: column_name === undefined ? null : columnAt(column_name),
  is,
  includesUnnamed: includes_unnamed === true,
  rates,
});

export interface CurrencyColumn {
  /** VARCHAR over a record: that of its amount, or `unnamed`. */
  code: Sql;
  /** VARCHAR, see `currencySql`: what the record itself names; null without one. */
  written: Sql;
  /** VARCHAR: that of an amount for which nothing is written. */
  ofUnnamed(amount: Sql): Sql;
  /** VARCHAR: the code of the stream's values. */
  is: Sql;
  /** DOUBLE: the value of an amount in the currency of the code, at a time in epoch seconds; null without a rate. */
  convert(amount: Sql, code: Sql, time: Sql): Sql;
  /** The amount of a row in another currency, in that. */
  other: Sql;
}

/** Currency of an amount, of which `field` is the mapping. */
export const currencyOf = (
  { column, is, includesUnnamed, rates }: MappedCurrency,
  amount: Amount,
  field: MappedField | null,
  columns: readonly DetectedColumn[],
): CurrencyColumn => {
  const own = currencySql(sql`${is}`);
  const written = column ? currencySql(column.sql) : sql`cast(null as varchar)`;
  const areOthersNamed = column !== null && areNamed(column, amount.parts, columns);
  // Nothing is nothing in any currency.
  const ofUnnamed: CurrencyColumn["ofUnnamed"] = (some) =>
    includesUnnamed || !areOthersNamed
      ? own
      : sql`case when coalesce(${some}, 0) = 0 then ${own} else ${unnamed} end`;
  const code = sql`coalesce(${written}, ${ofUnnamed(amount.value)})`;
  const named = { code, written, ofUnnamed, is: own, convert: convertedBy(rates, own) };
  const { value } = field ? inWholeUnits(amount, field, named) : amount;
  return { ...named, other: sql`case when ${code} <> ${own} then ${value} end` };
};

/** Whether some row names a currency; plain numbers name none. It is of all rows, also of those of earlier builds. */
const areNamed = ({ index }: Column, parts: Amount["parts"], columns: readonly DetectedColumn[]): boolean => {
  const { data_type, fill_rate } = columns[index]!;
  const isAmount = parts.some(({ column }) => column.index === index);
  return fill_rate > 0 && !(isAmount && data_type === "number");
};

const convertedBy =
  (rates: readonly CurrencyRate[], own: Sql): CurrencyColumn["convert"] =>
  (amount, code, time) => {
    const ofOthers = [...grouped(rates, ({ currency }) => codeOf(currency))].map(
      ([other, ofOther]) =>
        sql` when ${code} = ${other} then round((${amount}) * ${rateAt(ofOther, time)}, 6)`,
    );
    return sql`case when ${code} = ${own} then ${amount}${join(ofOthers, "")} end`;
  };

/** DOUBLE: the newest rate that holds at the time; null before the first. */
const rateAt = (rates: readonly CurrencyRate[], time: Sql): Sql => {
  const newestFirst = rates
    .map(({ from, rate }) => ({ since: from === undefined ? null : Date.parse(from) / 1000, rate }))
    .sort((a, b) => (b.since ?? -Infinity) - (a.since ?? -Infinity));
  const cases = newestFirst.map(
    ({ since, rate }) => sql` when ${since === null ? sql`true` : sql`${time} >= ${since}`} then ${rate}`,
  );
  return sql`(case${join(cases, "")} end)`;
};

/**
 * An amount that is written in the minor unit of its currency, such as cents, in whole units. Formats of
 * numbers take a hundredth for the minor unit: yen have none, and dinars a thousandth.
 */
export const inWholeUnits = (
  amount: Amount,
  field: MappedField,
  { written, is }: Pick<CurrencyColumn, "written" | "is">,
): Amount => {
  const areMinor = field.parts.every(({ format = field.format }) => format === "currency_cents");
  if (!areMinor) return amount;
  const cases = [...minorDigits].map(([code, digits]) => sql` when ${code} then ${10 ** (2 - digits)}`);
  return {
    ...amount,
    value: sql`${amount.value} * (case coalesce(${written}, ${is})${join(cases, "")} else 1 end)`,
  };
};
