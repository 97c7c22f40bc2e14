import { expect, test } from "vitest";
import { testFigures } from "./test-figures.js";

test("figures are shown in words", () => {
  const shown = testFigures(
    { people: 1132, attained: 147, base_rate: 0.13, auc: 0.771, top_decile_lift: 2.72 },
    120,
  );
  expect(shown.map(([, value]) => value)).toEqual([
    "120 days",
    "1,132 people the model had not seen",
    "147 (13 %)",
    "2.7 times the average rate",
    "0.77 (chance: 0.5)",
  ]);
});

test("missing figures are left out", () => {
  expect(testFigures({ people: 5, auc: null }, undefined).filter(([, value]) => value !== undefined)).toEqual(
    [["Tested on", "5 people the model had not seen"]],
  );
});
