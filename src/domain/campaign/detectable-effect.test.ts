import fc from "fast-check";
import { expect, test } from "vitest";
import { detectableEffect, expectedOf, missedEffect } from "./detectable-effect.js";

const equal = (people: number, rate: number) => ({
  people,
  expected: people * rate,
  variance: people * rate * (1 - rate),
});

test("the effect is that of the textbook where all people have the same probability", () => {
  // Two groups of 1,000 at 10 %: 14.0 % is seen with a power of 80 % (unpooled variances).
  const found = detectableEffect(equal(2000, 0.1), 0.5)!;
  const rate = 0.1 + found.difference;
  const error = Math.sqrt((0.1 * 0.9) / 1000 + (rate * (1 - rate)) / 1000);
  expect(found.difference / error).toBeCloseTo(1.959964 + 0.841621, 6);
  expect(rate).toBeCloseTo(0.1406, 3);
  expect(found.conversions).toBeCloseTo(found.difference * 1000, 9);
});

test("a score that tells people apart makes smaller effects visible", () => {
  const blunt = detectableEffect(equal(1800, 0.1), 0.1)!;
  const sharp = detectableEffect({ ...equal(1800, 0.1), variance: 1800 * 0.07 }, 0.1)!;
  expect(sharp.difference).toBeLessThan(blunt.difference);
});

test("half of the people see the most, and more people see more", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 400, max: 1_000_000 }),
      fc.double({ min: 0.01, max: 0.4, noNaN: true }),
      (people, rate) => {
        const effect = (share: number, of = people) =>
          detectableEffect(equal(of, rate), share)?.difference ?? 1;
        expect(effect(0.5)).toBeLessThanOrEqual(effect(0.1));
        expect(effect(0.1, people * 2)).toBeLessThan(effect(0.1));
      },
    ),
  );
});

test("nothing can be seen without people in both groups, or of people who all convert", () => {
  expect(detectableEffect(equal(5, 0.1), 0.05)).toBeNull();
  expect(detectableEffect(equal(0, 0), 0.1)).toBeNull();
  expect(detectableEffect(equal(20, 0.5), 0.1)).toBeNull();
});

test("sums of a histogram keep the expected number and take the likeliest first", () => {
  const histogram = [0, 50, 0, 30, 20, 0, 0, 0, 0, 0];
  const all = expectedOf(histogram, 28);
  expect(all.people).toBe(100);
  expect(all.expected).toBeCloseTo(28, 9);
  const top = expectedOf(histogram, 28, 25);
  expect(top.people).toBe(25);
  expect(top.expected / 25).toBeGreaterThan(0.4);
});

test("an effect that is not seen needs as many people as make its interval narrow enough", () => {
  expect(missedEffect({ value: 45, low: 12, high: 78 }, 1_794)).toBeNull();
  const missed = missedEffect({ value: 45, low: -8, high: 98 }, 1_794)!;
  expect(missed.smallest).toBeCloseTo((2.8016 * 53) / 1.96, 0);
  // With so many people the half width is 1.96 / 2.80 of the effect.
  const half = 53 * Math.sqrt(1_794 / missed.people!);
  expect(half / 45).toBeCloseTo(1.96 / 2.8016, 2);
  expect(missedEffect({ value: 0.1, low: -50, high: 50 }, 1_000)!.people).toBeNull();
  expect(missedEffect({ value: 0, low: -50, high: 50 }, 1_000)!.people).toBeNull();
});
