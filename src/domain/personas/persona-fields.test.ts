import { expect, test } from "vitest";
import { planFeatures } from "../outcome/features/plan.js";
import { chosenFeatures, describingFeatures, fieldOf } from "./persona-fields.js";

const day = 86_400;
const transaction = {
  name: "transaction",
  result: {
    event_count: 9,
    people_count: 3,
    oldest: 0,
    newest: 900 * day,
    hasValue: true,
    isDated: true,
    properties: {
      category: {
        type: "text" as const,
        statistical_type: "categorical" as const,
        breaks: [],
        categories: [{ name: "garden", count: 9 }],
        emitted_by_datasets: [],
      },
    },
    event_contribution_by_dataset: {},
    events_by_month: [],
  },
};
const tier = { name: "tier", type: "text" as const, values: [{ name: "gold", count: 3 }] };
const plan = planFeatures([transaction], [tier], {
  blocklist: [],
  blockedProviders: ["calendar"],
  excludeStreams: [],
  landmarkSpanDays: 0,
});
const names = (features: { name: string }[]) => features.map(({ name }) => name);

test("default fields express each attribute once", () => {
  expect(names(describingFeatures(plan))).toEqual([
    "transaction_count",
    "days_since_last_transaction",
    "days_since_first_transaction",
    "transaction_value_mean",
    "transaction_value_negative",
    "transaction_category_garden_share",
    "trait_tier_is_gold",
  ]);
});

test.each([
  [["fig/tier"], ["trait_tier_is_gold"]],
  [
    ["tier", "transaction_count_90d"],
    ["transaction_count_90d", "trait_tier_is_gold"],
  ],
  [["category"], ["transaction_category_garden_share", "transaction_category_garden_count_90d"]],
  [["Transaction"], names(describingFeatures(plan)).slice(0, 6)],
])("%j are features by name, trait, property or stream", (fields, chosen) => {
  expect(names(chosenFeatures(plan, fields))).toEqual(chosen);
});

test("an unknown field is refused with the list of fields", () => {
  expect(() => chosenFeatures(plan, ["fig/age"])).toThrow(
    /no field fig\/age.*feature: transaction_count, .*category, tier/,
  );
});

test("the values of a text form one group, and so do the windows of a count", () => {
  const groups = (fields: string[]) =>
    new Set(chosenFeatures(plan, fields).map((each) => fieldOf(each).group));
  expect(groups(["transaction_count", "transaction_count_90d"]).size).toBe(1);
  expect(groups(["transaction_count", "tier"]).size).toBe(2);
});
