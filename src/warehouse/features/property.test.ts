import { expect, test } from "vitest";
import { daysBefore, measureOne, planOf, testEngine } from "./fixtures.js";

const engine = testEngine();
const plan = planOf(["visit"]);

test("the share of a value is of the events that have the property", async () => {
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

test("a property that a person never had is not known", async () => {
  const events = [{ person: 1, time: daysBefore(10) }];
  expect(await measureOne(engine(), plan, { events })).toMatchObject({
    visit_units_mean: null,
    visit_units_last: null,
    visit_category_toys_share: null,
  });
});
