// People to contact: a column of the scores, and what to expect of contacting them.

import { breakEvenChance, type ContactPlan, type Economics, maxContacts } from "../../domain/economics.js";
import { totalInterval } from "../../model/propensity/expected-total.js";
import { contactTotals, withContacts } from "../../warehouse/contacts.js";
import type { Engine } from "../../warehouse/engine.js";
import { relation } from "../../warehouse/relations.js";
import type { Sql } from "../../warehouse/sql/sql.js";

/** The outcome that decides, and how sure its level is. */
export interface DecidingOutcome {
  id: string;
  /** Index in the scores. */
  place: number;
  /** Null: an outcome without dates. */
  levelMargin: number | null;
}

export const contactRows = (
  scores: Sql,
  { place }: DecidingOutcome,
  terms: Economics,
  hasArms: boolean,
): Sql =>
  withContacts({
    ...{ scores, place, hasArms },
    breakEven: breakEvenChance(terms),
    maxContacts: maxContacts(terms),
  });

/** Of the written scores. */
export const contactPlan = async (
  scoresFile: string,
  { id, place, levelMargin }: DecidingOutcome,
  terms: Economics,
  hasArms: boolean,
  engine: Engine,
): Promise<ContactPlan> => {
  const breakEven = breakEvenChance(terms);
  const { people, paying, lowest, expected, variance } = await engine.row<{
    people: number;
    paying: number;
    lowest: number | null;
    expected: number;
    variance: number;
  }>(contactTotals(relation(scoresFile), { place, breakEven, hasArms }));
  return {
    ...{ outcome_id: id, terms, people, paying, expected },
    ...(lowest !== null && { min_chance: lowest }),
    ...(levelMargin !== null &&
      people > 0 && { expected_interval: totalInterval({ people, expected, variance }, levelMargin) }),
  };
};
