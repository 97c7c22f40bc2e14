// What a model of purchases says of an outcome: its chance of any purchase within the horizon, put through a line, because
// to stay away is the same question with the opposite sign, and because the level of purchases is not that of the outcome.

import { type BgNbd, fitBgNbd, type PurchaseHistories, purchaseLogOdds } from "../bgnbd.js";
import { fitLogisticRegression } from "../numeric/logistic-regression.js";
import { type LabelledFrame, newestLandmark, rowsAt } from "./rows.js";

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
export const tellsOfRepeats = (frame: LabelledFrame, [days]: readonly number[]): boolean => {
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
