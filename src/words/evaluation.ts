// Results of an evaluation as sentences: the headline, how the test was done, how the model compares with
// simple rules, and whether its probabilities are right.

import { literate } from "../domain/outcome/features/naming.js";
import { levelOf } from "../domain/outcome/level.js";
import type { OutcomeResult } from "../domain/outcome/outcome.js";
import { isSmallData, maxBlended } from "../domain/outcome/small-data.js";
import type { Bounds, Formatter, Moment } from "./format.js";
import { english } from "./format.js";
import { type Horizon, horizonPhrase, horizonWords } from "./horizons.js";
import { candidateLabel, candidatePhrase, type MetricLabel } from "./labels.js";
import { levelSentence } from "./level.js";
import { listed, lowered, people } from "./plural.js";

export interface DecileFigures {
  people: number;
  expected: number;
  attained: number;
  rate_low: number;
  rate_high: number;
}

export interface HeadlineFigures {
  attainment: string;
  /** Null: everyone known. */
  eligible: string | null;
  /** Name of the cohort that the tested people were in by their events within the horizon; absent: all are tested. */
  active?: string | undefined;
  people: number;
  rate: number;
  deciles: readonly DecileFigures[];
  /** Null: learned without dates. */
  testDay: Moment | null;
  /** Of the prediction that was tested. */
  horizon: Omit<Horizon, "data_through">;
}

/**
 * "12 % of 2,085 people in “Customers” entered “Repeat purchasers” within 112 days of 5 March 2025. The top
 * 10 %: 33 %. …"
 */
export const evaluationHeadline = (figures: HeadlineFigures, format: Formatter = english): string => {
  const { attainment, eligible, rate, deciles, testDay, horizon } = figures;
  const active = figures.active === undefined ? "" : ` who were active (“${figures.active}”)`;
  const who = `${people(figures.people, format)}${eligible === null ? "" : ` in “${eligible}”`}${active}`;
  const what =
    testDay === null
      ? `are in “${attainment}”`
      : `entered “${attainment}” ${testedWithin(horizon, testDay, format)}`;
  const level = levelOf(deciles);
  const off = level.isOff ? ` ${levelSentence(level, format)}` : "";
  return `${format.percent(rate)} of ${who} ${what}. ${extremes(deciles, format)}${off}`;
};

/** "within 112 days of 5 March 2025"; a calendar period is named by its last day. */
const testedWithin = (horizon: Omit<Horizon, "data_through">, testDay: Moment, format: Formatter): string =>
  horizon.horizon_through === undefined
    ? `${horizonPhrase(horizon, format)} of ${format.day(testDay)}`
    : `after ${format.day(testDay)} ${horizonWords({ ...horizon, data_through: testDay }, format)}`;

/** The headline of a stored result. `eligible` is null for everyone known. */
export const resultHeadline = (
  { mode, performance, deciles, test_landmark, ...horizon }: OutcomeResult,
  { attainment, eligible, active }: Pick<HeadlineFigures, "attainment" | "eligible" | "active">,
): string =>
  evaluationHeadline({
    attainment,
    eligible,
    active,
    people: performance.model.people,
    rate: performance.model.base_rate,
    deciles,
    testDay: mode === "static" || test_landmark === null ? null : test_landmark * 1000,
    horizon,
  });

const extremes = (deciles: readonly DecileFigures[], { percent }: Formatter): string => {
  const [top, bottom] = [deciles[0], deciles.at(-1)];
  if (!top || !bottom || top === bottom) return "The model gives everyone the same probability.";
  const rate = ({ attained, people: count }: DecileFigures) => percent(attained / count);
  return `Among the top 10 % by probability: ${rate(top)}. Among the bottom 10 %: ${rate(bottom)}.`;
};

export interface TestFigures {
  mode: "point_in_time" | "static";
  tested_on: string;
  testDay: Moment | null;
}

/** Summary of how the test was done, and how far its figures can be trusted. */
export const testSummary = (
  { mode, tested_on, testDay }: TestFigures,
  format: Formatter = english,
): string => {
  if (mode === "static")
    return (
      "The model learned without dates, so it finds people who are similar to those who reached the goal, not people who will. " +
      "It was tested on people it had not seen, as of the same day, so the test is no forecast."
    );
  const day = testDay === null ? "the newest day" : format.day(testDay);
  if (tested_on === "later dates")
    return (
      `Tested on people as they were known on ${day}. The model was made as today's is, from what was known on that day, so the ` +
      "test shows what would have been delivered then."
    );
  return tested_on === "later dates and other people"
    ? `Tested on people as they were known on ${day}. The model learned only from earlier days whose results were known by then, ` +
        "and never from the people it was tested on."
    : `Tested on people as they were known on ${day}. The history is too short to hold back later dates: the model had not seen ` +
        "the people it was tested on, but it had seen others on the same days. Expect slightly worse results in future.";
};

