import { expect, test } from "vitest";
import { chosenRate, isTicked, noChoices, type Suggestion, toCreate } from "./suggestions.js";

const suggestion = (id: string, more: Partial<Suggestion> = {}): Suggestion => ({
  id,
  kind: "buys_again",
  name: id,
  question: "",
  goal: "bought again",
  stream_name: "order",
  people: 100,
  horizon_days: 60,
  is_learnable: true,
  has_value: false,
  horizons: [30, 60].map((days) => ({
    days,
    name: `${id} within ${days} days`,
    people: 100,
    attained: 20,
    cutoff: "2026-01-01T00:00:00Z",
  })),
  ...more,
});
const unlearnable = suggestion("quiet", { horizon_days: null, is_learnable: false });
const there = suggestion("again", { outcome_id: "17" });
const all = [unlearnable, there, suggestion("second"), suggestion("tea")];

test("the first that can be learned and is not there yet is ticked", () => {
  expect(toCreate(all, noChoices)).toEqual([{ id: "second", horizon_days: 60 }]);
});

test("the reader's ticks and horizons win", () => {
  const choices = { ...noChoices, ticked: { second: false, tea: true, quiet: true }, days: { tea: 30 } };
  expect(toCreate(all, choices)).toEqual([{ id: "tea", horizon_days: 30 }]);
  expect(isTicked(unlearnable, all, choices)).toBe(false);
});

test("expected amounts and dates are wanted wherever there are any, unless the reader does not want them", () => {
  const valued = [suggestion("again", { has_value: true })];
  expect(toCreate(valued, noChoices)).toEqual([{ id: "again", horizon_days: 60, value: true, dates: true }]);
  expect(toCreate(valued, { ...noChoices, withValue: false })).toEqual([
    { id: "again", horizon_days: 60, value: false, dates: false },
  ]);
});

test("a suggestion that cannot be learned shows the horizon that comes closest", () => {
  const [short, long] = unlearnable.horizons;
  const horizons = [short!, { ...long!, attained: 40 }];
  expect(chosenRate({ ...unlearnable, horizons }, noChoices)?.days).toBe(60);
  expect(chosenRate(suggestion("none", { horizons: [] }), noChoices)).toBeUndefined();
});

test("a likeness has no horizon to send", () => {
  const alike = suggestion("resembles:churn", { kind: "resembles", horizon_days: null, horizons: [] });
  expect(toCreate([alike], noChoices)).toEqual([{ id: "resembles:churn" }]);
});
