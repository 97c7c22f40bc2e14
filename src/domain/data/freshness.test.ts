import { expect, test } from "vitest";
import { type FreshnessFacts, staleReasons, tellingArrivals } from "./freshness.js";

const day = 86_400_000;
const through = Date.UTC(2026, 10, 20) / 1000;
const daysAfter = (start: number, days: number[]) => days.map((after) => start + after * day);
const reasons = (facts: Partial<FreshnessFacts>) =>
  staleReasons({ arrivals: [], rhythm: null, dataThrough: through, horizonDays: [], ...facts });

test("a file is old a quarter of the longest usual gap after the next file was due", () => {
  const start = Date.UTC(2026, 10, 2, 9);
  const arrivals = daysAfter(start, [0, 1, 2, 3, 4, 7, 8]);
  expect(reasons({ arrivals })).toEqual([
    { code: "data_due", at: start + (8 + 3.75) * day, since: start + 8 * day, days: 3 },
  ]);
});

test("several files of one day are one arrival, so corrections on the first day make no rhythm", () => {
  const start = Date.UTC(2026, 10, 2, 9);
  const arrivals = [start, start + 60_000, start + 7_200_000, start + day, start + 2 * day];
  expect(tellingArrivals(arrivals)).toEqual([start + 7_200_000, start + day, start + 2 * day]);
  expect(reasons({ arrivals })).toEqual([]);
});

test("gaps of long ago do not count", () => {
  const start = Date.UTC(2026, 0, 1);
  const weekly = Array.from({ length: 12 }, (_, week) => 90 + 7 * week);
  expect(reasons({ arrivals: daysAfter(start, [0, ...weekly]) })[0]).toMatchObject({ days: 7 });
});

test("events tell the rhythm while there are too few files", () => {
  const rhythm = { lastEvent: through, usualGapDays: 1.2, quietAfterDays: 7 };
  expect(reasons({ rhythm })).toEqual([
    { code: "events_due", at: through * 1000 + 7 * day, since: through * 1000, days: 1 },
  ]);
  const arrivals = daysAfter(through * 1000, [0, 7, 14, 21]);
  expect(reasons({ rhythm, arrivals }).map(({ code }) => code)).toEqual(["data_due"]);
});

test("the shortest horizon ends at the latest", () => {
  const rhythm = { lastEvent: through, usualGapDays: 20, quietAfterDays: 60 };
  expect(reasons({ rhythm, horizonDays: [90, 30] }).map(({ code, at }) => [code, at])).toEqual([
    ["horizon_over", through * 1000 + 30 * day],
    ["events_due", through * 1000 + 60 * day],
  ]);
});

test("without dates and rhythm nothing makes a file old", () => {
  expect(reasons({ dataThrough: null, horizonDays: [30] })).toEqual([]);
});
