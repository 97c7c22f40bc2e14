// Effect of a campaign: the rate or mean of the people to contact less that of the people held out, with its
// 95 % interval. People were held out at random, so the difference is the effect of the campaign, even if
// some were never reached (intention to treat).
//
//   plain      the difference of the two groups alone; of rates with Newcombe's interval (1998, method 10), which holds for few people
//   adjusted   by the score of each person, which was known before: a line in each group, both read at the mean of all people (Lin 2013),
//              with standard errors of White's kind (HC2). It needs no true model, and is narrower the more the score explains.
//   amounts    sums for each person: nothing for most, and amounts of very different size for those who bought. A group that is held out has few
//              buyers, and where their amounts happen to be small, so does the variance that they show: an interval by its own
//              variance says "more" far too often. So each group's interval is made of Wilson's for the rate of buyers and of the variance
//              of amounts, in which its own mean and variance of an amount count with those of both groups, and the two are combined as Newcombe does
//   treated    the effect on those whom the groups' difference in contacts stands for: the effect divided by that difference (Bloom 1984;
//              Angrist and Imbens 1994), with the error of the ratio
//
// W. Lin (2013), "Agnostic notes on regression adjustments to experimental data", Annals of Applied Statistics 7.

import type { Estimate } from "../../domain/outcome/evaluation.js";
import { student95, wilsonInterval, z95 } from "../numeric/confidence-intervals.js";

/** A row per person. All arrays have the same length. */
export interface Comparison {
  /** 1: held out. */
  isHeldOut: Uint8Array;
  /** Probability, known before the campaign. */
  score: Float64Array;
}

interface Count {
  people: number;
  attained: number;
}

/** Null without people in both groups. */
export const plainRates = (contact: Count, heldOut: Count): Estimate | null => {
  if (contact.people === 0 || heldOut.people === 0) return null;
  const [p, q] = [contact.attained / contact.people, heldOut.attained / heldOut.people];
  const [of, and] = [wilsonInterval(p, contact.people), wilsonInterval(q, heldOut.people)];
  return {
    value: p - q,
    low: p - q - Math.hypot(p - of.low, and.high - q),
    high: p - q + Math.hypot(of.high - p, q - and.low),
  };
};

/**
 * Difference of the groups' mean amounts per person; people without an amount count as 0. Null if a group is
 * empty, or nobody has an amount.
 */
export const plainAmounts = (
  amounts: Float64Array,
  { isHeldOut }: Pick<Comparison, "isHeldOut">,
): Estimate | null => amountDifference(amountsOf(amounts, isHeldOut, 0), amountsOf(amounts, isHeldOut, 1));

/** The same from the sums of each group. */
export const amountDifference = (contact: Amounts, heldOut: Amounts): Estimate | null => {
  const all = addedUp(contact, heldOut);
  if (contact.people === 0 || heldOut.people === 0 || all.buyers === 0) return null;
  const [of, and] = [amountInterval(contact, all), amountInterval(heldOut, all)];
  const value = contact.sum / contact.people - heldOut.sum / heldOut.people;
  return {
    value,
    low: value - Math.hypot(of.below, and.above),
    high: value + Math.hypot(of.above, and.below),
  };
};

/** Amounts of a group as sums. */
export interface Amounts {
  people: number;
  /** People with an amount. */
  buyers: number;
  sum: number;
  /** Sum of the squares of each person's amount. */
  squares: number;
}

const amountsOf = (amounts: Float64Array, isHeldOut: Uint8Array, group: 0 | 1): Amounts => {
  const found = { people: 0, buyers: 0, sum: 0, squares: 0 };
  for (let i = 0; i < amounts.length; i++) {
    if (isHeldOut[i] !== group) continue;
    found.people++;
    if (amounts[i] === 0) continue;
    found.buyers++;
    found.sum += amounts[i]!;
    found.squares += amounts[i]! ** 2;
  }
  return found;
};

const addedUp = (one: Amounts, other: Amounts): Amounts => ({
  people: one.people + other.people,
  buyers: one.buyers + other.buyers,
  sum: one.sum + other.sum,
  squares: one.squares + other.squares,
});

/** Buyers of a group whose own amounts count as much as those of both groups. */
const priorBuyers = 100;

/** Distances of the bounds of a group's mean amount from it. */
const amountInterval = (group: Amounts, all: Amounts): { below: number; above: number } => {
  const { people, buyers } = group;
  const rate = buyers / people;
  const { low, high } = wilsonInterval(rate, people);
  const own = buyers / (buyers + priorBuyers);
  const [ofGroup, ofAll] = [amountFigures(group), amountFigures(all)];
  const mix = (figure: "mean" | "variance") => own * ofGroup[figure] + (1 - own) * ofAll[figure];
  const ofAmounts = (z95 * Math.sqrt(Math.max(1, buyers) * mix("variance"))) / people;
  return {
    below: Math.hypot(mix("mean") * (rate - low), ofAmounts),
    above: Math.hypot(mix("mean") * (high - rate), ofAmounts),
  };
};

