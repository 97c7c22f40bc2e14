import { expect, test } from "vitest";
import { stakesOf } from "./stakes.js";

const summary = (id: string, outcome: object, expected: object | undefined) =>
  ({ outcome: { id, status: "ready", horizon_days: 70, ...outcome }, expected }) as never;
const amount = (expected: number) => ({ value: { amount: { expected } } });
const recurring = (at_risk: number, subscriptions = 9) => ({
  recurring: { at_risk, subscriptions, currency: "EUR" },
});
const found = (...all: never[]) => {
  const { spending, atRisk } = stakesOf(all);
  return {
    spending: spending && [spending.of.outcome.id, spending.amount, spending.aWeek, spending.currency],
    atRisk: atRisk && [atRisk.of.outcome.id, atRisk.amount],
  };
};

test("the prediction that helps most says what is spent, and what a week of it is", () => {
  const rule = summary("rule", { verdict: { decision: "no_better" } }, amount(90_000));
  const better = summary("better", { value_currency: "EUR" }, amount(38_912));
  expect(found(rule, better).spending).toEqual(["better", 38_900, 3_890, "EUR"]);
});

test("the largest sum at risk is of active subscriptions", () => {
  const all = [
    summary("few", {}, recurring(10)),
    summary("many", {}, recurring(2_310)),
    summary("none", {}, recurring(9_999, 0)),
  ];
  expect(found(...all)).toEqual({ spending: undefined, atRisk: ["many", 2_310] });
});

test("nothing is at stake without amounts, without dates or without scores", () => {
  const all = [
    summary("plain", {}, {}),
    summary("alike", { horizon_days: undefined }, amount(50)),
    summary("unscored", {}, undefined),
  ];
  expect(stakesOf(all)).toEqual({});
});
