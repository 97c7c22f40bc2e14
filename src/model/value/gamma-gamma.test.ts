import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { gammaNumber } from "./fixtures.js";
import { expectedAmount, fitGammaGamma, logLikelihood } from "./gamma-gamma.js";

// Of lifetimes 0.11.3, with the parameters that Fader and Hardie (2013) report for CDNOW.
const cdnow = { p: 6.25, q: 3.74, gamma: 15.44 };

test("expected amounts equal those of lifetimes", () => {
  expect(expectedAmount(cdnow, 0, 0)).toBeCloseTo(35.21897810218978, 10);
  expect(expectedAmount(cdnow, 1, 22.35)).toBeCloseTo(26.27224694104561, 10);
  expect(expectedAmount(cdnow, 7, 73.74)).toBeCloseTo(71.46967089696707, 10);
});

test("the likelihood equals that of lifetimes", () => {
  const amounts = { purchases: Float64Array.of(1, 7, 3), mean: Float64Array.of(22.35, 73.74, 40) };
  expect(-logLikelihood(cdnow, amounts) / 3).toBeCloseTo(4.680266864130189, 9);
});

test("known parameters are found again", () => {
  const random = seededRandom(4);
  const truth = { p: 4, q: 5, gamma: 30 };
  const people = Array.from({ length: 4000 }, () => {
    const purchases = 1 + Math.floor(8 * random());
    const rate = gammaNumber(random, truth.q) / truth.gamma;
    return { purchases, mean: gammaNumber(random, truth.p * purchases) / (rate * purchases) };
  });
  const fitted = fitGammaGamma({
    purchases: Float64Array.from(people, (one) => one.purchases),
    mean: Float64Array.from(people, (one) => one.mean),
  });
  expect(fitted.p).toBeGreaterThan(3.5);
  expect(fitted.p).toBeLessThan(4.5);
  expect(expectedAmount(fitted, 0, 0) / expectedAmount(truth, 0, 0)).toBeCloseTo(1, 1);
});

test("people without a purchase above 0 are left out", () => {
  const known = { purchases: Float64Array.of(2, 3, 5, 1), mean: Float64Array.of(10, 20, 15, 12) };
  const more = {
    purchases: Float64Array.of(2, 0, 3, 5, 1, 4),
    mean: Float64Array.of(10, Number.NaN, 20, 15, 12, -3),
  };
  expect(fitGammaGamma(more)).toEqual(fitGammaGamma(known));
});
