import { expect, test } from "vitest";
import { daysBefore, measureOne, planOf, testEngine } from "./fixtures.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const worth = (...events: [days: number, value: number | null][]) => ({
  events: events.map(([days, value]) => ({ person: 1, time: daysBefore(days), value })),
});

test("sums, mean and maximum leave out events without a value", async () => {
  expect(await measureOne(engine(), plan, worth([5, 0.1], [50, 0.2], [50, null], [200, 0.6]))).toMatchObject({
    visit_value_sum_30d: 0.1,
    visit_value_sum_90d: 0.3,
    visit_value_sum: 0.9,
    visit_value_mean: 0.3,
    visit_value_max: 0.6,
  });
});

test("the first and the last value are those of whole days", async () => {
  const log = worth([100, 3], [99.5, 4], [50, 9], [2, 1], [1.5, 1.5]);
  expect(await measureOne(engine(), plan, log)).toMatchObject({
    visit_value_first: 7,
    visit_value_last: 2.5,
  });
});

test("the value trend is the recent mean over the mean of all", async () => {
  const { visit_value_trend_90d } = await measureOne(engine(), plan, worth([10, 30], [100, 10], [200, 20]));
  expect(visit_value_trend_90d).toBe(1.5);
});

test("a mean of zero has no trend, and refunds count as negative", async () => {
  expect(await measureOne(engine(), plan, worth([10, 5], [100, -5]))).toMatchObject({
    visit_value_sum: 0,
    visit_value_trend_90d: null,
  });
});

test("of the events with a value, the share that was brought back is known", async () => {
  expect(
    await measureOne(engine(), plan, worth([10, 5], [20, -5], [30, null], [40, 1], [50, 2])),
  ).toMatchObject({
    visit_value_negative: 0.25,
  });
});

test("a value beyond all amounts is left out instead of breaking the build", async () => {
  const features = await measureOne(engine(), plan, worth([10, 1e300], [20, 2]));
  expect(features).toMatchObject({ visit_value_sum: 2, visit_count: 2 });
});