/** Until when the model has learned, and when it is fitted again; null without dates. */
export const refitSummary = (
  learnedThrough: Moment | null | undefined,
  refitAt: Moment | null | undefined,
  { day }: Formatter = english,
): string | null =>
  learnedThrough && refitAt
    ? `The model learned from events before ${day(learnedThrough)}. New events change the probabilities at once, and the model itself is ` +
      `fitted again when the data reach ${day(refitAt)}, or earlier when older events change.`
    : null;

/** Consequence of few people for the model; null for many, or where their number is not known. */
export const smallDataSummary = (count: number | undefined, format: Formatter = english): string | null =>
  count !== undefined && Number.isFinite(maxBlended(count))
    ? `There are only ${people(count, format)} to learn from, so ${smallModel(count)}. Expect wide intervals. More history or more ` +
      "customers narrow them."
    : null;

const smallModel = (count: number): string =>
  isSmallData(count)
    ? "the model is a simple one that stays close to the average"
    : "the model is a single method or the mean of two, and never of more";

const maxPeriods = 5;

/** Which groups of people the model learns from, or null where nothing names any. */
export const groupSummary = (
  groups: readonly { stream: string; name: string; helps: boolean; helps_values?: boolean | undefined }[],
): string | null => {
  if (groups.length === 0) return null;
  const named = (of: typeof groups) => listed(of.map(({ name }) => literate(name)));
  const [used, unused] = [
    groups.filter(({ helps, helps_values }) => helps || helps_values),
    groups.filter(({ helps, helps_values }) => !helps && !helps_values),
  ];
  const lines = [
    used.length > 0 &&
      `What others with the same ${named(used)} did is an input: at earlier dates it told more of people than their own past alone.`,
    unused.length > 0 &&
      `What others with the same ${named(unused)} did was no input: at earlier dates it told no more of people than their own past.`,
  ];
  return lines.filter((line) => line !== false).join(" ");
};

/** What the features of a group are about, beside the name by which they are excluded. */
export const groupInput = (name: string): string => `what others with the same ${literate(name)} did`;

/** The periods left out of training, or null for none. `until` is exclusive. */
export const quietSummary = (
  periods: readonly { from: Moment; until: Moment }[],
  format: Formatter = english,
): string | null => {
  if (periods.length === 0) return null;
  const shown = periods
    .slice(-maxPeriods)
    .map(({ from, until }) => `${format.day(from)} to ${format.day(new Date(until).getTime() - dayMs)}`);
  const more = periods.length - shown.length;
  const list = more > 0 ? [`${format.count(more)} earlier`, ...shown] : shown;
  return `Left out, because hardly anything happened: ${listed(list)}. No row looks forward into these days.`;
};

const dayMs = 86_400_000;

export const calibrationMethod = (method: string, tested_on: string): string => {
  if (method === "level" && tested_on === "other people")
    return "The level of the probabilities is that of the newest past date, because the history is too short to test it at earlier ones.";
  if (method === "identity")
    return "The probabilities are not corrected: at earlier dates, no correction would have made them better.";
  const what = method === "level" ? "level of the probabilities was moved" : "probabilities were corrected";
  return `The ${what}${method === "level" ? "" : ` (${method} calibration)`}, because that would have made them better at earlier dates.`;
};

export interface OriginCounts {
  landmark: Moment;
  people: number;
  expected: number;
  attained: number;
  auc: number;
}

/**
 * "Made as today on 3 earlier dates: AUC 0.71 to 0.74; expected 96 % to 113 % of those who reached the goal."
 * Null for fewer than two.
 */
export const originSummary = (
  origins: readonly OriginCounts[],
  { count, fixed, percent, range }: Formatter = english,
): string | null => {
  const known = origins.filter(({ attained }) => attained > 0);
  if (known.length < 2) return null;
  const bounds = (values: number[]) => ({ low: Math.min(...values), high: Math.max(...values) });
  const auc = range(bounds(known.map((origin) => origin.auc)), (value) => fixed(value, 2));
  const ratio = range(bounds(known.map(({ expected, attained }) => expected / attained)), percent);
  return `Made as today on ${count(known.length)} past dates: AUC ${auc}; the expected number was ${ratio} of the actual one.`;
};

