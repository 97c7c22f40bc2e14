import { expect, test } from "vitest";
import { secondsPerDay } from "../../domain/resource.js";
import { cutoff, daysBefore, measureOne, planOf, testEngine } from "./fixtures.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const visitsAt = (...times: number[]) => ({ events: times.map((time) => ({ person: 1, time })) });

test("a window holds its first instant and never the cutoff", async () => {
  const log = visitsAt(daysBefore(30) - 1, daysBefore(30), cutoff - 1, cutoff, cutoff + 1);
  expect(await measureOne(engine(), plan, log)).toMatchObject({
    visit_count_7d: 1,
    visit_count_30d: 2,
    visit_count_60d: 3,
    visit_count: 3,
  });
});

test("a decayed count halves an event with every half-life", async () => {
  const log = visitsAt(daysBefore(30), daysBefore(60));
  expect((await measureOne(engine(), plan, log)).visit_decayed_count_30d).toBe(0.75);
});

test("a trend is the share of the newer half, and not known without events", async () => {
  const log = visitsAt(daysBefore(10), daysBefore(40), daysBefore(50), daysBefore(60));
  const features = await measureOne(engine(), plan, log);
  expect(features).toMatchObject({ visit_trend_30d: 0.25, visit_trend_90d: 1 });
  expect((await measureOne(engine(), plan, visitsAt(daysBefore(100)))).visit_trend_30d).toBeNull();
});

test("the season of last year begins a year before the cutoff", async () => {
  const log = visitsAt(daysBefore(365) - 1, daysBefore(365), daysBefore(335) - 1, daysBefore(335));
  expect(await measureOne(engine(), plan, log)).toMatchObject({ visit_season_30d: 2, visit_season_90d: 3 });
});

test("a person without events has counted zero times", async () => {
  const features = await measureOne(engine(), plan, visitsAt(cutoff + secondsPerDay));
  expect(features).toMatchObject({ visit_count: 0, visit_days: 0, visit_season_30d: 0, visit_value_sum: 0 });
});
