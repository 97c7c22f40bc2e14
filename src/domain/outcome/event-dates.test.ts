import { expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import { eventDates, nextDates, surelyDatedDays } from "./event-dates.js";

const instant = (text: string): number => Date.parse(text) / 1000;

/** Events of each day from `from` until `until` (exclusive): a count, or 0. */
const daily = (from: string, until: string, events: (day: Date, index: number) => number): number[] =>
  Array.from({ length: (instant(until) - instant(from)) / secondsPerDay }, (_, i) =>
    events(new Date((instant(from) + i * secondsPerDay) * 1000), i),
  );

const bills = daily("2023-01-01", "2025-06-02", (day) => (day.getUTCDate() === 1 ? 600 : 0));
const from = instant("2023-01-01");
const dayOf = (seconds: number): string => new Date((seconds - 1) * 1000).toISOString().slice(0, 10);

const next = (events: number[], untilDays: number, longestDays = 7): string[] | null => {
  const found = eventDates(events, from, longestDays)!;
  return nextDates(found, found.dates.at(-1)!.end + untilDays * secondsPerDay)?.map(dayOf) ?? null;
};

test("bills on the first of each month come on dates, and the next ones follow the calendar", () => {
  const found = eventDates(bills, from, 7)!;
  expect(found.dates).toHaveLength(30);
  expect(found).toMatchObject({ everyDays: 31, pauseDays: 47, rule: { months: 1 } });
  expect(next(bills, 92)).toEqual(["2025-07-01", "2025-08-01", "2025-09-01"]);
  expect(next(bills, 29)).toEqual([]);
  expect(surelyDatedDays(found)).toBe(31);
});

test("bills that wait for a working day, and come over three days, keep to the month", () => {
  const late = daily("2023-01-01", "2025-06-04", (day) => {
    const first = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)).getUTCDay();
    const opens = first === 6 ? 3 : first === 0 ? 2 : 1;
    const late = day.getUTCDate() - opens;
    return late >= 0 && late < 3 ? 200 : day.getUTCDate() % 5 === 0 ? 1 : 0;
  });
  const found = eventDates(late, from, 7)!;
  expect(found.dates).toHaveLength(30);
  expect(found.rule).toEqual({ months: 1 });
});

test("races every second Sunday with a pause in winter come every 14 days", () => {
  const races = daily("2020-01-01", "2023-10-01", (day, i) => {
    const isSeason = day.getUTCMonth() >= 2 && day.getUTCMonth() <= 10;
    return isSeason && i % 14 === 4 ? 24 : 0;
  });
  expect(eventDates(races, from, 7)).toMatchObject({ everyDays: 14, pauseDays: 21, rule: { days: 14 } });
});

test.each<[string, Parameters<typeof surelyDatedDays>[0]["rule"], number | null]>([
  ["quarter", { months: 3 }, 92],
  ["year", { months: 12 }, 366],
  ["fortnight", { days: 14 }, 14],
  ["time without a rule", null, null],
])("the longest %s between two dates", (_, rule, days) => {
  const end = instant("2025-07-02");
  expect(surelyDatedDays({ dates: [{ start: end - secondsPerDay, end }], rule })).toBe(days);
});

test.each<[string, number[], number, unknown]>([
  [
    "quarterly renewals",
    daily("2020-01-01", "2024-01-02", (day) =>
      day.getUTCDate() === 1 && day.getUTCMonth() % 3 === 0 ? 90 : 0,
    ),
    7,
    { months: 3 },
  ],
  [
    "yearly donations",
    daily("2018-01-01", "2024-12-25", (day) =>
      day.getUTCMonth() === 11 && day.getUTCDate() === 24 ? 300 : 0,
    ),
    7,
    { months: 12 },
  ],
  [
    "three drives of thirty days a year apart, asked about a year",
    daily("2022-01-01", "2024-02-01", (_, i) => (i % 365 < 30 ? 40 : 0)),
    122,
    { months: 12 },
  ],
  [
    "races at irregular intervals",
    daily("2020-01-01", "2021-01-01", (_, i) => ([3, 10, 31, 45, 66, 80, 87, 115].includes(i) ? 24 : 0)),
    11,
    null,
  ],
])("%s come on dates", (_, events, longestDays, rule) => {
  expect(eventDates(events, from, longestDays)?.rule).toEqual(rule);
});

test.each<[string, number[]]>([
  ["a shop that is open every day", daily("2023-01-01", "2024-01-01", () => 5)],
  ["a shop that is closed on weekends", daily("2023-01-01", "2024-01-01", (day) => day.getUTCDay() % 6)],
  [
    "a file with all events of a week on one day",
    daily("2023-01-01", "2024-01-01", (_, i) => (i % 7 ? 0 : 30)),
  ],
  [
    "three drives of thirty days, asked about a week",
    daily("2022-01-01", "2024-02-01", (_, i) => (i % 365 < 30 ? 4 : 0)),
  ],
  [
    "bills on the first beside purchases all the time",
    daily("2023-01-01", "2024-01-01", (day) => (day.getUTCDate() === 1 ? 99 : 1)),
  ],
  ["two days", daily("2023-01-01", "2023-03-01", (_, i) => (i === 3 || i === 50 ? 9 : 0))],
  ["no events", daily("2023-01-01", "2023-03-01", () => 0)],
])("%s has no dates", (_, events) => {
  expect(eventDates(events, from, 7)).toBeNull();
});
