import { expect, test } from "vitest";
import { quietPeriods } from "./quiet-periods.js";
import { secondsPerDay } from "./resource.js";

const days = (length: number, events: (day: number) => number): number[] =>
  Array.from({ length }, (_, day) => events(day));

/** Quiet periods as days, the last one inclusive. */
const quietDays = (events: number[], toleratedDays = 7): [number, number][] =>
  quietPeriods(events, 0, toleratedDays).map(({ from, until }) => [
    from / secondsPerDay,
    until / secondsPerDay - 1,
  ]);

test("a log of three windows a year apart is quiet between them", () => {
  const isOpen = (day: number) => day % 365 < 30;
  expect(quietDays(days(760, (day) => (isOpen(day) ? 40 : 0)))).toEqual([
    [30, 364],
    [395, 729],
  ]);
});

test("a few stray events do not end a quiet period", () => {
  const found = quietDays(days(300, (day) => (day < 100 || day >= 200 ? 40 : day % 20 === 0 ? 1 : 0)));
  expect(found).toHaveLength(1);
  expect(found[0]![0]).toBeGreaterThanOrEqual(99);
  expect(found[0]![1]).toBeLessThanOrEqual(200);
});

test.each<[string, number[]]>([
  ["a shop that grew tenfold", days(700, (day) => (day < 350 ? 5 : 50))],
  ["a strong season", days(700, (day) => (day % 365 > 330 ? 200 : 20))],
  ["a file with all events of a week on one day", days(400, (day) => (day % 7 === 3 ? 30 : 0))],
  ["a handful of customers", days(400, (day) => (day % 11 === 0 ? 1 : 0))],
  ["a shop closed on weekends", days(400, (day) => (day % 7 < 5 ? 9 : 0))],
  ["no events at all", days(100, () => 0)],
])("%s is never quiet", (_, events) => {
  expect(quietDays(events)).toEqual([]);
});

test("a pause shorter than what is tolerated is not quiet", () => {
  const closed = days(400, (day) => (day >= 200 && day < 221 ? 0 : 30));
  expect(quietDays(closed, 31)).toEqual([]);
  expect(quietDays(closed, 14)).toEqual([[200, 220]]);
});
