import { expect, test } from "vitest";
import { propertyFeatures, traitFeatures } from "./attributes.js";
import { familyOf } from "./feature.js";
import { streamWords } from "./naming.js";
import { orderFeatures } from "./plan.js";
import { activityFeatures, valueFeatures } from "./streams.js";

const families = (features: Parameters<typeof familyOf>[0][]) => [...new Set(features.map(familyOf))].sort();

test("counts and amounts over any window are one family, and each duration is its own", () => {
  expect(families(activityFeatures(streamWords("order"), 1000))).toEqual([
    "order recency",
    "order rhythm",
    "order season",
    "order tenure",
    "order trend",
    "order volume",
  ]);
  expect(families(valueFeatures(streamWords("order"), 1000))).toEqual([
    "order value",
    "order value_negative_share",
    "order value_trend",
    "order volume",
  ]);
});

test("the values of a property, and of a trait, are one family", () => {
  const summary = {
    type: "text" as const,
    statistical_type: "categorical" as const,
    breaks: [],
    categories: ["web", "shop"].map((name) => ({ name, count: 5 })),
    emitted_by_datasets: [],
  };
  expect(families(propertyFeatures(streamWords("order"), { channel: summary, city: summary }))).toEqual([
    "order property channel",
    "order property city",
  ]);
  const tier = { name: "tier", type: "text" as const, values: summary.categories };
  expect(families(traitFeatures([tier]))).toEqual(["trait tier"]);
});

test("the same measure of two streams is two families", () => {
  expect(families(orderFeatures(["order", "visit", "refund"]))).toEqual([
    "order before refund",
    "order before visit",
    "visit before refund",
  ]);
});
