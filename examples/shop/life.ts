// A life in the shop, in days since 1970. Joining is the first visit; after each visit a person lapses with a fixed chance,
// or comes again at a rate that swings with the year. Every 30 days the club sends a statement: there, and only there, a
// member may cancel, and whoever cancels comes no more. Running on to a later day changes nothing before it.

import { chance, exponential, type Random } from "./random.js";
import { cancelChance, rateAt, type Traits } from "./traits.js";

export const statementDays = 30;

export interface Life {
  /** In order of time; the first is the day of joining. */
  visits: number[];
  cancelledAt: number | null;
}

/** The life of someone who joins at `joined`, up to and without the moment `until`. Chance of buying and of
 * cancelling come from two streams, so that neither is moved by how far the other has run. */
export const simulateLife = (
  traits: Traits,
  joined: number,
  until: number,
  buying: Random,
  cancelling: Random,
): Life => {
  const visits = [joined];
  let next = nextVisit(traits, joined, until, buying);
  let quietMonths = -1; // the month of joining is not a quiet one
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

/** Infinity for one who has lapsed, or who does not come before `until`. Candidates at the highest rate are thinned. */
const nextVisit = (traits: Traits, last: number, until: number, random: Random): number => {
  if (chance(random, traits.lapse)) return Number.POSITIVE_INFINITY;
  const highest = traits.ratePerDay * (1 + traits.seasonality);
  for (let day = last; ; ) {
    day += exponential(random) / highest;
    if (day >= until) return Number.POSITIVE_INFINITY;
    if (chance(random, rateAt(traits, day) / highest)) return day;
  }
};

/** What of a life was seen before a moment. */
export const lifeBefore = (life: Life, moment: number): Life => ({
  visits: life.visits.filter((day) => day < moment),
  cancelledAt: life.cancelledAt !== null && life.cancelledAt < moment ? life.cancelledAt : null,
});
