import fc from "fast-check";
import { expect, test } from "vitest";
import { ageLimitAt, keptSince, nextAgeLimit, tooOldFrom } from "./age-limit.js";

const november = Date.UTC(2026, 10, 30, 23, 59);
const day = (text: string) => Date.parse(text) / 1000;

test("so many months before this one are kept, from their first day on", () => {
  expect(keptSince(24, november)).toBe(day("2024-11-01"));
  expect(keptSince(24, november + 60_000)).toBe(day("2024-12-01"));
  expect(nextAgeLimit(november)).toBe(day("2026-12-01"));
});

const moments = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) });
const months = fc.integer({ min: 1, max: 300 });

test("a row is too old from the day that it is said to be", () => {
  fc.assert(
    fc.property(moments, moments, months, (at, now, limit) => {
      const row = Math.floor(at / 1000);
      expect(row < keptSince(limit, now)).toBe(now / 1000 >= tooOldFrom(row, limit));
    }),
  );
});

test("a replay keeps the rows that are kept today", () => {
  fc.assert(
    fc.property(moments, moments, months, (at, now, limit) => {
      const { keep_months: then } = ageLimitAt({ keep_months: limit }, at, now);
      expect(keptSince(then!, at)).toBe(keptSince(limit, now));
    }),
  );
});
