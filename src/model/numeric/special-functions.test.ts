import { expect, test } from "vitest";
import { logBeta, logGamma } from "./special-functions.js";

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
