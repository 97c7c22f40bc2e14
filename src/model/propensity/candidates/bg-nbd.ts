// BG/NBD, the buy-till-you-die model of Fader, Hardie and Lee (2005): customers buy at random at their own
// rate until they silently drop out. Rates are gamma distributed (r, α) over customers. After each purchase,
// a customer drops out with a probability that is beta distributed (a, b). In the modified model (Batislam,
// Denizel and Filiztekin 2007) this may already happen after the first purchase. The variant with the higher
// likelihood is used.
//
// A history is x repeat purchases, the last of them t_x after the first, observed for T since the first. For
// a customer who is still active, purchases in the next t are Poisson with a rate that is gamma (r + x, α +
// T), so that
//
//   P(any in t) = P(active) · (1 − ((α + T) / (α + T + t))^(r + x))
//
// The expected number of purchases would need Gauss's hypergeometric function; the probability of any needs none.
//
// As a candidate for an outcome, the log-odds of a purchase within the horizon pass through a linear
// function: staying away is the same prediction with the opposite sign, and the rate of purchases is not that
// of the outcome.

import { openLinearKernel } from "../../numeric/linear-kernel.js";
import { fitLogisticRegression } from "../../numeric/logistic-regression.js";
import { minimise } from "../../numeric/nelder-mead.js";
import { logBeta, logGamma } from "../../numeric/special-functions.js";
import { type LabelledFrame, newestLandmark, rowsAt } from "../rows.js";
import type { Candidate } from "./candidate.js";
import { contributionsOfFew } from "./few-features.js";

/** One entry per customer; times in days; NaN where unknown. */
export interface PurchaseHistories {
  repeats: Float32Array;
  lastAfterDays: Float32Array;
  seenDays: Float32Array;
}

export interface BgNbd {
  r: number;
  /** In days. */
  alpha: number;
  a: number;
  b: number;
  /** Whether a customer may drop out after the first purchase. */
  dropsAtFirst: boolean;
}

/** More customers change the parameters less than chance does. */
const maxCustomers = 4000;
/**
 * Prior deviation of ln r, ln α, ln a and ln b. Far weaker than a hundred customers; it keeps parameters
 * finite that the data do not determine.
 */
const priorDeviation = 3;

/** Parameters of maximum likelihood. Some histories must be known, some of them with repeat purchases. */
export const fitBgNbd = (histories: PurchaseHistories): BgNbd => {
  const known = knownOf(histories);
  const likelihood = likelihoodOf(known);
  const typicalDays = known.seenDays.reduce((sum, t) => sum + t, 0) / known.seenDays.length || 1;
  const fits = [false, true].map((dropsAtFirst) => {
    const lossAt = (at: number[]) => {
      const prior = at.reduce((sum, x) => sum + x ** 2 / (2 * priorDeviation ** 2), 0);
      return prior - likelihood(parametersOf(at, typicalDays, dropsAtFirst));
    };
    const at = minimise(lossAt, [0, 0, 0, 0], 0.5);
    return { loss: lossAt(at), model: parametersOf(at, typicalDays, dropsAtFirst) };
  });
  return fits.reduce((best, fit) => (fit.loss < best.loss ? fit : best)).model;
};

/** Limit of log-odds: many purchases followed by a long silence would give an extreme certainty. */
const maxLogOdds = 20;

/** Log-odds of at least one purchase in the next `days`; NaN where the history is unknown. */
export const purchaseLogOdds = (model: BgNbd, histories: PurchaseHistories, days: number): Float64Array =>
  Float64Array.from(histories.repeats, (x, i) => {
    const [last, seen] = [histories.lastAfterDays[i]!, histories.seenDays[i]!];
    const silence = -(model.r + x) * Math.log1p(days / (model.alpha + seen));
    const logOdds =
      Math.log1p(-Math.exp(silence)) - logAddExp(droppedOutLogOdds(model, x, last, seen), silence);
    return Math.min(maxLogOdds, Math.max(-maxLogOdds, logOdds));
  });

/** Log-odds of having dropped out, given the history. */
export const droppedOutLogOdds = (model: BgNbd, x: number, last: number, seen: number): number =>
  droppingOutLogOdds(model, x) + (model.r + x) * Math.log((model.alpha + seen) / (model.alpha + last));

/** The part of it that does not depend on time. */
const droppingOutLogOdds = ({ a, b, dropsAtFirst }: BgNbd, x: number): number => {
  const chances = x + (dropsAtFirst ? 1 : 0);
  return chances === 0 ? Number.NEGATIVE_INFINITY : Math.log(a / (b + chances - 1));
};

/** ln(eˣ + eʸ); either term may be 0. */
const logAddExp = (x: number, y: number): number => {
  const larger = Math.max(x, y);
  return larger + Math.log1p(Math.exp(Math.min(x, y) - larger));
};

export const logLikelihood = (model: BgNbd, histories: PurchaseHistories): number =>
  likelihoodOf(histories)(model);

/**
 * The log-likelihood of these histories for any parameters. What depends on the number of purchases alone is
 * computed once for each.
 */
