import { expect, test } from "vitest";
import { priorMixture } from "./fixtures.js";
import { extraOddsOfMove } from "./mixture.js";

/** Rates of an equal first name among any two strangers, and among those of one last name. */
const extra = (ofAnyTwo: number, ofNamesakes?: number) => {
  const mixture = priorMixture(1_000);
  return extraOddsOfMove({
    ...mixture,
    chance: { ...mixture.chance, first_name: [1 - ofAnyTwo, 0, 0, 0, 0, 0, ofAnyTwo] },
    ...(ofNamesakes !== undefined && { chanceOfNamesakes: [1 - ofNamesakes, 0, 0, 0, 0, 0, ofNamesakes] }),
  });
};

test("two addresses of one name need twice the odds only where names go together", () => {
  expect(extra(0.01, 0.01)).toBe(0);
  expect(extra(0.01, 0.005)).toBe(0);
  expect(extra(0.01, 0.015)).toBeCloseTo(Math.log(1.5), 12);
  expect(extra(0.01, 0.04)).toBe(Math.LN2);
  expect(extra(0.01)).toBe(Math.LN2);
});
