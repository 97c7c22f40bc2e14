import fc from "fast-check";
import { expect, test } from "vitest";
import { gregorianDay } from "./calendars.js";

test("a day of the solar calendar of Iran is the day that the runtime calls so", () => {
  const persian = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1922-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
      (date) => {
        const parts = Object.fromEntries(persian.formatToParts(date).map(({ type, value }) => [type, value]));
        const { year, month, day } = parts as { year: string; month: string; day: string };
        const iso = date.toISOString().slice(0, 10);
        expect(gregorianDay(`${year}-${month}-${day}`)).toBe(iso);
        expect(gregorianDay(`${day}/${month}/${year}`)).toBe(iso.split("-").reverse().join("/"));
      },
    ),
  );
});

test.each(["2025-01-05", "05/01/2025", "5 Jan 25", "25/10/2025", "2500-01-01"])(
  "%s is a day of ours",
  (day) => {
    expect(gregorianDay(day)).toBe(day);
  },
);
