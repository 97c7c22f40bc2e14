// Detectable effect of a hold-out: the smallest difference between two groups that a comparison is likely to
// see, known before anybody is contacted. The expected conversions come from the scores. The score explains a
// part of who converts, so what is left to chance is less than the variance of the rate, and the adjusted
// comparison sees smaller effects (Lin 2013).

import type { Estimate } from "../outcome/evaluation.js";

/** Sums over the probabilities of the people who take part. */
export interface ExpectedConversions {
  people: number;
  /** Σ p */
  expected: number;
  /** Σ p (1 − p) */
  variance: number;
}

export interface DetectableEffect {
  contact: number;
  held_out: number;
  /** Expected rate of the people who are held out, 0 to 1. */
  base_rate: number;
  /** Difference of the rates. */
  difference: number;
  /** The same as a number of people: further conversions of those to contact. */
  conversions: number;
}

/** Normal quantiles of a two-sided test of 5 %, and of a power of 80 %. */
const z95 = 1.959964;
const quantiles = z95 + 0.841621;

/**
 * Null where no effect can be seen: without people in both groups, or where everyone contacted would have to
 * convert. With an effect δ the variance of a contacted person is v + δ (1 − 2p − δ), so δ² = z² (v / n₀ + (v
 * + δ (1 − 2p − δ)) / n₁), a quadratic equation.
 */
export const detectableEffect = (
  { people, expected, variance }: ExpectedConversions,
  share: number,
): DetectableEffect | null => {
  const held = Math.round(people * share);
  const contact = people - held;
  if (held < 1 || contact < 1 || variance <= 0) return null;
  const [rate, left] = [expected / people, variance / people];
  const z2 = quantiles ** 2;
  const a = 1 + z2 / contact;
  const b = (z2 * (1 - 2 * rate)) / contact;
  const c = z2 * left * (1 / held + 1 / contact);
  const difference = (b + Math.sqrt(b ** 2 + 4 * a * c)) / (2 * a);
  if (rate + difference >= 1) return null;
  return { contact, held_out: held, base_rate: rate, difference, conversions: difference * contact };
};

/** An effect that is not seen, beside what would have been seen in 80 of 100 campaigns. */
export interface MissedEffect {
  /** Smallest effect that is seen, in the unit of the estimate. */
  smallest: number;
  /**
   * People, with the same share held out, who would show the effect that was estimated; null where they would
   * be more than a hundred times as many.
   */
  people: number | null;
}

/** `people`: of both groups. Null where an effect is seen, or nothing varies. */
export const missedEffect = ({ value, low, high }: Estimate, people: number): MissedEffect | null => {
  if (low > 0 || high < 0 || high === low) return null;
  const smallest = (quantiles * (high - low)) / (2 * z95);
  const times = Math.max(1, (smallest / Math.abs(value)) ** 2);
  return { smallest, people: times <= 100 ? Math.ceil(times * people) : null };
};

/**
 * Sums over the people in the fullest bins of a histogram of probabilities, likeliest first, scaled so that
 * everyone together has the `expected` number. `top` absent: everyone.
 */
export const expectedOf = (
  histogram: readonly number[],
  expected: number,
  top: number = Number.POSITIVE_INFINITY,
): ExpectedConversions => {
  const middle = (bin: number) => (bin + 0.5) / histogram.length;
  const all = histogram.reduce((sum, people, bin) => sum + people * middle(bin), 0);
  const scale = all > 0 ? expected / all : 0;
  let left = top;
  const sums: ExpectedConversions = { people: 0, expected: 0, variance: 0 };
  for (let bin = histogram.length - 1; bin >= 0; bin--) {
    const people = Math.min(histogram[bin]!, left);
    const rate = Math.min(1, middle(bin) * scale);
    left -= people;
    sums.people += people;
    sums.expected += people * rate;
    sums.variance += people * rate * (1 - rate);
  }
  return sums;
};
