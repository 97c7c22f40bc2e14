// Calibration maps from raw to calibrated log-odds, as plain data. Four kinds, the simplest first: identity; linear (Platt); separate
// slopes for high and low probabilities (beta, Kull 2017); any rising curve (isotonic).

import { fitLogisticRegression } from "../numeric/logistic-regression.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { fitIsotonic, followCurve, type IsotonicCurve } from "./isotonic.js";

export type CalibrationMap =
  | { method: "identity" }
  | { method: "platt"; intercept: number; slope: number }
  | { method: "beta"; intercept: number; onLogP: number; onLogQ: number }
  | ({ method: "isotonic" } & IsotonicCurve);

export type CalibrationMethod = CalibrationMap["method"];

/** The simplest first: of two that are equally good, the first is chosen. */
export const calibrationMethods: CalibrationMethod[] = ["identity", "platt", "beta", "isotonic"];

/** Pulls slopes towards 1, the identity; it matters only for few people. */
const l2 = 1;

/** Raw log-odds and labels; both labels occur. */
export const fitMap = (method: CalibrationMethod, raw: Float64Array, label: Uint8Array): CalibrationMap => {
  switch (method) {
    case "identity":
      return { method };
    case "platt":
      return fitPlatt(raw, label);
    case "beta":
      return fitBeta(raw, label);
    case "isotonic":
      return { method, ...fitIsotonic(raw, label) };
  }
};

/** Calibrated log-odds. */
export const applyMap = (map: CalibrationMap, raw: Float64Array): Float64Array => {
  switch (map.method) {
    case "identity":
      return raw;
    case "platt":
      return raw.map((s) => map.intercept + map.slope * s);
    case "beta":
      return raw.map((s) => map.intercept + map.onLogP * logP(s) - map.onLogQ * logP(-s));
    case "isotonic":
      return raw.map((s) => followCurve(map, s));
  }
};

const fitPlatt = (raw: Float64Array, label: Uint8Array): CalibrationMap => {
  const { intercept, coefficients } = fitLogisticRegression([raw], label, l2, raw);
  const slope = 1 + coefficients[0]!;
  if (slope >= 0) return { method: "platt", intercept, slope };
  return { method: "platt", intercept: levelOf(label), slope: 0 };
};

/** Slopes below 0 would invert the order of people, so they are limited to 0. */
const fitBeta = (raw: Float64Array, label: Uint8Array): CalibrationMap => {
  const p = raw.map(logP);
  const q = raw.map((s) => -logP(-s));
  const both = fitLogisticRegression([p, q], label, l2, raw);
  const [onLogP, onLogQ] = [1 + both.coefficients[0]!, 1 + both.coefficients[1]!];
  if (onLogP >= 0 && onLogQ >= 0) return { method: "beta", intercept: both.intercept, onLogP, onLogQ };
  const kept = onLogP >= onLogQ ? p : q;
  const one = fitLogisticRegression([kept], label, l2, kept);
  const slope = 1 + one.coefficients[0]!;
  if (slope < 0) return { method: "beta", intercept: levelOf(label), onLogP: 0, onLogQ: 0 };
  const [p1, q1] = kept === p ? [slope, 0] : [0, slope];
  return { method: "beta", intercept: one.intercept, onLogP: p1, onLogQ: q1 };
};

/** ln of the probability at these log-odds. */
const logP = (logOdds: number): number => Math.log(sigmoid(Math.max(-30, logOdds)));

const levelOf = (label: Uint8Array): number => logit(label.reduce((sum, y) => sum + y, 0) / label.length);
