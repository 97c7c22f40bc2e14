// Life of a customer, in days since 1970. Joining is the first visit; after each visit a customer lapses with
// a fixed probability, or returns at a rate that varies with the season. Every 30 days the club sends a
// statement: only then may a member cancel, and members who cancel do not return. Simulating to a later day
// changes nothing before it.

import { chance, exponential, type Random } from "./random.js";
import { cancelChance, rateAt, type Traits } from "./traits.js";

export const statementDays = 30;

export interface Life {
  /** In order of time; the first is the day of joining. */
  visits: number[];
  cancelledAt: number | null;
}

/**
 * The life of a customer who joins at `joined`, before the moment `until`. Buying and cancelling use separate
 * random streams, so that neither depends on how far the other has run.
 */
export const simulateLife = (
  traits: Traits,
  joined: number,
  until: number,
  buying: Random,
  cancelling: Random,
): Life => {
  const visits = [joined];
  let next = nextVisit(traits, joined, until, buying);
  let quietMonths = -1; // The month of joining is not a quiet one.
  for (let number = 1; ; number++) {
    const statement = joined + number * statementDays;
    quietMonths++;
    for (const end = Math.min(statement, until); next < end; next = nextVisit(traits, next, until, buying)) {
      visits.push(next);
      quietMonths = 0;
    }
    if (statement >= until) return { visits, cancelledAt: null };
    if (chance(cancelling, cancelChance(traits, quietMonths))) return { visits, cancelledAt: statement };
  }
};

/** Infinity for a customer who lapses or does not return before `until`. Visits at the highest rate are thinned. */
const nextVisit = (traits: Traits, last: number, until: number, random: Random): number => {
  if (chance(random, traits.lapse)) return Number.POSITIVE_INFINITY;
  const maxRate = traits.ratePerDay * (1 + traits.seasonality);
  for (let day = last; ; ) {
    day += exponential(random) / maxRate;
    if (day >= until) return Number.POSITIVE_INFINITY;
    if (chance(random, rateAt(traits, day) / maxRate)) return day;
  }
};

/** The part of a life before a moment. */
export const lifeBefore = (life: Life, moment: number): Life => ({
  visits: life.visits.filter((day) => day < moment),
  cancelledAt: life.cancelledAt !== null && life.cancelledAt < moment ? life.cancelledAt : null,
});
