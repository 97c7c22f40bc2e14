import { expect, test } from "vitest";
import { treatmentQueryOf } from "./treatment-query.js";

const draft = {
  goal: "visit",
  days: 14,
  arm: "",
  contact: "",
  control: "",
  promisedPercent: undefined,
  cost: "",
  worth: undefined,
};

test("the question has what was filled in, and nothing else", () => {
  expect(treatmentQueryOf(draft)).toEqual({ goal: "visit", days: 14 });
  const arms = { ...draft, arm: "segment", contact: "Mail", control: "None", promisedPercent: 50 };
  expect(treatmentQueryOf(arms)).toEqual({
    goal: "visit",
    days: 14,
    arm_property: "segment",
    contact: "Mail",
    control: "None",
    promised_share: 0.5,
  });
});

test("without a goal, days or both arms there is no question", () => {
  expect(treatmentQueryOf({ ...draft, goal: "" })).toBeUndefined();
  expect(treatmentQueryOf({ ...draft, days: undefined })).toBeUndefined();
  expect(treatmentQueryOf({ ...draft, arm: "segment", contact: "Mail" })).toBeUndefined();
});

test("the worth of a conversion is asked about together with the cost of a contact alone", () => {
  expect(treatmentQueryOf({ ...draft, worth: 25 })).toEqual({ goal: "visit", days: 14 });
  expect(treatmentQueryOf({ ...draft, cost: "cost", worth: 25 })).toMatchObject({
    cost_property: "cost",
    value_per_conversion: 25,
  });
});

test("a promised share of nobody or everyone is none", () => {
  expect(treatmentQueryOf({ ...draft, promisedPercent: 100 })).toEqual({ goal: "visit", days: 14 });
});
