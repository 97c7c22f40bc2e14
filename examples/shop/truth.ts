// What will happen to a person, as only the shop's maker can know it: exact probabilities given the latent traits and the
// history that was seen. Whether someone has silently lapsed is not seen, so it is inferred by Bayes' rule from how
// long they have been quiet. From there the months ahead are a small Markov chain over (lapsed or not, quiet months).

import { type Life, statementDays } from "./life.js";
import { cancelChance, expectedVisits, maxQuietMonths, type Traits } from "./traits.js";

export interface Truth {
  /** At least one visit in [now, now + horizon). */
  buys: number;
  /** Leaves the club in [now, now + horizon). */
  cancels: number;
}

/** `life` holds what was seen before `now`, in days since 1970. Who has cancelled does neither again. */
export const truthOf = (traits: Traits, life: Life, now: number, horizonDays: number): Truth => {
  if (life.cancelledAt !== null) return { buys: 0, cancels: 0 };
  const comes = probabilityNotLapsed(traits, life, now);
  const months = monthsAhead(life, now, now + horizonDays);
  return { buys: buys(traits, comes, months), cancels: cancels(traits, comes, months) };
};

/** P(comes still | silent since the last visit); a lapse happens at a visit, with chance `traits.lapse`. */
const probabilityNotLapsed = (traits: Traits, life: Life, now: number): number => {
  const silence = Math.exp(-expectedVisits(traits, life.visits.at(-1)!, now));
  return ((1 - traits.lapse) * silence) / (traits.lapse + (1 - traits.lapse) * silence);
};

interface Month {
  from: number;
  to: number;
  /** Whether a statement ends it, or the horizon does. */
  endsInStatement: boolean;
  /** Quiet months at its end if there is no visit from `now` on. */
  quietMonths: number;
}

/** The rest of the running month, then whole ones, cut at the horizon. */
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

/** Follows those who have not come since `now`: each month some come, and of the others some cancel. */
const buys = (traits: Traits, comes: number, months: readonly Month[]): number => {
  let waiting = comes;
  let bought = 0;
  for (const { from, to, endsInStatement, quietMonths } of months) {
    const silent = Math.exp(-expectedVisits(traits, from, to));
    bought += waiting * (1 - silent);
    waiting *= silent * (endsInStatement ? 1 - cancelChance(traits, quietMonths) : 1);
  }
  return bought;
};

/** Follows everybody who is still a member, by quiet months at the next statement if they do not come. */
const cancels = (traits: Traits, comes: number, months: readonly Month[]): number => {
  let coming = membersQuietFor(months[0]?.quietMonths ?? 0, comes);
  let lapsed = membersQuietFor(months[0]?.quietMonths ?? 0, 1 - comes);
  let cancelled = 0;
  for (const { from, to, endsInStatement } of months) {
    if (!endsInStatement) break;
    const expected = expectedVisits(traits, from, to);
    const silent = Math.exp(-expected);
    const stillComing = Math.exp(-expected * traits.lapse); // visits that are the last are a thinned Poisson process
    const all = sum(coming);
    coming = coming.map((mass) => mass * silent);
    coming[0]! += all * (stillComing - silent);
    lapsed[0]! += all * (1 - stillComing);
    const stays = (mass: number, quiet: number) => mass * (1 - cancelChance(traits, quiet));
    const members = sum(coming) + sum(lapsed);
    coming = coming.map(stays);
    lapsed = lapsed.map(stays);
    cancelled += members - sum(coming) - sum(lapsed);
    coming = afterOneMonth(coming);
    lapsed = afterOneMonth(lapsed);
  }
  return cancelled;
};

const membersQuietFor = (months: number, mass: number): number[] => {
  const members = new Array<number>(maxQuietMonths + 1).fill(0);
  members[Math.min(months, maxQuietMonths)] = mass;
  return members;
};

/** Beyond `mostQuietMonths` the chance to cancel no longer changes, so the last place gathers the rest. */
const afterOneMonth = (members: readonly number[]): number[] => {
  const later = [0, ...members.slice(0, -1)];
  later[maxQuietMonths]! += members[maxQuietMonths]!;
  return later;
};

const sum = (masses: readonly number[]): number => masses.reduce((total, mass) => total + mass, 0);
