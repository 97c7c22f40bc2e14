import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import {
  alikeCutoffs,
  calendarPeriods,
  type Horizon,
  refittedSeconds,
  usualSeconds,
  windowDays,
  windowEnd,
} from "./label-window.js";
import { landmarks } from "./landmarks.js";

const at = (text: string): number => Date.parse(text) / 1000;
const shown = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);
/** End of the window of data that reach the day, whose events have no time. */
const endAfter = (day: string, horizon: Horizon): string => shown(windowEnd(at(day) + 1, horizon));

const cutoffs = fc.integer({ min: at("1995-01-01"), max: at("2040-01-01") });
const calendar: fc.Arbitrary<Exclude<Horizon, number>> = fc.oneof(
  fc.record({ months: fc.integer({ min: 1, max: 24 }) }),
  fc.record({ through: fc.constantFrom(...calendarPeriods) }),
);

test("a horizon of seconds ends so many seconds later", () => {
  fc.assert(
    fc.property(cutoffs, fc.nat(3650), (cutoff, days) => {
      expect(windowEnd(cutoff, days * secondsPerDay)).toBe(cutoff + days * secondsPerDay);
      expect(windowDays(cutoff, days * secondsPerDay)).toBe(days);
    }),
  );
});

test.each([
  ["2027-01-15", 1, "2027-02-15T00:00:01"],
  ["2027-01-01", 1, "2027-02-01T00:00:01"],
  ["2027-01-30", 1, "2027-02-28T00:00:01"],
  ["2028-01-30", 1, "2028-02-29T00:00:01"],
  ["2027-02-28", 1, "2027-03-31T00:00:01"],
  ["2028-02-28", 1, "2028-03-28T00:00:01"],
  ["2028-02-29", 12, "2029-02-28T00:00:01"],
  ["2027-11-30", 3, "2028-02-29T00:00:01"],
])("of data through %s, %i calendar months end before %s", (day, months, end) => {
  expect(endAfter(day, { months })).toBe(end);
});

test("a cutoff at midnight belongs to the day before it", () => {
  expect(shown(windowEnd(at("2027-03-01"), { months: 1 }))).toBe("2027-04-01T00:00:00");
  expect(shown(windowEnd(at("2027-03-01"), { through: "this_month" }))).toBe("2027-04-01T00:00:00");
});

test.each([
  ["2027-01-23", "this_month", "2027-02-01"],
  ["2027-01-30", "this_month", "2027-02-01"],
  ["2027-01-31", "this_month", "2027-03-01"],
  ["2027-01-23", "next_month", "2027-03-01"],
  ["2027-12-31", "next_month", "2028-03-01"],
  ["2027-02-10", "this_quarter", "2027-04-01"],
  ["2027-03-31", "this_quarter", "2027-07-01"],
  ["2027-12-01", "next_quarter", "2028-04-01"],
  ["2027-06-01", "this_year", "2028-01-01"],
  ["2027-12-31", "next_year", "2030-01-01"],
] as const)("of data through %s, %s ends before %s", (day, through, end) => {
  expect(endAfter(day, { through })).toBe(`${end}T00:00:00`);
  expect(windowEnd(at(`${day}T18:30:00`), { through })).toBe(at(end));
});

test("a window of one month holds each day of a month once, up to the 28th, and always a last day", () => {
  fc.assert(
    fc.property(cutoffs, fc.integer({ min: 1, max: 29 }), (cutoff, day) => {
      const end = windowEnd(cutoff, { months: 1 });
      let met = 0;
      for (let month = -1; month <= 3; month++) {
        const date = new Date(cutoff * 1000);
        const [year, of] = [date.getUTCFullYear(), date.getUTCMonth() + month];
        // The 29th stands for the last day.
        const bill = Date.UTC(year, day > 28 ? of + 1 : of, day > 28 ? 0 : day) / 1000;
        if (bill >= cutoff && bill < end) met++;
      }
      // From the 29th or 30th of January there are two: the 31st and the end of February.
      if (day > 28) expect(met).toBeGreaterThanOrEqual(1);
      else expect(met).toBe(1);
    }),
    { numRuns: 2000 },
  );
});

