// True probabilities of what a customer does next, given their hidden traits and their history. Lapsing is
// not visible, so its probability follows by Bayes' rule from how long they have been quiet. The months ahead
// are a small Markov chain over (lapsed or not, quiet months).

import { type Life, statementDays } from "./life.js";
import { cancelChance, expectedVisits, maxQuietMonths, type Traits } from "./traits.js";

export interface Truth {
  /** At least one visit in [now, now + horizon). */
  buys: number;
  /** Leaves the club in [now, now + horizon). */
  cancels: number;
}

/** `life` is the history before `now`, in days since 1970. Members who have cancelled do neither again. */
export const truthOf = (traits: Traits, life: Life, now: number, horizonDays: number): Truth => {
  if (life.cancelledAt !== null) return { buys: 0, cancels: 0 };
  const active = probabilityNotLapsed(traits, life, now);
  const months = monthsAhead(life, now, now + horizonDays);
  return { buys: buys(traits, active, months), cancels: cancels(traits, active, months) };
};

/** P(not lapsed | silent since the last visit); a lapse happens at a visit, with probability `traits.lapse`. */
const probabilityNotLapsed = (traits: Traits, life: Life, now: number): number => {
  const silence = Math.exp(-expectedVisits(traits, life.visits.at(-1)!, now));
  return ((1 - traits.lapse) * silence) / (traits.lapse + (1 - traits.lapse) * silence);
};

interface Month {
  from: number;
  to: number;
  /** Whether a statement ends the month, rather than the horizon. */
  endsInStatement: boolean;
  /** Quiet months at its end, if there is no visit from `now` on. */
  quietMonths: number;
}

/** The rest of the current month, then whole months up to the horizon. */
const monthsAhead = (life: Life, now: number, end: number): Month[] => {
  const joined = life.visits[0]!;
  const lastVisitedMonth = Math.floor((life.visits.at(-1)! - joined) / statementDays);
  const months: Month[] = [];
  let number = Math.ceil((now - joined) / statementDays);
  for (let from = now; from < end; number++) {
    const statement = joined + number * statementDays;
    const to = Math.min(statement, end);
    const quietMonths = number - 1 - lastVisitedMonth;
    months.push({ from, to, endsInStatement: statement < end, quietMonths });
    from = to;
  }
  return months;
};

/** Customers without a visit since `now`: each month some buy, and some of the others cancel. */
const buys = (traits: Traits, active: number, months: readonly Month[]): number => {
  let waiting = active;
  let bought = 0;
  for (const { from, to, endsInStatement, quietMonths } of months) {
    const silent = Math.exp(-expectedVisits(traits, from, to));
    bought += waiting * (1 - silent);
    waiting *= silent * (endsInStatement ? 1 - cancelChance(traits, quietMonths) : 1);
  }
  return bought;
};

/** Members, by quiet months at the next statement if they do not visit. */
const cancels = (traits: Traits, active: number, months: readonly Month[]): number => {
  let actives = membersQuietFor(months[0]?.quietMonths ?? 0, active);
  let lapsed = membersQuietFor(months[0]?.quietMonths ?? 0, 1 - active);
  let cancelled = 0;
  for (const { from, to, endsInStatement } of months) {
    if (!endsInStatement) break;
    const expected = expectedVisits(traits, from, to);
    const silent = Math.exp(-expected);
    // Last visits are a thinned Poisson process.
    const stillActive = Math.exp(-expected * traits.lapse);
    const all = sum(actives);
    actives = actives.map((mass) => mass * silent);
    actives[0]! += all * (stillActive - silent);
    lapsed[0]! += all * (1 - stillActive);
    const stays = (mass: number, quiet: number) => mass * (1 - cancelChance(traits, quiet));
    const members = sum(actives) + sum(lapsed);
    actives = actives.map(stays);
    lapsed = lapsed.map(stays);
    cancelled += members - sum(actives) - sum(lapsed);
    actives = afterOneMonth(actives);
    lapsed = afterOneMonth(lapsed);
  }
  return cancelled;
};

const membersQuietFor = (months: number, mass: number): number[] => {
  const members = new Array<number>(maxQuietMonths + 1).fill(0);
  members[Math.min(months, maxQuietMonths)] = mass;
  return members;
};

/** From `maxQuietMonths` on the probability of cancelling is constant, so the last entry holds all longer times. */
const afterOneMonth = (members: readonly number[]): number[] => {
  const later = [0, ...members.slice(0, -1)];
  later[maxQuietMonths]! += members[maxQuietMonths]!;
  return later;
};

const sum = (masses: readonly number[]): number => masses.reduce((total, mass) => total + mass, 0);
