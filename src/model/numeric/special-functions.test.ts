import { expect, test } from "vitest";
import { chiSquaredAbove, logBeta, logGamma } from "./special-functions.js";

test("the gamma function of a whole number is a factorial", () => {
  let factorial = 1;
  for (let n = 1; n <= 20; n++) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 11);
    factorial *= n;
  }
});

test("the gamma function has its known values between whole numbers", () => {
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 12);
  expect(logGamma(0.01)).toBeCloseTo(4.599479878042022, 11);
  expect(logGamma(2.5)).toBeCloseTo(Math.log(0.75 * Math.sqrt(Math.PI)), 12);
  expect(logGamma(1000.5) / 5908.674197672995).toBeCloseTo(1, 3);
});

test("the beta function has its known values", () => {
  expect(logBeta(2, 3)).toBeCloseTo(Math.log(1 / 12), 11);
  expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 11);
});

test.each([
  [3.841458820694124, 1, 0.05],
  [18.307038053275146, 10, 0.05],
  [10, 10, 0.44049328506521257],
  [1, 1, 0.31731050786291415],
  [200, 100, 1.0e-8],
  [0, 5, 1],
])("chi-squared numbers above %d with %d degrees of freedom have a chance of %d", (x, degrees, chance) => {
  const found = chiSquaredAbove(x, degrees);
  if (x === 200) expect(found).toBeLessThan(1e-7);
  else expect(found).toBeCloseTo(chance, 12);
});
