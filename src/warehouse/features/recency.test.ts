import { expect, test } from "vitest";
import { daysBefore, measureOne, planOf, testEngine } from "./fixtures.js";

const engine = testEngine();
const plan = planOf(["visit"]);
const visitsAt = (...times: number[]) => ({ events: times.map((time) => ({ person: 1, time })) });

test("recency and tenure are days, with their fractions", async () => {
  expect(await measureOne(engine(), plan, visitsAt(daysBefore(100), daysBefore(2.5)))).toMatchObject({
    days_since_last_visit: 2.5,
    days_since_first_visit: 100,
    visit_recency_over_tenure: 0.025,
  });
});

test("the rate is per 30 days, and nobody is younger than 30 days", async () => {
  const old = visitsAt(daysBefore(90), daysBefore(60), daysBefore(1));
  expect((await measureOne(engine(), plan, old)).visit_rate).toBe(1);
  expect((await measureOne(engine(), plan, visitsAt(daysBefore(1)))).visit_rate).toBe(1);
});

test("recency is not known of a person without events", async () => {
  expect(await measureOne(engine(), plan, visitsAt())).toMatchObject({
    days_since_last_visit: null,
    days_since_first_visit: null,
    visit_rate: null,
    visit_recency_over_tenure: null,
  });
});