/** Mean and variance of the amounts of those who have one. */
const amountFigures = ({ buyers, sum, squares }: Amounts): { mean: number; variance: number } => {
  if (buyers === 0) return { mean: 0, variance: 0 };
  const mean = sum / buyers;
  return { mean, variance: Math.max(0, squares - sum * mean) / Math.max(1, buyers - 1) };
};

/** Null with fewer than three people in either group. */
export const adjusted = (values: Float64Array, { isHeldOut, score }: Comparison): Estimate | null => {
  const centre = meanOf(score);
  const level = (group: 0 | 1) => levelAt(centre, values, score, isHeldOut, group);
  const [contact, heldOut] = [level(0), level(1)];
  if (!contact || !heldOut) return null;
  const variance = contact.variance + heldOut.variance;
  const value = contact.level - heldOut.level;
  if (variance === 0) return { value, low: value, high: value };
  // Satterthwaite (1946).
  const cases =
    variance ** 2 / (contact.variance ** 2 / contact.cases + heldOut.variance ** 2 / heldOut.cases);
  const halfWidth = student95(cases) * Math.sqrt(variance);
  return { value, low: value - halfWidth, high: value + halfWidth };
};

/**
 * The effect for each person who was contacted because of the campaign. Null where contacts hardly differ
 * between the groups, so that the ratio says nothing.
 */
export const treated = (
  values: Float64Array,
  isContacted: Uint8Array,
  comparison: Comparison,
): Estimate | null => {
  const contacts = adjusted(Float64Array.from(isContacted), comparison);
  const effect = adjusted(values, comparison);
  if (!contacts || !effect || contacts.low < minContactDifference) return null;
  const value = effect.value / contacts.value;
  const rest = adjusted(
    values.map((of, i) => of - value * isContacted[i]!),
    comparison,
  )!;
  const halfWidth = (rest.high - rest.low) / 2 / contacts.value;
  return { value, low: value - halfWidth, high: value + halfWidth };
};

/** The same of amounts: bounds of the effect, widened by those of the difference in contacts. */
export const treatedAmounts = (
  amounts: Float64Array,
  isContacted: Uint8Array,
  comparison: Comparison,
): Estimate | null => {
  const contacts = adjusted(Float64Array.from(isContacted), comparison);
  const effect = plainAmounts(amounts, comparison);
  if (!contacts || !effect || contacts.low < minContactDifference) return null;
  const value = effect.value / contacts.value;
  const ofContacts = (value * (contacts.high - contacts.low)) / 2 / contacts.value;
  return {
    value,
    low: value - Math.hypot((effect.value - effect.low) / contacts.value, ofContacts),
    high: value + Math.hypot((effect.high - effect.value) / contacts.value, ofContacts),
  };
};

const minContactDifference = 0.1;

const meanOf = (values: Float64Array): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

interface Level {
  level: number;
  variance: number;
  /** Degrees of freedom. */
  cases: number;
}

/** The line of a group at `centre`, a weighted sum of its values, with the HC2 variance of that sum. */
const levelAt = (
  centre: number,
  values: Float64Array,
  score: Float64Array,
  isHeldOut: Uint8Array,
  group: 0 | 1,
): Level | null => {
  let [people, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < values.length; i++) {
    if (isHeldOut[i] !== group) continue;
    people++;
    sumX += score[i]!;
    sumY += values[i]!;
  }
  if (people < 3) return null;
  const [meanX, meanY] = [sumX / people, sumY / people];
  let [xx, xy] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (isHeldOut[i] !== group) continue;
    xx += (score[i]! - meanX) ** 2;
    xy += (score[i]! - meanX) * (values[i]! - meanY);
  }
  const isFlat = xx < 1e-12 * people;
  const slope = isFlat ? 0 : xy / xx;
  let variance = 0;
  for (let i = 0; i < values.length; i++) {
    if (isHeldOut[i] !== group) continue;
    const distance = isFlat ? 0 : (score[i]! - meanX) / xx;
    const rest = values[i]! - meanY - slope * (score[i]! - meanX);
    const leverage = Math.min(0.999, 1 / people + distance * (isFlat ? 0 : score[i]! - meanX));
    const weight = 1 / people + distance * (centre - meanX);
    variance += (weight ** 2 * rest ** 2) / (1 - leverage);
  }
  return { level: meanY + slope * (centre - meanX), variance, cases: people - (isFlat ? 1 : 2) };
};
