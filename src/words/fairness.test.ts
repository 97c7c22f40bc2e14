import { expect, test } from "vitest";
import { findingText } from "./fairness.js";

test.each([
  [{ code: "no_difference", figures: {} }, "No difference between groups is beyond chance."],
  [
    { code: "selected", figures: { group: "Women", top_share: 0.1, value: 0.7, low: 0.6, high: 0.81 } },
    "Women: selected 0.70 times as often as its share of people (95 % interval 0.60 to 0.81) in the top 10 %; statistical parity is 1.",
  ],
  [
    {
      code: "found",
      figures: { group: "Women", top_share: 0.1, value: 0.2, low: 0.15, high: 0.25, overall: 0.3 },
    },
    "Women: 20 % of those who reached the goal are in the top 10 % (95 % interval 15 % to 25 %), compared with 30 % overall; with equal opportunity, it is the same for all.",
  ],
  [
    { code: "miscalibrated", figures: { group: "Women", expected: 1210.4, attained: 1000 } },
    "Women: expected 1,210, actual 1,000; its probabilities are too high.",
  ],
  [{ code: "too_few", figures: { groups: "Men, 18–24" } }, "Too few people to judge: Men, 18–24."],
] as [Parameters<typeof findingText>[0], string][])("finding %#", (finding, text) => {
  expect(findingText(finding)).toBe(text);
});

test("a finding that was stored as a sentence stays as it is", () => {
  expect(findingText("Younger people are found less often.")).toBe("Younger people are found less often.");
});
