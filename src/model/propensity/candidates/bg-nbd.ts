// Customers who buy by chance at a rate of their own until they silently drop out (BG/NBD: Fader, Hardie and Lee 2005). Rates
// are gamma distributed (r, α) over customers; after each purchase a customer drops out with a chance that is beta
// distributed (a, b). In the modified model (Batislam, Denizel and Filiztekin 2007) that may be after the first purchase
// already; whichever makes the histories likelier is used.
//
// A history is x repeat purchases, the last of them t_x after the first, seen for T since the first. Of one who is still
// there, purchases in the next t are Poisson with a rate that is gamma (r + x, α + T), so that
//
//   P(any in t) = P(still there) · (1 − ((α + T) / (α + T + t))^(r + x))
//
// Counting how many would take Gauss's hypergeometric function; whether there is any takes none.

import { logBeta, logGamma } from "../../numeric/gamma.js";
import { fitLogisticRegression } from "../../numeric/logistic-regression.js";
import { minimise } from "../../numeric/nelder-mead.js";
import { type LabelledFrame, newestLandmark, rowsAt } from "../rows.js";

/** One entry per customer; times in days. NaN where nothing is known. */
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
  /** Whether a customer may drop out after the first purchase already. */
  dropsAtFirst: boolean;
}

/** More customers, evenly taken, move the parameters less than chance does. */
const maxCustomers = 4000;
/** Of ln r, ln α, ln a and ln b, far weaker than a hundred customers: keeps what nothing tells from running away. */
const priorDeviation = 3;

/** The most likely parameters; there must be customers with known histories, and some with repeat purchases. */
export const fitBgNbd = (histories: PurchaseHistories): BgNbd => {
  const known = knownOf(histories);
  const typical = known.seenDays.reduce((sum, t) => sum + t, 0) / known.seenDays.length || 1;
  const fits = [false, true].map((dropsAtFirst) => {
    const lossAt = (at: number[]) => {
      const prior = at.reduce((sum, x) => sum + x ** 2 / (2 * priorDeviation ** 2), 0);
      return prior - logLikelihood(parametersOf(at, typical, dropsAtFirst), known);
    };
    const at = minimise(lossAt, [0, 0, 0, 0], 0.5);
    return { loss: lossAt(at), model: parametersOf(at, typical, dropsAtFirst) };
  });
  return fits.reduce((best, fit) => (fit.loss < best.loss ? fit : best)).model;
};

/** Log-odds: many purchases and then a long silence would be sure beyond any use. */
const surest = 20;

/** Log-odds of at least one purchase in the next `days`; NaN where a history is not known. */
export const purchaseLogOdds = (model: BgNbd, histories: PurchaseHistories, days: number): Float64Array =>
  Float64Array.from(histories.repeats, (x, i) => {
    const [last, seen] = [histories.lastAfterDays[i]!, histories.seenDays[i]!];
    const silence = -(model.r + x) * Math.log1p(days / (model.alpha + seen));
    const logOdds = Math.log1p(-Math.exp(silence)) - logOfSum(logOddsOfLeft(model, x, last, seen), silence);
    return Math.min(surest, Math.max(-surest, logOdds));
  });

/** Log-odds of having dropped out, given the history. */
const logOddsOfLeft = (
  { r, alpha, a, b, dropsAtFirst }: BgNbd,
  x: number,
  last: number,
  seen: number,
): number => {
  const chances = x + (dropsAtFirst ? 1 : 0);
  if (chances === 0) return Number.NEGATIVE_INFINITY;
  return Math.log(a / (b + chances - 1)) + (r + x) * Math.log((alpha + seen) / (alpha + last));
};

/** ln(eˣ + eʸ), of which one may be 0. */
const logOfSum = (x: number, y: number): number => {
  const larger = Math.max(x, y);
  return larger + Math.log1p(Math.exp(Math.min(x, y) - larger));
};

export const logLikelihood = (
  model: BgNbd,
  { repeats, lastAfterDays, seenDays }: PurchaseHistories,
): number => {
  const { r, alpha, a, b, dropsAtFirst } = model;
  const ofCount = memoised((x) => {
    const staying = logBeta(a, b + x + (dropsAtFirst ? 1 : 0)) - logBeta(a, b);
    return logGamma(r + x) - logGamma(r) + r * Math.log(alpha) + staying;
  });
  let sum = 0;
  for (let i = 0; i < repeats.length; i++) {
    const [x, last, seen] = [repeats[i]!, lastAfterDays[i]!, seenDays[i]!];
    const left = logOddsOfLeft(model, x, last, seen);
    sum += ofCount(x) - (r + x) * Math.log(alpha + seen) + logOfSum(0, left);
  }
  return sum;
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

const memoised = (of: (x: number) => number): ((x: number) => number) => {
  const known = new Map<number, number>();
  return (x) => {
    const value = known.get(x) ?? of(x);
    known.set(x, value);
    return value;
  };
};

// What a model of purchases says of an outcome: its chance of any purchase within the horizon, put through a line, because
// to stay away is the same question with the opposite sign, and because the level of purchases is not that of the outcome.

export interface PurchasesModel {
  kind: "purchases";
  /** Days with purchases, days since the last, days since the first: their places in the frame. */
  features: number[];
  horizonDays: number;
  purchases: BgNbd;
  intercept: number;
  slope: number;
  /** Log-odds that are added for those without a purchase. */
  missing: number;
}

/** Fewer people who came again tell nothing of how often and how long people come. */
const fewestRepeaters = 20;

/** Whether enough of the people at the newest landmark have come again. */
export const hasRepeatBuyers = (frame: LabelledFrame, [days]: readonly number[]): boolean => {
  if (days === undefined) return false;
  const { columns } = rowsAt(frame, newestLandmark(frame));
  return columns[days]!.reduce((count, n) => count + (n > 1 ? 1 : 0), 0) >= fewestRepeaters;
};

const l2 = 1;

/** The histories of the newest landmark hold those of the earlier ones; the line is fitted to the labels of all. */
export const fitPurchases = (
  frame: LabelledFrame,
  features: number[],
  horizonDays: number,
): PurchasesModel => {
  const newest = rowsAt(frame, newestLandmark(frame));
  const purchases = fitBgNbd(historiesOf(newest.columns, features));
  const logOdds = purchaseLogOdds(purchases, historiesOf(frame.columns, features), horizonDays);
  const known = logOdds.map((s) => (Number.isNaN(s) ? 0 : s));
  const missing = logOdds.map((s) => (Number.isNaN(s) ? 1 : 0));
  const { intercept, coefficients } = fitLogisticRegression([known, missing], frame.label, l2);
  const [slope, added] = coefficients as unknown as [number, number];
  return { kind: "purchases", features, horizonDays, purchases, intercept, slope, missing: added };
};

/** Log-odds, one per row. */
export const scorePurchases = (model: PurchasesModel, columns: Float32Array[]): Float64Array =>
  purchaseLogOdds(model.purchases, historiesOf(columns, model.features), model.horizonDays).map(
    (s) => model.intercept + (Number.isNaN(s) ? model.missing : model.slope * s),
  );

/** Several purchases of one day are one. */
const historiesOf = (columns: Float32Array[], features: readonly number[]): PurchaseHistories => {
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
