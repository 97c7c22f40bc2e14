import { expect, test } from "vitest";
import { testFigures } from "./test-figures.js";

test("a test is told in words", () => {
  const told = testFigures(
    { people: 1132, attained: 147, base_rate: 0.13, auc: 0.771, top_decile_lift: 2.72 },
    120,
  );
  expect(told.map(([, value]) => value)).toEqual([
    "120 days",
    "1,132 people it had not seen",
    "147 (13 %)",
    "2.7 times as often as of everybody",
    "77 % of the time (chance: 50 %)",
  ]);
});

test("what could not be told is not told", () => {
  expect(testFigures({ people: 5, auc: null }, undefined).filter(([, value]) => value !== undefined)).toEqual(
    [["Tested on", "5 people it had not seen"]],
  );
});
