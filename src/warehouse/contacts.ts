// People worth contacting in SQL: those whose expected value exceeds the cost of a contact, likeliest first, as many as the budget pays for.

import { exactSum } from "./scores.js";
import { ident, type Relation, type Sql, sql } from "./sql/sql.js";

export interface ContactSpec {
  /** Rows of the scores. */
  scores: Sql;
  /** Index of the outcome that decides. */
  place: number;
  /** A contact pays above this probability. */
  breakEven: number;
  /** Null: no limit. */
  maxContacts: number | null;
  /** Whether the scores have a column arm; who is held out is not contacted. */
  hasArms: boolean;
}

/** The rows of the scores, ordered, with a column contact: true for the people to contact. */
export const withContacts = ({ scores, place, breakEven, maxContacts, hasArms }: ContactSpec): Sql => {
  const chance = ident("scored", `probability_${place}`);
  const pays = sql`coalesce(${chance} > ${breakEven}${hasArms ? sql` and scored.arm <> 'held_out'` : sql``}, false)`;
  const ranked = sql`row_number() over (partition by ${pays} order by ${chance} desc, scored.person_id)`;
  return sql`
select scored.*, ${pays}${maxContacts === null ? sql`` : sql` and ${ranked} <= ${maxContacts}`} as contact
from (${scores}) as scored
order by scored.person_id`;
};

/**
 * One row: people INTEGER, expected and variance DOUBLE over those to contact, lowest DOUBLE, the lowest probability of them (null for nobody),
 * and paying INTEGER, people whose contact pays, whatever the budget.
 */
export const contactTotals = (
  scores: Relation,
  { place, breakEven, hasArms }: Pick<ContactSpec, "place" | "breakEven" | "hasArms">,
): Sql => {
  const chance = ident("s", `probability_${place}`);
  const isFree = hasArms ? sql` and s.arm <> 'held_out'` : sql``;
  return sql`
select cast(count(*) filter (where s.contact) as integer) as people,
  cast(count(*) filter (where ${chance} > ${breakEven}${isFree}) as integer) as paying,
  min(${chance}) filter (where s.contact) as lowest,
  ${exactSum(sql`case when s.contact then ${chance} end`)} as expected,
  ${exactSum(sql`case when s.contact then ${chance} * (1 - ${chance}) end`)} as variance
from ${scores} as s`;
};
