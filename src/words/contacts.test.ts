import { expect, test } from "vitest";
import { contactPlanSentence, contactsSentence } from "./contacts.js";
import { formatter } from "./format.js";

const plan = {
  outcome_id: "o",
  terms: { cost_per_contact: 0.8, value_per_conversion: 25 },
  people: 512,
  paying: 512,
  min_chance: 0.0321,
  expected: 53.2,
  expected_interval: { low: 30, high: 70 },
  curve: [],
};

test("a plan says how many to contact, at what cost and profit", () => {
  expect(contactPlanSentence(plan)).toBe(
    "Contact 512 people, those with a chance of 3.2 % or more: cost 410, expected profit 920 (95 % interval 340 to 1,340).",
  );
});

test("a plan that the budget cuts says how many more would pay", () => {
  expect(contactPlanSentence({ ...plan, paying: 600 })).toMatch(
    /The budget ends there; contacting 88 more would pay\.$/,
  );
});

test("nobody is contacted where no contact pays, or the budget is too small", () => {
  expect(contactPlanSentence({ ...plan, people: 0, paying: 0 })).toMatch(
    /costs more than it is expected to bring/,
  );
  expect(contactPlanSentence({ ...plan, people: 0 })).toMatch(/budget is too small/);
});

test("a plan by amounts names the least expected amount", () => {
  const terms = { cost_per_contact: 0.8, margin: 0.3 };
  const amount = { expected: 4430, interval: { low: 3720, high: 5270 }, min: 2.67 };
  expect(contactPlanSentence({ ...plan, terms, amount })).toBe(
    "Contact 512 people, those with an expected amount of 2.67 or more: cost 410, expected profit 919 (95 % interval 706 to 1,171).",
  );
});

test("a recommendation has the figures of its reader's language", () => {
  const recommended = { people: 1512, paying_count: 1512, cost: 1210, min_chance: 0.0321 };
  expect(contactsSentence({ ...recommended, profit: 2920 }, formatter("de"))).toBe(
    "Contact 1.512 people, those with a chance of 3,2 % or more: cost 1.210, expected profit 2.920.",
  );
});
