// A cohort's bounds as boolean expressions, true of members. Counts and sums are judged in the same words whether they
// are taken over a whole span or as a running total.

import { type CohortConfig, leastCount } from "../../domain/cohort.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource.js";
import { ident, join, type Sql, sql } from "../sql/sql.js";

/** `events` and `worth` of the row lie within the bounds of count and value, which are inclusive. */
export const totalsWithin = (definition: CohortConfig, row: string): Sql => {
  const { max_count, min_value, max_value } = definition;
  const [events, worth] = [ident(row, "events"), ident(row, "worth")];
  const tests = [sql`${events} >= ${leastCount(definition)}`];
  if (max_count !== undefined) tests.push(sql`${events} <= ${max_count}`);
  if (min_value !== undefined) tests.push(sql`${worth} >= ${min_value}`);
  if (max_value !== undefined) tests.push(sql`${worth} <= ${max_value}`);
  return join(tests, " and ");
};

/**
 * Whole days from the row's `first_time` or `last_time` to the cutoff lie within the bounds, which are inclusive.
 * Who has no event has no recency, and is out whatever the bounds.
 */
export const recencyWithin = ({ recency }: CohortConfig, row: string, cutoff: EpochSeconds): Sql => {
  if (!recency) return sql`true`;
  const { occurrence, min_days, max_days } = recency;
  const moment = ident(row, `${occurrence}_time`);
  const tests = [sql`${moment} is not null`];
  if (min_days !== undefined) tests.push(sql`${moment} <= ${cutoff - min_days * secondsPerDay}`);
  if (max_days !== undefined) tests.push(sql`${moment} > ${cutoff - (max_days + 1) * secondsPerDay}`);
  return join(tests, " and ");
};
