// What nobody sees: how often a person comes, in which season, how soon they lapse, how loosely they hold to the club.
// Lapsing and cancelling lean on what can be seen (category, discounts, returns), so that there is something to learn.

import { chance, gamma, normal, pick, type Random } from "./random.js";

export const categories = ["kitchen", "garden", "books", "clothing", "toys", "gifts"] as const;
type Category = (typeof categories)[number];

export interface Traits {
  /** Visits per day of a year, while the person still comes. */
  ratePerDay: number;
  /** Share of the rate that swings with the year, 0 to below 1. */
  seasonality: number;
  /** Day of the year of most visits. */
  peakDay: number;
  /** Chance that a visit is the last, unseen by anyone. */
  lapse: number;
  /** Chance to leave the club at a statement that follows an order. */
  cancel: number;
  category: Category;
  /** Chances that an order is discounted, bought on the web, or a return. */
  discountShare: number;
  webShare: number;
  returnShare: number;
  /** Median order total. */
  basketDollars: number;
}

/** Log-odds of lapsing, log of the rate of cancelling, and the season that a category adds. */
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
  const leaning = categoryEffects[category];
  const discountShare = random() ** 1.5;
  const returnShare = chance(random, 0.15) ? 0.15 : 0.02;
  return {
    ratePerDay: gamma(random, 1.3) / 1.3 / 65,
    seasonality: leaning.seasonality,
    peakDay: leaning.peakDay + 10 * normal(random),
    lapse: logistic(-1.1 + leaning.lapse + 1.6 * (discountShare - 0.4) + 0.4 * normal(random)),
    cancel: 0.0055 * Math.exp(leaning.cancel + 1.5 * (discountShare - 0.4) + 5 * returnShare),
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
  const swing = (Math.sin(angle(traits, to)) - Math.sin(angle(traits, from))) * (year / (2 * Math.PI));
  return traits.ratePerDay * (to - from + traits.seasonality * swing);
};

// Each month without an order loosens the tie to the club; who has stayed quiet for long has forgotten about it.
const cancelFactorByQuietMonths = [1, 1.7, 2.6, 3.6, 4.4, 3.4, 2.2];
export const maxQuietMonths = cancelFactorByQuietMonths.length - 1;

/** Chance to cancel at a statement after so many whole months without an order. */
export const cancelChance = (traits: Traits, quietMonths: number): number =>
  Math.min(0.5, traits.cancel * cancelFactorByQuietMonths[Math.min(quietMonths, maxQuietMonths)]!);
