// Bayes-optimal prediction for a customer of the sample shop: the best that is possible from the customer's
// history. The model of the shop is known, the traits of the customer are not. Traits are sampled as the shop
// draws them, weighted by the likelihood of the history, and their true probabilities averaged (importance
// sampling; Robert and Casella 2004, chapter 3).

import type { Field } from "../../examples/shop/csv.js";
import { type Life, statementDays } from "../../examples/shop/life.js";
import { randomFor } from "../../examples/shop/random.js";
import { orderColumns, ownCategoryChance } from "../../examples/shop/rows.js";
import {
  cancelChance,
  categories,
  drawTraits,
  expectedVisits,
  maxQuietMonths,
  rateAt,
  type Traits,
} from "../../examples/shop/traits.js";
import { type Truth, truthOf } from "../../examples/shop/truth.js";

/** Four times as many raise the AUC by 0.0003. */
const sampleSize = 1000;
/** Samples with a lower weight, relative to the highest, are left out. */
const negligible = 1e-4;

/** Traits as the shop draws them. */
export const sampleTraits = (seed: number): Traits[] =>
  Array.from({ length: sampleSize }, (_, i) => drawTraits(randomFor(seed, i)));

/** `orders` are the rows of the life's visits; days are since 1970. */
export const optimalPrediction = (
  samples: readonly Traits[],
  life: Life,
  orders: readonly Field[][],
  now: number,
  horizonDays: number,
): Truth => {
  if (life.cancelledAt !== null) return { buys: 0, cancels: 0 };
  const history = {
    visits: life.visits,
    now,
    quiet: quietStatements(life, now),
    orders: countOrders(orders),
  };
  const logs = samples.map((traits) => logLikelihood(traits, history));
  const max = logs.reduce((a, b) => Math.max(a, b));
  const mean = { buys: 0, cancels: 0 };
  let total = 0;
  samples.forEach((traits, i) => {
    const weight = Math.exp(logs[i]! - max);
    if (weight < negligible) return;
    const truth = truthOf(traits, life, now, horizonDays);
    mean.buys += weight * truth.buys;
    mean.cancels += weight * truth.cancels;
    total += weight;
  });
  return { buys: mean.buys / total, cancels: mean.cancels / total };
};

interface History {
  visits: number[];
  now: number;
  /** By quiet months: number of statements at which the member did not leave. */
  quiet: number[];
  orders: OrderCounts;
}

interface OrderCounts {
  all: number;
  discounted: number;
  returned: number;
  /** In the order of `categories`. */
  ofCategory: number[];
}

/** Up to a constant. */
const logLikelihood = (traits: Traits, { visits, now, quiet, orders }: History): number => {
  const [first, last] = [visits[0]!, visits.at(-1)!];
  const silence = Math.exp(-expectedVisits(traits, last, now));
  const visited =
    visits.reduce((sum, day) => sum + Math.log(rateAt(traits, day)), 0) - Math.log(rateAt(traits, first));
  const stayed = quiet.reduce(
    (sum, count, months) => sum + count * Math.log(1 - cancelChance(traits, months)),
    0,
  );
  return (
    visited -
    expectedVisits(traits, first, last) +
    (visits.length - 1) * Math.log(1 - traits.lapse) +
    Math.log(traits.lapse + (1 - traits.lapse) * silence) +
    stayed +
    ofOrders(traits, orders)
  );
};

/** The first order is never a return. */
const ofOrders = (traits: Traits, { all, discounted, returned, ofCategory }: OrderCounts): number => {
  const other = (1 - ownCategoryChance) / categories.length;
  const own = ofCategory[categories.indexOf(traits.category)]!;
  return (
    binomial(discounted, all, traits.discountShare) +
    binomial(returned, all - 1, traits.returnShare) +
    own * Math.log(ownCategoryChance + other) +
    (all - own) * Math.log(other)
  );
};

const binomial = (hits: number, of: number, chance: number): number =>
  hits * Math.log(chance) + (of - hits) * Math.log(1 - chance);

const quietStatements = ({ visits }: Life, now: number): number[] => {
  const joined = visits[0]!;
  const counts = new Array<number>(maxQuietMonths + 1).fill(0);
  let lastMonth = 0;
  for (let number = 1, next = 1; joined + number * statementDays < now; number++) {
    while (next < visits.length && visits[next]! < joined + number * statementDays)
      lastMonth = Math.floor((visits[next++]! - joined) / statementDays);
    counts[Math.min(number - 1 - lastMonth, maxQuietMonths)]!++;
  }
  return counts;
};

const countOrders = (orders: readonly Field[][]): OrderCounts => {
  const column = (name: (typeof orderColumns)[number]) => {
    const place = orderColumns.indexOf(name);
    return orders.map((row) => row[place]!);
  };
  const ofCategories = column("product_category");
  return {
    all: orders.length,
    discounted: column("discount").filter((discount) => Number(discount) > 0).length,
    returned: column("total").filter((total) => Number(total) < 0).length,
    ofCategory: categories.map((category) => ofCategories.filter((one) => one === category).length),
  };
};
