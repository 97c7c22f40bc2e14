import { expect, test } from "vitest";
import { activeTestSentence, activeValueSentence } from "./active-value.js";

const position = { aggregation: "mean", property: "position" } as const;

test("an expected value is said with its condition", () => {
  const prediction = { horizon_days: 28 };
  expect(activeValueSentence({ ...position, expected: 8.312 }, 1794, prediction)).toBe(
    "If they are active within 28 days, these 1,794 people have a mean position of 8.31 on average.",
  );
  expect(activeValueSentence({ aggregation: "minimum", property: null, expected: -1234.5 }, 1)).toBe(
    "If this person is active, a lowest value of −1,235 is expected.",
  );
  const paid = { aggregation: "maximum", property: null, expected: 60 } as const;
  expect(activeValueSentence(paid, 2, { value_currency: "EUR" })).toContain("a highest value of 60 EUR");
  expect(activeValueSentence({ ...position, expected: 0 }, 0)).toBe("No people are scored.");
});

test("the test is said beside people's own past mean", () => {
  const scores = (error: number) => ({ mean_absolute_error: error, root_mean_squared_error: 2 * error });
  const tested = {
    ...position,
    people: 1204,
    expected: 8,
    observed: 8.1,
    model: scores(2.9),
    rules: { own_mean: scores(3.1), average: scores(4) },
    range: { people: 1204, held: 975 },
  };
  expect(activeTestSentence({ ...tested, gain: { low: 0.1, high: 0.4 } })).toBe(
    "Tested on 1,204 people who were active: off by 2.9 on average, and their own past mean by 3.1, which is worse beyond chance. 81 % were in their 80 % range.",
  );
  expect(activeTestSentence({ ...tested, gain: { low: -0.1, high: 0.4 } })).toContain(
    "as good within chance",
  );
});
