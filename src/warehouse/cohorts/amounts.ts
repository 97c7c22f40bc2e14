// Amounts: what people spent, and how often, within a span of time: the events that match the attainment
// cohort's conditions. A value below zero, such as a refund, lowers the amount; an event without a value
// counts and adds nothing.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { type EpochSeconds, secondsPerDay } from "../../domain/resource/resource.js";
import { assert } from "../../errors/refusal.js";
import { type Relation, type Sql, sql } from "../sql/sql.js";
import { matchingEvents, type Span } from "./criteria.js";
import { type CohortInputs, definingStream } from "./inputs.js";

/** Money a year after `from` counts `ratePerYear` less: an amount is divided by 1 + rate for each year. */
export interface Discount {
  from: EpochSeconds;
  ratePerYear: number;
}

/** One row per person with a matching event in the span: person_id BIGINT, amount DOUBLE, purchases INTEGER. */
export const amountsWithin = (
  definition: CohortConfig,
  inputs: CohortInputs,
  span: Span,
  discount: Discount | null = null,
): Relation => {
  const stream = definingStream(definition, inputs);
  assert(stream?.isDated, "amounts need a stream with dates");
  const value = discount ? discounted(discount) : sql`matching.value`;
  return sql`
select matching.person_id, cast(coalesce(sum(${value}), 0) as double) as amount,
  cast(count(*) as integer) as purchases
from (${matchingEvents(definition, stream, span)}) as matching
group by matching.person_id`;
};

const secondsPerYear = 365 * secondsPerDay;

/** As a decimal, whose sum does not depend on the order of addition. */
const discounted = ({ from, ratePerYear }: Discount): Sql => sql`
  cast(matching.value * power(${1 + ratePerYear}, (${from} - matching.event_time) / cast(${secondsPerYear} as double))
    as decimal(38, 6))`;

/** The rows of `amountsWithin`, ordered by person. */
export const amountsByPerson = (amounts: Sql): Sql =>
  sql`select a.* from (${amounts}) as a order by a.person_id`;
