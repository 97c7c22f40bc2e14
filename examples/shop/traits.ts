// Hidden traits of a customer: how often and in which season they buy, how soon they lapse, how likely they
// are to leave the club. Lapsing and cancelling depend on category, discounts and returns, which are visible,
// so that there is something to learn.

import { chance, gamma, normal, pick, type Random } from "./random.js";

export const categories = ["kitchen", "garden", "books", "clothing", "toys", "gifts"] as const;
type Category = (typeof categories)[number];

export interface Traits {
  /** Mean visits per day over a year, until the customer lapses. */
  ratePerDay: number;
  /** Seasonal variation as a share of the rate, 0 to below 1. */
  seasonality: number;
  /** Day of the year with most visits. */
  peakDay: number;
  /** Probability that a visit is the last; the shop does not see it. */
  lapse: number;
  /** Probability of leaving the club at a statement after a month with an order. */
  cancel: number;
  category: Category;
  /** Probabilities that an order is discounted, bought on the web, or a return. */
  discountShare: number;
  webShare: number;
  returnShare: number;
  /** Median order total. */
  basketDollars: number;
}

/** Effects of a category on the log-odds of lapsing, on the log rate of cancelling, and on the season. */
const categoryEffects: Record<
  Category,
  { lapse: number; cancel: number; seasonality: number; peakDay: number }
> = {
  kitchen: { lapse: -0.3, cancel: -0.4, seasonality: 0.1, peakDay: 330 },
  garden: { lapse: -0.1, cancel: -0.2, seasonality: 0.8, peakDay: 130 },
  books: { lapse: -0.9, cancel: -0.6, seasonality: 0.2, peakDay: 340 },
  clothing: { lapse: 0.2, cancel: 0.3, seasonality: 0.3, peakDay: 270 },
  toys: { lapse: 0.1, cancel: 0.1, seasonality: 0.6, peakDay: 335 },
  gifts: { lapse: 0.8, cancel: 0.7, seasonality: 0.9, peakDay: 345 },
};

export const drawTraits = (random: Random): Traits => {
  const category = pick(random, categories);
  const effect = categoryEffects[category];
  const discountShare = random() ** 1.5;
  const returnShare = chance(random, 0.15) ? 0.15 : 0.02;
  return {
    ratePerDay: gamma(random, 1.3) / 1.3 / 65,
    seasonality: effect.seasonality,
    peakDay: effect.peakDay + 10 * normal(random),
    lapse: logistic(-1.1 + effect.lapse + 1.6 * (discountShare - 0.4) + 0.4 * normal(random)),
    cancel: 0.0055 * Math.exp(effect.cancel + 1.5 * (discountShare - 0.4) + 5 * returnShare),
    category,
    discountShare,
    webShare: pick(random, [0.1, 0.6, 0.95]),
    returnShare,
    basketDollars: Math.exp(3.6 + 0.5 * normal(random)),
  };
};

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

const year = 365.25;
const angle = (traits: Traits, day: number): number => (2 * Math.PI * (day - traits.peakDay)) / year;

/** Visits per day at a moment, in days since 1970. */
export const rateAt = (traits: Traits, day: number): number =>
  traits.ratePerDay * (1 + traits.seasonality * Math.cos(angle(traits, day)));

/** The integral of `rateAt`. */
export const expectedVisits = (traits: Traits, from: number, to: number): number => {
  const seasonal = (Math.sin(angle(traits, to)) - Math.sin(angle(traits, from))) * (year / (2 * Math.PI));
  return traits.ratePerDay * (to - from + traits.seasonality * seasonal);
};

// Each month without an order makes leaving the club more likely; after long silence members forget about it.
const cancelFactorByQuietMonths = [1, 1.7, 2.6, 3.6, 4.4, 3.4, 2.2];
export const maxQuietMonths = cancelFactorByQuietMonths.length - 1;

/** Probability of cancelling at a statement after some whole months without an order. */
export const cancelChance = (traits: Traits, quietMonths: number): number =>
  Math.min(0.5, traits.cancel * cancelFactorByQuietMonths[Math.min(quietMonths, maxQuietMonths)]!);
