// Gamma-Gamma model of what a purchase is worth (Fader, Hardie and Lee 2005; Fader and Hardie 2013): a
// person's purchases spread around their own mean as a gamma variable of shape p, and the rates of these are
// gamma distributed (q, γ) over people. The mean of a person with many purchases is believed; that of a
// person with one is drawn towards the mean of all.

import { minimise } from "../numeric/nelder-mead.js";
import { logGamma } from "../numeric/special-functions.js";

export interface GammaGamma {
  p: number;
  q: number;
  /** In the unit of the amounts. */
  gamma: number;
}

/** Purchases and their mean amount, one entry per person; both above 0, or the person is left out. */
export interface MeanAmounts {
  purchases: Float64Array;
  mean: Float64Array;
}

/** More people change the parameters less than chance does. */
const maxPeople = 4000;
/**
 * Prior deviation of ln p, ln q and ln γ over the typical amount: it keeps parameters finite that the data do
 * not determine.
 */
const priorDeviation = 3;

/** Parameters of maximum likelihood. */
export const fitGammaGamma = (amounts: MeanAmounts): GammaGamma => {
  const known = sampleOf(amounts);
  const typical = Math.exp(known.mean.reduce((sum, m) => sum + Math.log(m), 0) / known.mean.length);
  const at = minimise(
    (point) => {
      const prior = point.reduce((sum, x) => sum + x ** 2 / (2 * priorDeviation ** 2), 0);
      return prior - logLikelihood(parametersAt(point, typical), known);
    },
    [1, 1, 1],
    0.5,
  );
  return parametersAt(at, typical);
};

const parametersAt = (at: readonly number[], typical: number): GammaGamma => {
  const [p, q, gamma] = at.map((x) => Math.exp(Math.min(20, Math.max(-20, x)))) as [number, number, number];
  return { p, q, gamma: gamma * typical };
};

export const logLikelihood = ({ p, q, gamma }: GammaGamma, { purchases, mean }: MeanAmounts): number => {
  let sum = 0;
  for (let i = 0; i < mean.length; i++) {
    const [x, m] = [purchases[i]!, mean[i]!];
    sum +=
      logGamma(p * x + q) -
      logGamma(p * x) -
      logGamma(q) +
      q * Math.log(gamma) +
      (p * x - 1) * Math.log(m) +
      p * x * Math.log(x) -
      (p * x + q) * Math.log(gamma + m * x);
  }
  return sum;
};

/** Expected amount of a person's next purchases; of a person without any, the mean over people. */
export const expectedAmount = ({ p, q, gamma }: GammaGamma, purchases: number, mean: number): number => {
  const isKnown = purchases > 0 && mean > 0;
  const [shape, total] = isKnown ? [p * purchases + q - 1, gamma + mean * purchases] : [q - 1, gamma];
  // A q of 1 or less has no mean: the tail of amounts is then so heavy that one's own mean is all that is known.
  return shape > 0 ? (p * total) / shape : isKnown ? mean : Number.NaN;
};

const sampleOf = ({ purchases, mean }: MeanAmounts): MeanAmounts => {
  const known = Int32Array.from(mean.keys()).filter((i) => purchases[i]! > 0 && mean[i]! > 0);
  const step = Math.max(1, known.length / maxPeople);
  const taken = Int32Array.from(
    { length: Math.min(known.length, maxPeople) },
    (_, i) => known[Math.floor(i * step)]!,
  );
  return {
    purchases: Float64Array.from(taken, (i) => purchases[i]!),
    mean: Float64Array.from(taken, (i) => mean[i]!),
  };
};