const likelihoodOf = ({ repeats, lastAfterDays, seenDays }: PurchaseHistories) => {
  const customers = repeats.length;
  const distinct = [...new Set(repeats)];
  const placeOf = new Map(distinct.map((count, place) => [count, place]));
  const even = customers + (customers % 2);
  const { memory, kernel } = openLinearKernel({
    place: ["i32", even],
    last: ["f64", even],
    seen: ["f64", even],
    weight: ["f64", even],
    counts: ["f64", distinct.length],
    dropped: ["f64", distinct.length],
  });
  memory.place.set(repeats.map((count) => placeOf.get(count)!));
  memory.last.set(lastAfterDays);
  memory.seen.set(seenDays);
  memory.weight.fill(1, 0, customers);
  memory.counts.set(distinct);
  const having = new Float64Array(distinct.length);
  for (const count of repeats) having[placeOf.get(count)!]!++;
  return (model: BgNbd): number => {
    memory.dropped.set(distinct.map((count) => droppingOutLogOdds(model, count)));
    const { place, last, seen, weight, counts, dropped } = memory;
    const ofTimes = kernel.sumOfHistories(
      ...[place.byteOffset, last.byteOffset, seen.byteOffset, weight.byteOffset, even],
      ...[counts.byteOffset, dropped.byteOffset, model.r, model.alpha],
    );
    return distinct.reduce((sum, count, at) => sum + having[at]! * ofCount(model, count), ofTimes);
  };
};

/** The part of a customer's log-likelihood that does not depend on time. */
const ofCount = ({ r, alpha, a, b, dropsAtFirst }: BgNbd, x: number): number => {
  const staying = logBeta(a, b + x + (dropsAtFirst ? 1 : 0)) - logBeta(a, b);
  return logGamma(r + x) - logGamma(r) + r * Math.log(alpha) + staying;
};

const parametersOf = (at: number[], typicalDays: number, dropsAtFirst: boolean): BgNbd => {
  const [r, alpha, a, b] = at.map((x) => Math.exp(Math.min(20, Math.max(-20, x)))) as [
    number,
    number,
    number,
    number,
  ];
  return { r, alpha: alpha * typicalDays, a, b, dropsAtFirst };
};

const knownOf = ({ repeats, lastAfterDays, seenDays }: PurchaseHistories): PurchaseHistories => {
  const known = Int32Array.from(repeats.keys()).filter((i) => seenDays[i]! >= 0 && repeats[i]! >= 0);
  const step = Math.max(1, known.length / maxCustomers);
  const count = Math.min(known.length, maxCustomers);
  const taken = Int32Array.from({ length: count }, (_, i) => known[Math.floor(i * step)]!);
  const of = (values: Float32Array) => Float32Array.from(taken, (i) => values[i]!);
  return { repeats: of(repeats), lastAfterDays: of(lastAfterDays), seenDays: of(seenDays) };
};

export interface BgNbdModel {
  kind: "purchases";
  /** Indices of days with purchases, days since the last, days since the first. */
  features: number[];
  horizonDays: number;
  purchases: BgNbd;
  intercept: number;
  slope: number;
  /** Log-odds added for people without a purchase. */
  missing: number;
}

export const bgNbd: Candidate<"bg_nbd", BgNbdModel> = {
  name: "bg_nbd",
  kind: "purchases",
  isBaseline: false,
  isNarrow: true,
  isForFew: true,
  isPossible: (_, { visits }) => visits.length > 0,
  fit: (frame, { visits, horizonDays }) => fitBgNbdModel(frame, visits, horizonDays),
  predict: (fitted, columns) => predictBgNbdModel(fitted, columns),
  /** Each of its features is meaningless without the others. */
  importances: ({ features }, count) =>
    Float64Array.from({ length: count }, (_, f) => (features.includes(f) ? 1 / features.length : 0)),
  contributions: (fitted, columns, rows, reference) =>
    contributionsOfFew(fitted.features, (seen) => predictBgNbdModel(fitted, seen), columns, rows, reference),
};

/** Below this number of people with repeat purchases, the frequency and duration of buying cannot be estimated. */
const minRepeatBuyers = 20;

/** Whether enough people have bought again by the newest landmark. */
export const hasRepeatBuyers = (frame: LabelledFrame, [days]: readonly number[]): boolean => {
  if (days === undefined) return false;
  const { columns } = rowsAt(frame, newestLandmark(frame));
  return columns[days]!.reduce((count, n) => count + (n > 1 ? 1 : 0), 0) >= minRepeatBuyers;
};

const l2 = 1;

/**
 * Histories at the newest landmark include those at earlier ones, so they fit the purchases; labels of all
 * rows fit the line.
 */
export const fitBgNbdModel = (frame: LabelledFrame, features: number[], horizonDays: number): BgNbdModel => {
  const newest = rowsAt(frame, newestLandmark(frame));
  const purchases = fitBgNbd(historiesOf(newest.columns, features));
  const logOdds = purchaseLogOdds(purchases, historiesOf(frame.columns, features), horizonDays);
  const known = logOdds.map((s) => (Number.isNaN(s) ? 0 : s));
  const isMissing = logOdds.map((s) => (Number.isNaN(s) ? 1 : 0));
  const { intercept, coefficients } = fitLogisticRegression([known, isMissing], frame.label, l2);
  const [slope, missing] = coefficients as unknown as [number, number];
  return { kind: "purchases", features, horizonDays, purchases, intercept, slope, missing };
};

/** Log-odds, one per row. */
export const predictBgNbdModel = (model: BgNbdModel, columns: Float32Array[]): Float64Array =>
  purchaseLogOdds(model.purchases, historiesOf(columns, model.features), model.horizonDays).map(
    (s) => model.intercept + (Number.isNaN(s) ? model.missing : model.slope * s),
  );

/** Several purchases on one day count as one. */
export const historiesOf = (columns: Float32Array[], features: readonly number[]): PurchaseHistories => {
  const [days, recency, tenure] = features.map((f) => columns[f]!) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return {
    repeats: days.map((n) => (n >= 1 ? n - 1 : Number.NaN)),
    lastAfterDays: tenure.map((t, i) => Math.max(0, t - recency[i]!)),
    seenDays: tenure,
  };
};