export interface Difference extends Bounds {
  value: number;
}

/**
 * "Log loss compared with the best simple rule (ranking by recency only): −0.0400 (95 % interval −0.0600 to
 * −0.0200). …"
 */
export const differenceSentence = (
  { label, isHigherBetter, showExact }: MetricLabel,
  rule: string,
  { value, low, high }: Difference,
  format: Formatter = english,
): string => {
  const signed = (bound: number) => `${bound < 0 ? "−" : "+"}${showExact(Math.abs(bound), format)}`;
  const figures = format.withInterval(value, { low, high }, signed);
  const isSure = low > 0 || high < 0;
  const verdict = isSure
    ? `The model is ${value > 0 === isHigherBetter ? "better" : "worse"} on this metric.`
    : "The interval includes 0, so the difference may be chance.";
  return `${label} compared with the best simple rule (${candidatePhrase(rule)}): ${figures}. ${verdict}`;
};

/** "logistic regression (70 %) and gradient-boosted trees (30 %)", the largest share first. */
export const blendText = (
  blend: Readonly<Record<string, number>>,
  { percent }: Formatter = english,
): string =>
  listed(
    Object.entries(blend)
      .sort(([, a], [, b]) => b - a)
      .map(([name, share]) => `${lowered(candidateLabel(name))} (${percent(share)})`),
  );

/** "In 8 of 10 groups, the expected rate lies within the 95 % interval of the actual rate." */
export const calibrationSummary = (deciles: readonly DecileFigures[]): string => {
  const within = deciles.filter(({ people: count, expected, rate_low, rate_high }) => {
    const rate = expected / count;
    return rate_low <= rate && rate <= rate_high;
  }).length;
  return `In ${within} of ${deciles.length} groups, the expected rate lies within the 95 % interval of the actual rate.`;
};

export interface CurvePoint {
  x: number;
  y: number;
  y_min: number;
  y_max: number;
}

export const curveBounds = ({ y_min, y_max }: CurvePoint): Bounds => ({ low: y_min, high: y_max });

/** "In the newest test, the top 10 % converted 2.5 times as often as average." */
export const liftSummary = ({ x, y }: CurvePoint, format: Formatter = english): string =>
  `In the newest test, the top ${format.percent(x)} converted ${format.times(y)} as often as average.`;

/** Days since the first event; the end is exclusive. */
export interface TenureSpan {
  tenure_start: number;
  tenure_end?: number | null | undefined;
}

/** "0 to 29 days", "180 days or more" */
export const tenureLabel = (
  { tenure_start, tenure_end }: TenureSpan,
  { count }: Formatter = english,
): string =>
  tenure_end === undefined || tenure_end === null
    ? `${count(tenure_start)} days or more`
    : `${count(tenure_start)} to ${count(tenure_end - 1)} days`;

/** On an axis: "0–29", "180+". */
export const tenureTick = (
  { tenure_start, tenure_end }: TenureSpan,
  { count }: Formatter = english,
): string =>
  tenure_end === undefined || tenure_end === null
    ? `${count(tenure_start)}+`
    : `${tenure_start}–${tenure_end - 1}`;

interface RankedFeature {
  name: string;
  literate: string;
  importance: number;
}

const perTenure = 4;

/** The most important features of any span, the most important first, each with its importance in every span. */
export const featuresByTenure = <S extends TenureSpan & { features: readonly RankedFeature[] }>(
  spans: readonly S[],
): { feature: RankedFeature; importances: { span: S; importance: number }[] }[] => {
  const top = new Map<string, RankedFeature>();
  for (const feature of spans.flatMap(({ features }) => features.slice(0, perTenure)))
    if (feature.importance > (top.get(feature.name)?.importance ?? 0)) top.set(feature.name, feature);
  return [...top.values()]
    .sort((a, b) => b.importance - a.importance || (a.name < b.name ? -1 : 1))
    .map((feature) => ({
      feature,
      importances: spans.map((span) => ({
        span,
        importance: span.features.find(({ name }) => name === feature.name)?.importance ?? 0,
      })),
    }));
};

export const mitigationMeanings: Readonly<Record<"none" | "equality" | "equity", string>> = {
  none: "",
  equality: "Each group is selected in proportion to its share, however many people are selected.",
  equity: "The bias is reversed: a group with higher probabilities is selected less often.",
};

/** "age, gender (trait sex)" */
export const dimensionList = (traits: readonly { dimension: string; trait: string }[]): string =>
  listed(
    traits.map(({ dimension, trait }) => (dimension === trait ? dimension : `${dimension} (trait ${trait})`)),
  );
