import { expect, test } from "vitest";
import { daysBefore, measureOne, planOf, testEngine } from "./fixtures.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const visitsAt = (...times: number[]) => ({ events: times.map((time) => ({ person: 1, time })) });

test("several events of a day are one active day", async () => {
  const log = visitsAt(daysBefore(10), daysBefore(10) + 3600, daysBefore(10) + 7200, daysBefore(40));
  expect(await measureOne(engine(), plan, log)).toMatchObject({ visit_days: 2, visit_days_30d: 1 });
});

test("gaps of 10 and 20 days have a mean of 15, and the last one has its own measure", async () => {
  const log = visitsAt(daysBefore(60), daysBefore(50), daysBefore(50) + 60, daysBefore(30));
  const features = await measureOne(engine(), plan, log);
  expect(features).toMatchObject({ visit_gap_mean: 15, visit_overdue: 2 });
  expect(features).toMatchObject({
    visit_gap_median: 15,
    visit_gap_max: 20,
    visit_overdue_median: 2,
    visit_overdue_max: 1.5,
    visit_overdue_last: 1.5,
  });
  expect(features.visit_gap_spread).toBeCloseTo(Math.sqrt(50), 5);
  expect(features.visit_gap_last_over_mean).toBeCloseTo(20 / 15, 5);
});

test("one gap has no spread and one visit has no gap", async () => {
  expect(await measureOne(engine(), plan, visitsAt(daysBefore(9), daysBefore(5)))).toMatchObject({
    visit_gap_mean: 4,
    visit_gap_spread: null,
    visit_gap_last_over_mean: 1,
  });
  expect(await measureOne(engine(), plan, visitsAt(daysBefore(5)))).toMatchObject({
    visit_gap_mean: null,
    visit_gap_last_over_mean: null,
    visit_overdue: null,
  });
});
