import { expect, test } from "vitest";
import { hasOthers, histogramInWords, medianBin, occupied } from "./histogram.js";

const bins = [10, 30, 0, 5, 0, 0].map((count, i) => ({ min: i / 10, max: (i + 1) / 10, count }));

test("bins beyond the highest score are left out, and empty ones between stay", () => {
  expect(occupied(bins).map(({ count }) => count)).toEqual([10, 30, 0, 5]);
  expect(occupied([{ min: 0, max: 0.1, count: 0 }])).toHaveLength(1);
});

test("the middle person lies where half are reached", () => {
  expect(medianBin(bins)).toMatchObject({ max: 0.2 });
  expect(medianBin([{ min: 0, max: 0.1, count: 0 }])).toBeUndefined();
});

test("in words it says where the middle and the top are", () => {
  expect(histogramInWords(bins)).toBe(
    "Half of the people have a probability of 20 % or less; the highest is between 30 % and 40 %.",
  );
});

test("others who could be asked about are told of where there are any", () => {
  const among = bins.map((bin, i) => ({ ...bin, eligible_count: bin.count + (i === 4 ? 200 : 0) }));
  expect(hasOthers(bins)).toBe(false);
  expect(hasOthers(bins.map((bin) => ({ ...bin, eligible_count: bin.count })))).toBe(false);
  expect(hasOthers(among)).toBe(true);
  expect(occupied(among)).toHaveLength(5);
  expect(histogramInWords(among)).toMatch("Of all who could be asked about, half have 50 % or less.");
});
