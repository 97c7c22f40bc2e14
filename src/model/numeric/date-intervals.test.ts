import { expect, test } from "vitest";
import { intervalOfNextDate, meanOfDates, nextDate } from "./date-intervals.js";
import { seededRandom } from "./random.js";

const model = { horizonSeconds: 10, usualDeviation: 0.02, usualCases: 6, memoryHorizons: 1 };
const figures = (values: number[], step = 10, variance = 0.0001) =>
  values.map((value, i) => ({ landmark: i * step, value, variance }));
const widthOf = (values: number[], step?: number, variance?: number) => {
  const { low, high } = intervalOfNextDate(figures(values, step, variance), model);
  return high - low;
};

test("dates that differ widen the interval, and chance of who was observed widens it too", () => {
  expect(widthOf([0.7, 0.8, 0.7, 0.8])).toBeGreaterThan(1.3 * widthOf([0.75, 0.75, 0.75, 0.75]));
  expect(widthOf([0.75, 0.75], 10, 0.001)).toBeGreaterThan(widthOf([0.75, 0.75]));
});

test("dates that share days tell less than dates that do not", () => {
  expect(widthOf([0.75, 0.75, 0.75, 0.75], 1)).toBeGreaterThan(widthOf([0.75, 0.75, 0.75, 0.75]));
});

test("the mean over dates is known better than the next date, and better with more dates", () => {
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const [few, many] = [figures([0.7, 0.8]), figures([0.7, 0.8, 0.7, 0.8, 0.7, 0.8])];
  expect(width(meanOfDates(many, model))).toBeLessThan(width(intervalOfNextDate(many, model)));
  const long = { ...model, memoryHorizons: 10 };
  expect(width(meanOfDates(many, long))).toBeLessThan(width(meanOfDates(few, long)));
});

test("the newest dates count most", () => {
  expect(nextDate(figures([0.6, 0.6, 0.8, 0.8]), model).centre).toBeGreaterThan(0.74);
});

test("about 95 of 100 intervals contain the next date's figure", () => {
  const random = seededRandom(4);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const drawn = () => 0.75 + 0.02 * normal() + 0.01 * normal();
  let covered = 0;
  for (let trial = 0; trial < 1000; trial++) {
    const { low, high } = intervalOfNextDate(figures([drawn(), drawn(), drawn(), drawn()]), model);
    const next = drawn();
    if (low <= next && next <= high) covered++;
  }
  expect(covered).toBeGreaterThan(920);
  expect(covered).toBeLessThan(990);
});
