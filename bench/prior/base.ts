// Made-up customer bases from which a prior is learned, no two alike: how often people buy and how much they
// differ, how regularly, how they stop, seasons, how the base grew, and what is predicted. Times are in
// horizons. A base has people at past dates with what they did within a horizon, and people today.

import { chance, gamma, normal, type Random, randomFor } from "../../examples/shop/random.js";
import type { LabelledPurchases } from "../../src/model/propensity/prior-network.js";

export interface CustomerBase {
  horizonDays: number;
  /** At past dates, the newest first. */
  known: LabelledPurchases[];
  /** Today. */
  today: LabelledPurchases[];
}

const horizons = [7, 14, 30, 30, 60, 90, 91, 180, 365];
const most = { people: 600, landmarks: 10, purchases: 3000 };
const least = { people: 24, known: 15, ofEachLabel: 3, today: 10 };
const yearDays = 365.25;

export const drawBase = (seed: number): CustomerBase => {
  for (let attempt = 0; ; attempt++) {
    const base = drawAny(randomFor(seed, attempt));
    if (base) return base;
  }
};

interface Person {
  /** Days with purchases, ascending. */
  days: number[];
  /** For each, whether it is one that counts for the goal, if below its share. */
  draws: number[];
}

const drawAny = (random: Random): CustomerBase | undefined => {
  const people = Math.round(between(random, least.people, most.people));
  const horizonDays = horizons[Math.floor(random() * horizons.length)]!;
  const length = between(random, 2, 16);
  const habits = drawHabits(random);
  const question = drawQuestion(random);
  const customers = Array.from({ length: people }, () => drawPerson(random, habits, length, horizonDays));
  const at = (cutoff: number) => rowsAt(random, customers, question, cutoff, horizonDays);
  const now = Math.floor(length * horizonDays);
  const known: LabelledPurchases[] = [];
  const step = Math.max(7, Math.ceil(horizonDays / 3));
  const first = Math.max(30, horizonDays / 2);
  let landmarks = 0;
  for (let cutoff = now - horizonDays; cutoff >= first && landmarks < most.landmarks; cutoff -= step) {
    known.push(...at(cutoff));
    landmarks++;
  }
  const today = at(now);
  const positives = known.reduce((sum, { label }) => sum + label, 0);
  const ofEach = Math.min(positives, known.length - positives);
  if (known.length < least.known || ofEach < least.ofEachLabel || today.length < least.today)
    return undefined;
  return { horizonDays, known, today };
};

interface Habits {
  /** Purchases of a mean customer in a horizon. */
  rate: number;
  deviation: number;
  /** Shape of the times between purchases: 1 is at random, more is more regular. */
  regularity: number;
  /** Probability of stopping after a purchase: its mean over people, and how alike they are. */
  stops: { mean: number; alike: number };
  /** The same after the first purchase; 0: as after others. */
  stopsAtFirst: number;
  /** Customers who leave in a horizon, whatever they buy. */
  leave: number;
  season: number;
  phase: number;
  /** How much faster people join at the end than at the beginning, as a logarithm. */
  growth: number;
  /** Share of the time in which people join. */
  joining: number;
}

const drawHabits = (random: Random): Habits => ({
  rate: between(random, 0.05, 4),
  deviation: uniform(random, 0.2, 1.5),
  regularity: chance(random, 0.6) ? 1 : between(random, 1, 6),
  stops: {
    mean: chance(random, 0.3) ? 0.01 : uniform(random, 0, 0.5),
    alike: between(random, 1, 30),
  },
  stopsAtFirst: chance(random, 0.5) ? uniform(random, 0, 0.8) : 0,
  leave: chance(random, 0.5) ? between(random, 0.01, 0.5) : 0,
  season: chance(random, 0.4) ? uniform(random, 0, 0.8) : 0,
  phase: random(),
  growth: chance(random, 0.5) ? 0 : uniform(random, -2, 3),
  joining: chance(random, 0.15) ? uniform(random, 0.05, 0.3) : 1,
});

