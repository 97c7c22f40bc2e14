// Calibration maps from raw to calibrated log-odds, as plain data. New models have the identity; the others
// are read from models that were stored earlier: linear (Platt), separate slopes for high and low
// probabilities (beta, Kull 2017), and any rising curve (isotonic).

import { logit, sigmoid } from "../numeric/special-functions.js";

interface IsotonicCurve {
  /** Raw scores at which the curve bends, ascending, and the probability at each. */
  at: number[];
  probability: number[];
}

export type CalibrationMap =
  | { method: "identity" }
  | { method: "platt"; intercept: number; slope: number }
  | { method: "beta"; intercept: number; onLogP: number; onLogQ: number }
  | ({ method: "isotonic" } & IsotonicCurve);

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

/** ln of the probability at these log-odds. */
const logP = (logOdds: number): number => Math.log(sigmoid(Math.max(-30, logOdds)));

/**
 * Linear in probability between the bends; beyond either end, where the curve has no data, log-odds rise as
 * the raw scores do.
 */
const followCurve = ({ at, probability }: IsotonicCurve, x: number): number => {
  let low = 0;
  let high = at.length - 1;
  if (x <= at[low]!) return logit(probability[low]!) + x - at[low]!;
  if (x >= at[high]!) return logit(probability[high]!) + x - at[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle]! <= x) low = middle;
    else high = middle;
  }
  const share = (x - at[low]!) / (at[high]! - at[low]!);
  return logit(probability[low]! + share * (probability[high]! - probability[low]!));
};
