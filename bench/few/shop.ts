// Made-up shops with few customers, no two alike: how often people buy and how much they differ, how regularly,
// how easily they stop, whether there is a season, and how long the shop has been open are drawn for each.
// Customers buy at most once a day.

import { chance, gamma, normal, type Random, randomFor } from "../../examples/shop/random.js";

export interface SmallShop {
  horizonDays: number;
  /** Length of the log, in days; the horizon begins after it. */
  days: number;
  /** By customer: the days of purchases before the end of the log, ascending, and whether they buy within the horizon. */
  customers: { purchases: number[]; buys: boolean }[];
}

const least = 24;
const most = 500;
const horizons = [14, 30, 60, 90, 180];
const yearDays = 365.25;

/** Labels of both kinds are wanted at the end, so that a shop can be judged. */
const leastOfEach = 3;

export const drawSmallShop = (seed: number): SmallShop => {
  for (let attempt = 0; ; attempt++) {
    const shop = drawAny(randomFor(seed, attempt));
    const buying = shop.customers.filter(({ buys }) => buys).length;
    if (Math.min(buying, shop.customers.length - buying) >= leastOfEach) return shop;
  }
};

const drawAny = (random: Random): SmallShop => {
  const people = Math.round(between(random, least, most));
  const horizonDays = horizons[Math.floor(random() * horizons.length)]!;
  const days = Math.round(horizonDays * between(random, 4, 16));
  const habits = drawHabits(random, horizonDays);
  const customers = Array.from({ length: people }, () => {
    const joined = Math.floor(days * random() ** habits.crowding);
    const purchases = drawPurchases(random, habits, joined, days + horizonDays);
    return {
      purchases: purchases.filter((day) => day < days),
      buys: purchases.some((day) => day >= days),
    };
  });
  return { horizonDays, days, customers };
};

interface Habits {
  /** Purchases of a usual customer per day, and the deviation of its logarithm. */
  perDay: number;
  deviation: number;
  /** Shape of the times between purchases: 1 is at random, more is more regular. */
  regularity: number;
  /** Mean probability of stopping after the first purchase, and after a later one. */
  stopsAtFirst: number;
  stops: number;
  /** Height of a yearly season, and the day on which it begins. */
  season: number;
  seasonFrom: number;
  /** Above 1, more customers joined early. */
  crowding: number;
}

const drawHabits = (random: Random, horizonDays: number): Habits => ({
  perDay: between(random, 0.1, 3) / horizonDays,
  deviation: between(random, 0.3, 1.5),
  regularity: chance(random, 0.6) ? 1 : between(random, 1, 6),
  stopsAtFirst: chance(random, 0.5) ? 0.7 * random() : 0,
  stops: 0.4 * random(),
  season: chance(random, 0.3) ? 0.7 * random() : 0,
  seasonFrom: yearDays * random(),
  crowding: between(random, 0.5, 2),
});

const drawPurchases = (random: Random, habits: Habits, joined: number, until: number): number[] => {
  const { deviation, regularity, season, seasonFrom } = habits;
  // Purchases are drawn at the height of the season, and those of other days are left out at random.
  const perDay = habits.perDay * Math.exp(deviation * normal(random) - deviation ** 2 / 2) * (1 + season);
  const stops = 2 * habits.stops * random();
  const purchases = [joined];
  if (chance(random, Math.max(stops, habits.stopsAtFirst))) return purchases;
  for (let at = joined; ; ) {
    at += gamma(random, regularity) / regularity / perDay;
    if (at >= until) return purchases;
    const day = Math.floor(at);
    const height = (1 + season * Math.sin((2 * Math.PI * (day - seasonFrom)) / yearDays)) / (1 + season);
    if (day === purchases.at(-1) || !chance(random, height)) continue;
    purchases.push(day);
    if (chance(random, stops)) return purchases;
  }
};

/** Every ratio is as likely as another. */
const between = (random: Random, low: number, high: number): number => low * (high / low) ** random();
