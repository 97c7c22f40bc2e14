import { expect, test } from "vitest";
import { english, formatter } from "./format.js";

test("the service writes plain English", () => {
  expect(english.count(11928)).toBe("11,928");
  expect(english.percent(0.351)).toBe("35 %");
  expect(english.percent(0.0351)).toBe("3.5 %");
  expect(english.percent(0.00351)).toBe("0.35 %");
  expect(english.percent(0)).toBe("0 %");
  expect(english.percent(0.1234, 1)).toBe("12.3 %");
  expect(english.day("2025-03-02T00:00:00.000Z")).toBe("2 March 2025");
  expect(english.number(-0.01234)).toBe("−0.0123");
  expect(english.fixed(Number.NaN, 2)).toBe("–");
});

test("the lower bound of an interval comes first", () => {
  expect(english.withInterval(2.45, { low: 2, high: 2.9 }, english.times)).toBe(
    "2.5 times (95 % interval 2.0 to 2.9 times)",
  );
  expect(english.withRange(0.76, { low: 0.74, high: 0.78 }, (value) => english.fixed(value, 2))).toBe(
    "0.76 (0.74 to 0.78)",
  );
  expect(english.withInterval(1, undefined)).toBe("1");
});

test("differences of shares are percentage points with their sign", () => {
  expect(english.points(0.264)).toBe("+26 points");
  expect(english.points(-0.042)).toBe("−4.2 points");
  expect(english.points(0)).toBe("0.0 points");
});

test("ratios, amounts and values have as many digits as they need", () => {
  expect(english.times(2.449)).toBe("2.4 times");
  expect(english.ratio(12.3)).toBe("12 ×");
  expect(english.ratio(123.4)).toBe("123 ×");
  expect(english.amount(1234.5)).toBe("1,234.50");
  expect(english.amount(12)).toBe("12");
  expect(english.value(0.994)).toBe("0.99");
  expect(english.value(0.001)).toBe("0");
  expect(english.value(1234.5)).toBe("1,235");
});

test("durations and days agree with their number", () => {
  expect(english.days(1)).toBe("1 day");
  expect(english.days(90)).toBe("90 days");
  expect(english.duration(5)).toBe("a few seconds");
  expect(english.duration(62)).toBe("about 60 seconds");
  expect(english.duration(7200)).toBe("about 2 hours");
  expect(english.ago(0, 3 * 60_000)).toBe("3 minutes ago");
  expect(english.bytes(1_234_567)).toBe("1.23 MB");
});

test("another locale writes its own numbers and days", () => {
  const german = formatter("de-DE");
  expect(german.count(11928)).toBe("11.928");
  expect(german.percent(0.0351)).toBe("3,5 %");
  expect(german.day("2025-03-02T00:00:00.000Z")).toBe("02.03.2025");
});
