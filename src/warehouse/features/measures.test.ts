import { expect, test } from "vitest";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { cutoff, daysBefore, measureOne, planOf, testEngine } from "./fixtures.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const visitsAt = (...times: number[]) => ({ events: times.map((time) => ({ person: 1, time })) });

test("a window includes its first instant and excludes the cutoff", async () => {
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

test("a trend is the share of the newer half, and null without events", async () => {
  const log = visitsAt(daysBefore(10), daysBefore(40), daysBefore(50), daysBefore(60));
  const features = await measureOne(engine(), plan, log);
  expect(features).toMatchObject({ visit_trend_30d: 0.25, visit_trend_90d: 1 });
  expect((await measureOne(engine(), plan, visitsAt(daysBefore(100)))).visit_trend_30d).toBeNull();
});

test("the season of last year begins a year before the cutoff", async () => {
  const log = visitsAt(daysBefore(365) - 1, daysBefore(365), daysBefore(335) - 1, daysBefore(335));
  expect(await measureOne(engine(), plan, log)).toMatchObject({ visit_season_30d: 2, visit_season_90d: 3 });
});

test("counts of a person without events are zero", async () => {
  const features = await measureOne(engine(), plan, visitsAt(cutoff + secondsPerDay));
  expect(features).toMatchObject({ visit_count: 0, visit_days: 0, visit_season_30d: 0, visit_value_sum: 0 });
});

test("recency and tenure are in days, with fractions", async () => {
  expect(await measureOne(engine(), plan, visitsAt(daysBefore(100), daysBefore(2.5)))).toMatchObject({
    days_since_last_visit: 2.5,
    days_since_first_visit: 100,
    visit_recency_over_tenure: 0.025,
  });
});

test("the rate is per 30 days, with a tenure of at least 30 days", async () => {
  const old = visitsAt(daysBefore(90), daysBefore(60), daysBefore(1));
  expect((await measureOne(engine(), plan, old)).visit_rate).toBe(1);
  expect((await measureOne(engine(), plan, visitsAt(daysBefore(1)))).visit_rate).toBe(1);
});

test("recency is null for a person without events", async () => {
  expect(await measureOne(engine(), plan, visitsAt())).toMatchObject({
    days_since_last_visit: null,
    days_since_first_visit: null,
    visit_rate: null,
    visit_recency_over_tenure: null,
  });
});

const valued = (...events: [days: number, value: number | null][]) => ({
  events: events.map(([days, value]) => ({ person: 1, time: daysBefore(days), value })),
});

test("sums, mean and maximum ignore events without a value", async () => {
  expect(await measureOne(engine(), plan, valued([5, 0.1], [50, 0.2], [50, null], [200, 0.6]))).toMatchObject(
    {
      visit_value_sum_30d: 0.1,
      visit_value_sum_90d: 0.3,
      visit_value_sum: 0.9,
      visit_value_mean: 0.3,
      visit_value_max: 0.6,
    },
  );
});

test("the first and the last value are those of whole days", async () => {
  const log = valued([100, 3], [99.5, 4], [50, 9], [2, 1], [1.5, 1.5]);
  expect(await measureOne(engine(), plan, log)).toMatchObject({
    visit_value_first: 7,
    visit_value_last: 2.5,
  });
});

test("the value trend is the recent mean over the mean of all", async () => {
  const { visit_value_trend_90d } = await measureOne(engine(), plan, valued([10, 30], [100, 10], [200, 20]));
  expect(visit_value_trend_90d).toBe(1.5);
});

test("a mean of zero has no trend, and refunds count as negative", async () => {
  expect(await measureOne(engine(), plan, valued([10, 5], [100, -5]))).toMatchObject({
    visit_value_sum: 0,
    visit_value_trend_90d: null,
  });
});

test("the share of negative values is among the events with a value", async () => {
  expect(
    await measureOne(engine(), plan, valued([10, 5], [20, -5], [30, null], [40, 1], [50, 2])),
  ).toMatchObject({
    visit_value_negative: 0.25,
  });
});

test("an absurdly large value is ignored instead of failing the build", async () => {
  const features = await measureOne(engine(), plan, valued([10, 1e300], [20, 2]));
  expect(features).toMatchObject({ visit_value_sum: 2, visit_count: 2 });
});

test("the share of a category is among the events with the property", async () => {
  const events = [
    { person: 1, time: daysBefore(10), category: "Toys" },
    { person: 1, time: daysBefore(100), category: "Toys" },
    { person: 1, time: daysBefore(110), category: "Books" },
    { person: 1, time: daysBefore(120), category: "Rare" },
    { person: 1, time: daysBefore(130), category: null },
  ];
  expect(await measureOne(engine(), plan, { events })).toMatchObject({
    visit_category_toys_share: 0.5,
    visit_category_toys_count_90d: 1,
    visit_category_books_share: 0.25,
    visit_category_books_count_90d: 0,
  });
});

test("a number has a mean over all events and one over the last day", async () => {
  const events = [
    { person: 1, time: daysBefore(50), units: 2 },
    { person: 1, time: daysBefore(10), units: 5 },
    { person: 1, time: daysBefore(10) + 60, units: 8 },
    { person: 1, time: daysBefore(10) + 90, units: null },
  ];
  expect(await measureOne(engine(), plan, { events })).toMatchObject({
    visit_units_mean: 5,
    visit_units_last: 6.5,
  });
});

test("a property that a person never had is null", async () => {
  const events = [{ person: 1, time: daysBefore(10) }];
  expect(await measureOne(engine(), plan, { events })).toMatchObject({
    visit_units_mean: null,
    visit_units_last: null,
    visit_category_toys_share: null,
  });
});
