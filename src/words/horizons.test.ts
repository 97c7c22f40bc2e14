import { expect, test } from "vitest";
import { datesSentence } from "./horizons.js";

test("it is said how many people have a date, and how many are unlikely", () => {
  expect(datesSentence({ dated: 812, unlikely: 1982, within_days: 90 })).toBe(
    "812 people have an expected date within 90 days; 1,982 are unlikely to reach the goal by then.",
  );
  expect(datesSentence({ dated: 1, unlikely: 1, within_days: 1 })).toBe(
    "1 person has an expected date within 1 day; 1 is unlikely to reach the goal by then.",
  );
});
