// Expected number of purchases by BG/NBD (Fader, Hardie and Lee 2005, equation 10; Batislam, Denizel and
// Filiztekin 2007 for the modified model). With z = t / (α + T + t), the published form is
//
//   E = (a + b + x − 1) / (a − 1) · (1 − (1 − z)^(r + x) · ₂F₁(r + x, b + x; a + b + x − 1; z)) · P(active)
//
// Euler's transformation of the hypergeometric function turns the product into (1 − z)^(a − 1) · ₂F₁(a + b −
// 1 − r, a − 1; a + b + x − 1; z), whose terms shrink as purchases grow, where those of the first overflow.
// In the modified model, x + 1 chances to drop out have passed instead of x.

import { sigmoid } from "../numeric/special-functions.js";
import { type BgNbd, droppedOutLogOdds, type PurchaseHistories } from "../propensity/candidates/bg-nbd.js";

/**
 * Purchases in the next `days`, one per person; NaN where the history is unknown. Several purchases of one
 * day are one.
 */
export const expectedPurchases = (model: BgNbd, histories: PurchaseHistories, days: number): Float64Array =>
  Float64Array.from(histories.repeats, (x, i) => {
    const [last, seen] = [histories.lastAfterDays[i]!, histories.seenDays[i]!];
    const isActive = sigmoid(-droppedOutLogOdds(model, x, last, seen));
    return isActive * purchasesIfActive(model, x, seen, days);
  });

/** At a = 1, the form is 0 / 0; its limit is reached this near. */
const singular = 1e-5;

const purchasesIfActive = (
  { r, alpha, a, b, dropsAtFirst }: BgNbd,
  x: number,
  seen: number,
  days: number,
) => {
  const shape = Math.abs(a - 1) < singular ? 1 + singular : a;
  const c = shape + b + x - (dropsAtFirst ? 0 : 1);
  const z = days / (alpha + seen + days);
  const series = hypergeometric(c - r - x, shape - 1, c, z);
  return (c / (shape - 1)) * (1 - (1 - z) ** (shape - 1) * series);
};

const maxTerms = 10_000;
const precision = 1e-12;

/** Gauss's ₂F₁(a, b; c; z) by its series, for 0 ≤ z < 1. */
export const hypergeometric = (a: number, b: number, c: number, z: number): number => {
  let [sum, term] = [1, 1];
  for (let n = 0; n < maxTerms && Math.abs(term) > precision * Math.abs(sum); n++) {
    term *= (((a + n) * (b + n)) / (c + n) / (n + 1)) * z;
    sum += term;
  }
  return sum;
};