interface Question {
  /** Share of purchases that count for the goal. */
  counting: number;
  /** The goal is to stay away. */
  isAway: boolean;
  /** Present: the goal has nothing to do with purchases, and is reached by this share. */
  unrelated: number | undefined;
  /** Horizons since the last purchase after which nobody is predicted. */
  active: number;
}

const drawQuestion = (random: Random): Question => {
  const counting = chance(random, 0.25) ? uniform(random, 0.15, 1) : 1;
  const isAway = chance(random, 0.35);
  const isUnrelated = chance(random, 0.03);
  const active = chance(random, 0.3) ? uniform(random, 1, 3) : Number.POSITIVE_INFINITY;
  const share = random();
  return { counting, isAway, unrelated: isUnrelated ? share : undefined, active };
};

const drawPerson = (random: Random, habits: Habits, length: number, horizonDays: number): Person => {
  const { deviation, regularity, season, phase } = habits;
  const rate = habits.rate * Math.exp(deviation * normal(random) - deviation ** 2 / 2);
  const stops = beta(random, Math.max(0.005, habits.stops.mean), habits.stops.alike);
  const joined = joiningShare(random(), habits.growth) * habits.joining * length;
  const leaves =
    habits.leave > 0
      ? joined - Math.log(1 - random()) / (habits.leave * Math.exp(0.5 * normal(random)))
      : Number.POSITIVE_INFINITY;
  const person: Person = { days: [], draws: [] };
  // Purchases are drawn at the height of the season, and those of other days are left out at random.
  const height = (time: number) =>
    1 + season * Math.sin(2 * Math.PI * ((time * horizonDays) / yearDays + phase));
  let isFirst = true;
  let time = joined;
  for (let drawn = 0; time < length + 1 && drawn < most.purchases; drawn++) {
    const day = Math.floor(time * horizonDays);
    if (isFirst || random() < height(time) / (1 + season)) {
      if (person.days.at(-1) !== day) {
        person.days.push(day);
        person.draws.push(random());
      }
      if (chance(random, isFirst ? Math.max(stops, habits.stopsAtFirst) : stops)) break;
      isFirst = false;
    }
    const gap = regularity === 1 ? -Math.log(1 - random()) : gammaOf(random, regularity) / regularity;
    time += gap / (rate * (1 + season));
    if (time > leaves) break;
  }
  return person;
};

const rowsAt = (
  random: Random,
  customers: readonly Person[],
  { counting, isAway, unrelated, active }: Question,
  cutoff: number,
  horizonDays: number,
): LabelledPurchases[] =>
  customers.flatMap(({ days, draws }) => {
    const past = days.filter((day) => day < cutoff).length;
    if (past === 0) return [];
    const sinceLast = cutoff - days[past - 1]!;
    if (sinceLast > active * horizonDays) return [];
    const reaches = days.some((day, i) => i >= past && day < cutoff + horizonDays && draws[i]! < counting);
    const isReached = unrelated === undefined ? reaches : random() < unrelated;
    return [{ days: past, sinceLast, sinceFirst: cutoff - days[0]!, label: Number(isReached !== isAway) }];
  });

/** When somebody joins, at a share of all people. */
const joiningShare = (share: number, growth: number): number =>
  growth === 0 ? share : Math.log(1 + share * (Math.exp(growth) - 1)) / growth;

const uniform = (random: Random, low: number, high: number): number => low + (high - low) * random();

/** Every ratio is as likely as another. */
const between = (random: Random, low: number, high: number): number =>
  Math.exp(uniform(random, Math.log(low), Math.log(high)));

/** Gamma of any shape. */
const gammaOf = (random: Random, shape: number): number =>
  shape >= 1 ? gamma(random, shape) : gamma(random, shape + 1) * random() ** (1 / shape);

/** Beta of a mean and a size, the sum of its two parameters. */
const beta = (random: Random, mean: number, size: number): number => {
  const a = gammaOf(random, Math.max(0.05, mean * size));
  const b = gammaOf(random, Math.max(0.05, (1 - mean) * size));
  return a / (a + b);
};
