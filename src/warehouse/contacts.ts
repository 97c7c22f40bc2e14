// People worth contacting in SQL: those whose expected worth exceeds the cost of a contact, those worth most
// first, as many as the budget pays for.

import { cumulativeSums } from "./delivery/lists.js";
import { exactSum, varianceOfValue } from "./scores.js";
import { ident, type Relation, type Sql, sql } from "./sql/sql.js";

/** Column that decides whom to contact. */
export interface DecidingColumn {
  /** Index of the outcome that decides. */
  place: number;
  /** Name of its column that says what people are worth. */
  by: "probability" | "expected_amount";
  /** A contact pays above this. */
  breakEven: number;
  /** Whether the scores have a column arm; who is held out is not contacted. */
  hasArms: boolean;
}

export interface ContactSpec extends DecidingColumn {
  /** Rows of the scores. */
  scores: Sql;
  /** Worth of one unit of the column. */
  worth: number;
  costPerContact: number;
  /** Null: no limit. */
  maxContacts: number | null;
}

/**
 * The rows of the scores, ordered, with the columns contact, true for the people to contact, and profit, what
 * to expect of contacting the person; null without a probability.
 */
export const withContacts = ({
  scores,
  worth,
  costPerContact,
  maxContacts,
  ...deciding
}: ContactSpec): Sql => {
  const { place, by, breakEven, hasArms } = deciding;
  const expected = ident("scored", `${by}_${place}`);
  const pays = sql`coalesce(${expected} > ${breakEven}${hasArms ? sql` and scored.arm <> 'held_out'` : sql``}, false)`;
  const ranked = sql`row_number() over (partition by ${pays} order by ${expected} desc, scored.person_id)`;
  return sql`
select scored.*, ${pays}${maxContacts === null ? sql`` : sql` and ${ranked} <= ${maxContacts}`} as contact,
  ${expected} * ${worth} - ${costPerContact} as profit
from (${scores}) as scored
order by scored.person_id`;
};

/**
 * One row over those to contact: people INTEGER; expected and variance DOUBLE of their conversions; lowest
 * and least DOUBLE, the lowest probability and the least of what decides (null for nobody); and paying
 * INTEGER, people whose contact pays, whatever the budget.
 */
export const contactTotals = (scores: Relation, deciding: DecidingColumn): Sql => {
  const chance = ident("s", `probability_${deciding.place}`);
  const expected = decidingOf(deciding);
  return sql`
select cast(count(*) filter (where s.contact) as integer) as people,
  cast(count(*) filter (where ${expected} > ${deciding.breakEven}${isFree(deciding)}) as integer) as paying,
  min(${chance}) filter (where s.contact) as lowest,
  min(${expected}) filter (where s.contact) as least,
  ${exactSum(sql`case when s.contact then ${chance} end`)} as expected,
  ${exactSum(sql`case when s.contact then ${chance} * (1 - ${chance}) end`)} as variance
from ${scores} as s`;
};

const decidingOf = ({ by, place }: Pick<DecidingColumn, "by" | "place">): Sql => ident("s", `${by}_${place}`);

const isFree = ({ hasArms }: Pick<DecidingColumn, "hasArms">): Sql =>
  hasArms ? sql` and s.arm <> 'held_out'` : sql``;

/**
 * One row per person who may be contacted: chance, expected (what decides) and rank INTEGER from 1, those
 * worth most first.
 */
export const contactOrder = (scores: Relation, deciding: DecidingColumn): Sql => {
  const expected = decidingOf(deciding);
  return sql`
select ${ident("s", `probability_${deciding.place}`)} as chance, ${expected} as expected,
  cast(row_number() over (order by ${expected} desc, s.person_id) as integer) as rank
from ${scores} as s
where ${expected} is not null${isFree(deciding)}`;
};

/**
 * One row per rank that is asked for: people, and expected and variance of the amounts of the people up to
 * it. See `contactOrder`.
 */
export const cumulativeAmounts = (ranked: Relation, ranks: readonly number[], square: number): Sql =>
  cumulativeSums(
    ranked,
    ranks,
    { expected: sql`r.expected`, variance: varianceOfValue(sql`r.chance`, sql`r.expected`, square) },
    sql`decimal(38, 9)`,
  );