test("a window is never empty, and a later day never ends earlier", () => {
  fc.assert(
    fc.property(cutoffs, fc.nat(100), calendar, (cutoff, days, horizon) => {
      const later = windowEnd(cutoff + days * secondsPerDay, horizon);
      expect(windowEnd(cutoff, horizon)).toBeGreaterThanOrEqual(cutoff + secondsPerDay);
      expect(later).toBeGreaterThanOrEqual(windowEnd(cutoff, horizon));
    }),
    { numRuns: 2000 },
  );
});

test("days that a shorter month does not have end on its last day, each at its own time", () => {
  const ends = ["2023-01-28T13:48:09", "2023-01-29T13:48:09", "2023-01-31T00:00:01"].map((cutoff) =>
    shown(windowEnd(at(cutoff), { months: 1 })),
  );
  expect(ends).toEqual(["2023-02-28T13:48:09", "2023-02-28T13:48:09", "2023-02-28T00:00:01"]);
});

test("months have 28 to 31 days, and the usual length is between", () => {
  fc.assert(
    fc.property(cutoffs, fc.integer({ min: 1, max: 24 }), (cutoff, months) => {
      const days = windowDays(cutoff, { months });
      expect(days).toBeGreaterThanOrEqual(28 * months);
      expect(days).toBeLessThanOrEqual(31 * months);
      expect(Math.abs(usualSeconds({ months }) / secondsPerDay - days)).toBeLessThanOrEqual(4);
    }),
  );
});

test("no landmark looks at or beyond the end of the data", () => {
  fc.assert(
    fc.property(cutoffs, fc.integer({ min: 60, max: 2500 }), calendar, (dataThrough, days, horizon) => {
      const found = landmarks(dataThrough - days * secondsPerDay, dataThrough, horizon);
      for (const [i, landmark] of found.entries()) {
        expect(windowEnd(landmark, horizon)).toBeLessThanOrEqual(dataThrough);
        if (i > 0) expect(landmark).toBeGreaterThan(found[i - 1]!);
      }
    }),
    { numRuns: 500 },
  );
});

test("landmarks of a period have about as many days left as the day of the prediction", () => {
  fc.assert(
    fc.property(cutoffs, fc.constantFrom(...calendarPeriods), (cutoff, through) => {
      const found = alikeCutoffs(cutoff, { through }, cutoff - 2500 * secondsPerDay);
      expect(found.length).toBeGreaterThan(2);
      for (const alike of found) {
        expect(
          Math.abs(windowDays(alike, { through }) - windowDays(cutoff, { through })),
        ).toBeLessThanOrEqual(4);
        expect((cutoff - alike) % secondsPerDay).toBe(0);
      }
    }),
    { numRuns: 100 },
  );
});

test("a bill on the 1st is seen from all landmarks of a month in which it has been seen, or from none", () => {
  const days = Array.from({ length: 365 }, (_, day) => at("2027-01-01") + day * secondsPerDay + 1);
  for (const cutoff of days) {
    const bills = (from: number) => {
      const end = windowEnd(from, { through: "this_month" });
      const first = Date.UTC(
        new Date((end - 1) * 1000).getUTCFullYear(),
        new Date((end - 1) * 1000).getUTCMonth(),
        1,
      );
      return first / 1000 >= from;
    };
    for (const alike of alikeCutoffs(cutoff, { through: "this_month" }, cutoff - 800 * secondsPerDay))
      expect(bills(alike)).toBe(bills(cutoff));
  }
});

test("the newest landmark of a month is the newest whose month is over", () => {
  fc.assert(
    fc.property(cutoffs, fc.integer({ min: 1, max: 12 }), (dataThrough, months) => {
      const newest = landmarks(dataThrough - 2000 * secondsPerDay, dataThrough, { months }).at(-1)!;
      expect(windowEnd(newest, { months })).toBeLessThanOrEqual(dataThrough);
      expect(windowEnd(newest + secondsPerDay, { months })).toBeGreaterThan(dataThrough);
    }),
    { numRuns: 500 },
  );
});

test("a horizon that gets shorter is learned daily, and months as often as as many days", () => {
  expect(refittedSeconds({ through: "next_year" })).toBe(secondsPerDay);
  expect(refittedSeconds({ months: 3 })).toBe(91 * secondsPerDay);
});
