import { expect, test } from "vitest";
import { hasOthers, histogramSummary, medianBin, occupied } from "./histogram.js";

const bins = [10, 30, 0, 5, 0, 0].map((count, i) => ({ min: i / 10, max: (i + 1) / 10, count }));

test("empty bins above the highest score are left out, empty ones between stay", () => {
  expect(occupied(bins).map(({ count }) => count)).toEqual([10, 30, 0, 5]);
  expect(occupied([{ min: 0, max: 0.1, count: 0 }])).toHaveLength(1);
});

test("the median person is in the bin that reaches half", () => {
  expect(medianBin(bins)).toMatchObject({ max: 0.2 });
  expect(medianBin([{ min: 0, max: 0.1, count: 0 }])).toBeUndefined();
});

test("the summary has the median and the top", () => {
  expect(histogramSummary(bins)).toBe(
    "Half of the people have a probability of 20 % or less; the highest is between 30 % and 40 %.",
  );
});

test("the summary compares with all eligible people if there are others", () => {
  const among = bins.map((bin, i) => ({ ...bin, eligible_count: bin.count + (i === 4 ? 200 : 0) }));
  expect(hasOthers(bins)).toBe(false);
  expect(hasOthers(bins.map((bin) => ({ ...bin, eligible_count: bin.count })))).toBe(false);
  expect(hasOthers(among)).toBe(true);
  expect(occupied(among)).toHaveLength(5);
  expect(histogramSummary(among)).toMatch("Half of all eligible people have 50 % or less.");
});
