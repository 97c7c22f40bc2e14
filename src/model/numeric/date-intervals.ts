// Interval of a figure at the next date, from the same figure at past dates. Two dates differ because other
// people are observed, which the variance of each figure covers, and because dates differ: in season, in what
// a shop does, in how much is known of its customers. How much they differ is estimated from the past dates
// and, since there are few of them and those within a horizon of each other share days, shrunk to how much
// dates differ in other logs (a hierarchical model, as in meta-analysis).

import type { Interval } from "../../domain/outcome/evaluation.js";
import { student95 } from "./confidence-intervals.js";

export interface DatedFigure {
  landmark: number;
  value: number;
  /** Variance by chance of who was observed. */
  variance: number;
}

export interface DateModel {
  horizonSeconds: number;
  /** Standard deviation between dates in other logs. */
  usualDeviation: number;
  /** Dates that the usual deviation counts as. */
  usualCases: number;
  /** Horizons after which a date counts half. */
  memoryHorizons: number;
  /** The value that figures spread around; absent: their own mean. */
  centre?: number;
}

/**
 * Centre and half-width of the 95 % interval of the next date's figure; `figures` are at least one, in order
 * of time. The next date observes as many people as the newest; `ofPeople` false leaves out the chance of who
 * will be observed.
 */
export const nextDate = (figures: readonly DatedFigure[], model: DateModel, ofPeople = true) => {
  const { centre, between, ofCentre, cases } = spreadOfDates(figures, model);
  const variance = between + ofCentre + (ofPeople ? figures.at(-1)!.variance : 0);
  return { centre, halfWidth: student95(cases) * Math.sqrt(variance) };
};

export const intervalOfNextDate = (figures: readonly DatedFigure[], model: DateModel): Interval => {
  const { centre, halfWidth } = nextDate(figures, model);
  return { low: centre - halfWidth, high: centre + halfWidth };
};

/** The mean over dates like these, with its 95 % interval. */
export const meanOfDates = (
  figures: readonly DatedFigure[],
  model: Omit<DateModel, "centre">,
): Interval & { value: number } => {
  const { centre, ofCentre, cases } = spreadOfDates(figures, model);
  const halfWidth = student95(cases) * Math.sqrt(ofCentre);
  return { value: centre, low: centre - halfWidth, high: centre + halfWidth };
};

/** Variances between dates and of the centre, and how many cases they rest on. */
const spreadOfDates = (figures: readonly DatedFigure[], model: DateModel) => {
  const { usualDeviation, usualCases } = model;
  const newest = figures.at(-1)!;
  const ages = figures.map(({ landmark }) => (newest.landmark - landmark) / model.horizonSeconds);
  const weights = normalised(ages.map((age) => 0.5 ** (age / model.memoryHorizons)));
  const meanOf = (of: (figure: DatedFigure) => number) =>
    figures.reduce((sum, figure, i) => sum + weights[i]! * of(figure), 0);
  const centre = model.centre ?? meanOf(({ value }) => value);
  const dates = independentDates(weights, ages);
  const cases = model.centre === undefined ? Math.max(0, dates - 1) : dates;
  const unbiased = cases === 0 ? 0 : dates / cases;
  const chance = meanOf(({ variance }) => variance);
  const observed = Math.max(0, unbiased * meanOf(({ value }) => (value - centre) ** 2) - chance);
  const between = (usualCases * usualDeviation ** 2 + cases * observed) / (usualCases + cases);
  const ofCentre = model.centre === undefined ? (between + chance) / dates : 0;
  return { centre, between, ofCentre, cases: usualCases + cases };
};

/** Dates within a horizon of each other count as one, and old dates for less. */
const independentDates = (weights: readonly number[], ages: readonly number[]): number =>
  Math.max(
    1,
    Math.min(weights.length, 1 + ages[0]!, 1 / weights.reduce((sum, weight) => sum + weight ** 2, 0)),
  );

const normalised = (weights: readonly number[]): number[] => {
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
};
