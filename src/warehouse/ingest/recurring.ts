// Recurring amounts: for how many months the value of an event pays, and until when it is paid again and again.
// They are columns of the events like properties, by names that no owner gives. Whoever reads them takes a cutoff:
// an end that is not before it is in the future.

import {
  type BillingInterval,
  billingUnits,
  countBefore,
  isoUnits,
  monthsOf,
  mostMonths,
  numberAlone,
} from "../../domain/data/billing.js";
import { recurringProperties } from "../../domain/data/stream-mapping.js";
import type { Engine } from "../engine.js";
import { join, type Sql, sql } from "../sql/sql.js";
import type { Column } from "./columns.js";
import { firstOf, type PropertyColumns } from "./fields.js";
import { readDates, timeSql } from "./missing-dates.js";
import type { Records } from "./read.js";

export interface MappedRecurring {
  /** Null: all are paid as often. */
  column: Column | null;
  is: BillingInterval | undefined;
  end: Column | null;
}

/** Refuses what `readDates` refuses. */
export const recurringColumns = async (
  engine: Engine,
  records: Records,
  recurring: MappedRecurring | null,
): Promise<PropertyColumns[]> => {
  if (!recurring) return [];
  const { column, is, end } = recurring;
  const otherwise = sql`cast(${is ? monthsOf[is] : null} as double)`;
  const months = column ? sql`coalesce(${monthsSql(column.sql)}, ${otherwise})` : otherwise;
  const until = end ? timeSql(end.sql, await readDates(engine, records, end)) : sql`null`;
  return [
    numberOf(recurringProperties.months, months),
    numberOf(recurringProperties.until, sql`cast(${until} as double)`),
  ];
};

const numberOf = (name: string, value: Sql): PropertyColumns => ({
  name,
  type: "number",
  sql: value,
  line: value,
  ofLines: firstOf,
  isOfAll: false,
});

/** DOUBLE; null for a text that names no interval. The same as `monthsIn`. */
export const monthsSql = (text: Sql): Sql => {
  const written = sql`lower(trim(${text}))`;
  const number = (pattern: string) => sql`try_cast(regexp_extract(${written}, ${pattern}, 1) as double)`;
  const alone = number(numberAlone);
  const units = billingUnits.map(
    ({ months, words }) =>
      sql`when regexp_matches(${written}, ${words}) then ${months} * coalesce(nullif(${number(countBefore(words))}, 0), 1)`,
  );
  const iso = Object.entries(isoUnits).map(
    ([unit, months]) =>
      sql`when regexp_matches(${written}, ${`^p[0-9]{1,3}${unit}$`}) then ${months} * ${number("^p([0-9]{1,3})")}`,
  );
  return sql`case when ${alone} is not null then case when ${alone} between 1 and ${mostMonths} then ${alone} end
    ${join([...iso, ...units], " ")} end`;
};
