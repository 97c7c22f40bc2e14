import { describe, expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import { quietPeriods } from "./quiet-periods.js";

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

describe("the end of a log", () => {
  const declining = (day: number) => (day < 100 ? 400 : Math.max(1, Math.round(400 * 0.8 ** (day - 100))));

  test("that declines until today is not quiet", () => {
    expect(quietDays(days(160, declining))).toEqual([]);
    expect(quietDays(days(160, (day) => (day < 100 ? 400 : day % 5 === 0 ? 3 : 0)))).toEqual([]);
  });

  test("is quiet once the stream has stopped", () => {
    const [from, until] = quietDays(days(160, (day) => (day < 130 ? declining(day) : 0)))[0]!;
    expect(from).toBe(130);
    expect(until).toBe(159);
  });

  test("is quiet before a single late event", () => {
    expect(quietDays(days(300, (day) => (day < 100 ? 40 : day === 299 ? 1 : 0)))).toEqual([[100, 298]]);
  });

  test("a decline that the log has recovered from is a quiet period", () => {
    const [found] = quietDays(days(200, (day) => (day < 160 ? declining(day) : 400)));
    expect(found![0]).toBeGreaterThan(105);
    expect(found![1]).toBe(159);
  });
});

const isFirstOfMonth = (day: number) => new Date(day * secondsPerDay * 1000).getUTCDate() === 1;

describe("a log of regular dates", () => {
  const bills = days(900, (day) => (isFirstOfMonth(day) ? 600 : 0));

  test.each<[string, number[], number[]]>([
    ["monthly bills", bills, [7, 10, 11, 21, 31]],
    ["a race every second Sunday", days(730, (day) => (day % 14 === 0 ? 24 : 0)), [7, 10, 14, 20]],
    ["quarterly renewals", days(1500, (day) => (day % 91 === 5 ? 90 : 0)), [7, 31, 61]],
    ["yearly donations", days(2400, (day) => (day % 365 === 357 ? 300 : 0)), [7, 31, 122]],
    ["irregular races", days(360, (day) => ([3, 17, 38, 52, 59, 80, 94].includes(day % 120) ? 24 : 0)), [10]],
    [
      "a yearly drive of thirty days, asked about a year",
      days(760, (day) => (day % 365 < 30 ? 40 : 0)),
      [122],
    ],
  ])("is not quiet between its dates: %s", (_, events, tolerated) => {
    for (const toleratedDays of tolerated) expect(quietDays(events, toleratedDays)).toEqual([]);
  });

  test("is quiet where dates are missing", () => {
    const missing = bills.map((count, day) => (day >= 400 && day < 480 ? 0 : count));
    expect(quietDays(missing, 11)).toEqual([[397, 484]]);
    const summer = days(730, (day) => (day % 14 === 0 && day % 365 < 250 ? 24 : 0));
    expect(quietDays(summer)).toEqual([
      [239, 377],
      [603, 729],
    ]);
  });
});

test("a pause shorter than what is tolerated is not quiet", () => {
  const closed = days(400, (day) => (day >= 200 && day < 221 ? 0 : 30));
  expect(quietDays(closed, 31)).toEqual([]);
  expect(quietDays(closed, 14)).toEqual([[200, 220]]);
});
