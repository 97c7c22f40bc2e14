import { expect, test } from "vitest";
import type { Estimate } from "../outcome/evaluation.js";
import { type PolicyTest, type PolicyValue, policyOn } from "./policy.js";

const about = (value: number): Estimate => ({ value, low: value - 0.01, high: value + 0.01 });
const both = (value: number): PolicyValue => ({
  inverse_propensity: about(value),
  doubly_robust: about(value),
});
const figures = (value: number, list: number) => ({ value: both(value), over_list: both(value - list) });

/** Nobody brings 0.1, everyone 0.15, and half of them by uplift nearly as much. */
const found: PolicyTest = {
  campaign: 2,
  people: 1000,
  contact_share: 0.9,
  list: both(0.15),
  shares: [
    { share: 0, uplift: figures(0.1, 0.15), order: figures(0.1, 0.15), uplift_over_order: both(0) },
    { share: 0.5, uplift: figures(0.14, 0.15), order: figures(0.12, 0.15), uplift_over_order: both(0.02) },
  ],
};

test("the rule of now is compared with the whole list, and with as many in its order", () => {
  const { list, now, over_list, over_order } = policyOn(found, "uplift", 500, null)!;
  expect(list).toMatchObject({ contacts: 1000, doubly_robust: { value: 150 } });
  expect(now.contacts).toBe(500);
  expect(now.inverse_propensity.value).toBeCloseTo(140, 9);
  expect(over_list.doubly_robust.value).toBeCloseTo(-10, 9);
  expect(over_order!.doubly_robust).toMatchObject({ value: 20, low: 10, high: 30 });
  expect(over_list).not.toHaveProperty("profit");
});

test("the profit counts the contacts that are not made", () => {
  const { over_list, over_order } = policyOn(found, "uplift", 500, { worth: 20, costPerContact: 1 })!;
  expect(over_list.profit!.value).toBeCloseTo(-10 * 20 + 500, 9);
  expect(over_order!.profit!.value).toBeCloseTo(20 * 20, 9);
});

test("between the known shares it is a line", () => {
  expect(policyOn(found, "chance", 250, null)!.now.doubly_robust.value).toBeCloseTo(110, 9);
  expect(policyOn(found, "uplift", 750, null)!.now.doubly_robust.value).toBeCloseTo(145, 9);
  expect(policyOn(found, "uplift", 750, null)!.over_order!.doubly_robust.value).toBeCloseTo(10, 9);
});

test("by chance the order is that of the list, and there is nothing else to compare with", () => {
  expect(policyOn(found, "chance", 500, null)).not.toHaveProperty("over_order");
});

test("nobody, a choice at random and at least the whole list are no other rule", () => {
  for (const [by, contacts] of [
    [null, 500],
    ["random", 500],
    ["uplift", 1000],
    ["uplift", 0],
  ] as const)
    expect(policyOn(found, by, contacts, null)).toBeNull();
});
