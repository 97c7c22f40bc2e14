import { expect, test } from "vitest";
import { incrementalitySentence } from "./incrementality.js";

const since = "2025-03-01T00:00:00Z";

test("what contacting has brought is said with its interval, and with no effect where zero is in it", () => {
  expect(
    incrementalitySentence({
      since,
      contact: 1614,
      conversions: { value: 312.4, low: 104.6, high: 519 },
      amount: { value: 9_800, low: 2_100, high: 17_500 },
      profit: { value: 8_510, low: 810, high: 16_210 },
    }),
  ).toBe(
    "Since 1 March 2025, contacting 1,614 people has brought 312 more conversions (95 % interval 105 to 519). " +
      "In amounts: 9,800 more (95 % interval 2,100 to 17,500). Profit 8,510 (95 % interval 810 to 16,210).",
  );
  expect(
    incrementalitySentence({ since, contact: 20, conversions: { value: -3.2, low: -9, high: 2.4 } }),
  ).toBe(
    "Since 1 March 2025, contacting 20 people shows no effect yet: 3 fewer conversions (95 % interval −9 to 2).",
  );
  expect(incrementalitySentence({ since, contact: 20 })).toBe(
    "The groups are as of 1 March 2025. Nobody in them has converted since.",
  );
});
