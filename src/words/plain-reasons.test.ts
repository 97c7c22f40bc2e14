import { expect, test } from "vitest";
import type { DayMeasure, EventMeasure, Feature, TraitMeasure } from "../domain/outcome/features/feature.js";
import { planFeatures } from "../domain/outcome/features/plan.js";
import { distinctReasons, plainReason } from "./plain-reasons.js";

const described = { name: "n", literate: "l", provider: "order", type: "number" } as const;
const events = (measure: EventMeasure): Feature => ({ ...described, over: "events", measure });
const days = (measure: DayMeasure): Feature => ({ ...described, over: "days", measure });
const trait = (measure: TraitMeasure): Feature => ({ ...described, over: "traits", measure });
const refund: Feature = { ...described, over: "order", until: "club_refund" };
const refill = { property: "category", value: "Refills" };
const unknown = Number.NaN;

const table: [Feature, value: number, reason: string][] = [
  [events({ of: "count", days: 42 }), 3, "3 orders in the last 6 weeks"],
  [events({ of: "count", days: 90 }), 1, "1 order in the last 3 months"],
  [events({ of: "count", days: 30 }), 0, "No orders in the last month"],
  [events({ of: "count", days: 365 }), 12, "12 orders in the last year"],
  [events({ of: "count", days: null }), 1, "1 order so far"],
  [events({ of: "count", days: null }), unknown, "No order yet"],
  [events({ of: "value_sum", days: 30 }), 1234.56, "Spent 1,235 in the last month"],
  [events({ of: "value_sum", days: 180 }), 0, "Nothing spent in the last 6 months"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 0.0007, "Hardly any recent orders"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 1.1, "About 1 recent order"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 2.8, "About 3 recent orders"],
  [events({ of: "recency" }), 0.4, "Last order less than a day ago"],
  [events({ of: "recency" }), 1.2, "Last order 1 day ago"],
  [events({ of: "recency" }), 12.2, "Last order 12 days ago"],
  [events({ of: "recency" }), 42, "Last order 6 weeks ago"],
  [events({ of: "recency" }), unknown, "No order yet"],
  [events({ of: "tenure" }), 800, "First order 2 years ago"],
  [events({ of: "rate" }), 2.2, "About 2 orders a month"],
  [events({ of: "rate" }), 0.9, "About 1 order a month"],
  [events({ of: "rate" }), 0.51, "About one order every 2 months"],
  [events({ of: "rate" }), 0.01, "Less than one order a year"],
  [events({ of: "recency_over_tenure" }), 0.62, "Quiet for 62 % of the time since the first order"],
  [events({ of: "recency_over_tenure" }), 1, "No other order since the first"],
  [events({ of: "trend", days: 30 }), 0.75, "More orders lately than before"],
  [events({ of: "trend", days: 30 }), 0.5, "Orders as often as before"],
  [events({ of: "trend", days: 30 }), 0, "Fewer orders lately than before"],
  [events({ of: "trend", days: 30 }), unknown, "No orders in the last 2 months"],
  [events({ of: "season", days: 30 }), 2, "2 orders at this time last year"],
  [events({ of: "value_mean" }), 41.4, "41 per order on average"],
  [events({ of: "value_mean" }), unknown, "No order with an amount yet"],
  [events({ of: "value_max" }), 99, "Largest order: 99"],
  [events({ of: "value_negative_share" }), 0.2, "20 % of orders were returns"],
  [events({ of: "value_negative_share" }), 0, "No returns"],
  [events({ of: "value_trend", days: 90 }), 1.41, "Spends more per order than usual"],
  [events({ of: "value_trend", days: 90 }), 1, "Spends as much per order as usual"],
  [events({ of: "value_trend", days: 90 }), 0.5, "Spends less per order than usual"],
  [events({ of: "value_trend", days: 90 }), unknown, "No order with an amount in the last 3 months"],
  [events({ of: "property_share", ...refill }), 0.6, "60 % of orders with category “Refills”"],
  [events({ of: "property_share", ...refill }), 1, "All orders with category “Refills”"],
  [events({ of: "property_share", ...refill }), 0, "No orders with category “Refills”"],
  [events({ of: "property_share", ...refill }), unknown, "No order with category yet"],
  [
    events({ of: "property_count", ...refill, days: 90 }),
    2,
    "2 orders with category “Refills” in the last 3 months",
  ],
  [events({ of: "property_mean", property: "discount" }), 0, "No discount on orders"],
  [events({ of: "property_mean", property: "items" }), 3, "Average items per order: 3"],
  [days({ of: "active_days", days: 30 }), 4, "Orders on 4 days in the last month"],
  [days({ of: "active_days", days: 30 }), 1, "Orders on 1 day in the last month"],
  [days({ of: "active_days", days: null }), 0, "No orders so far"],
  [days({ of: "gap_mean" }), 31, "Orders about every 4 weeks"],
  [days({ of: "gap_mean" }), 1, "Orders about every day"],
  [days({ of: "gap_mean" }), unknown, "Only one order so far"],
  [days({ of: "gap_spread" }), 12, "Time between orders varies by 12 days"],
  [days({ of: "gap_spread" }), 0, "Orders at regular intervals"],
  [days({ of: "gap_spread" }), unknown, "Too few orders to see a rhythm"],
  [days({ of: "gap_last_over_mean" }), 1.4, "Came back later than usual for the last order"],
  [days({ of: "gap_last_over_mean" }), 0.4, "Came back sooner than usual for the last order"],
  [days({ of: "overdue" }), 2.3, "Next order is overdue (2.3 times the usual gap)"],
  [days({ of: "overdue" }), 1, "Next order is due about now"],
  [days({ of: "overdue" }), 0.2, "Next order is not due yet"],
  [days({ of: "gap_median" }), 31, "Orders about every 4 weeks"],
  [days({ of: "gap_max" }), 31, "Never more than 4 weeks between orders"],
  [days({ of: "overdue_max" }), 1.4, "Quiet for longer than ever between orders"],
  [days({ of: "overdue_max" }), 0.5, "Quiet for 50 % of the longest time between orders"],
  [days({ of: "overdue_last" }), 1.4, "Quiet for longer than before the last order"],
  [days({ of: "overdue_last" }), unknown, "Only one order so far"],
  [days({ of: "value_first" }), 45, "Spent 45 on the first day"],
  [days({ of: "value_last" }), unknown, "Amount of the last order not known"],
  [days({ of: "property_last", property: "items" }), 2, "Average items of the last order: 2"],
  [refund, -3, "Last club refund 3 days before the last order"],
  [refund, 30, "Last club refund 4 weeks after the last order"],
  [refund, 0, "Last club refund on the day of the last order"],
  [refund, unknown, "Not both orders and club refunds yet"],
  [trait({ trait: "age", value: null }), 34, "Age: 34"],
  [
    trait({ trait: "distance", value: null, said: { trait: "distance to shop", unit: "km" } }),
    3,
    "Distance to shop: 3 km",
  ],
  [trait({ trait: "loyalty_tier", value: "gold" }), 1, "Loyalty tier is “gold”"],
  [trait({ trait: "loyalty_tier", value: "gold" }), 0, "Loyalty tier is not “gold”"],
  [trait({ trait: "loyalty_tier", value: "gold" }), unknown, "Loyalty tier not known"],
];

test.each(table)("%o with %d", (feature, value, reason) => {
  expect(plainReason(feature, value)).toBe(reason);
});

test("the default stream of purchases goes by a word of the trade", () => {
  expect(plainReason({ ...events({ of: "recency" }), provider: "transaction" }, 5)).toBe(
    "Last purchase 5 days ago",
  );
});

test("whatever is planned has words for a value, for nothing and for not known", () => {
  const stream = {
    event_count: 10,
    people_count: 5,
    oldest: 0,
    newest: 1_000 * 86_400,
    hasValue: true,
    isDated: true,
    properties: {},
    event_contribution_by_dataset: {},
  };
  const number = {
    statistical_type: "continuous" as const,
    breaks: [],
    categories: [],
    emitted_by_datasets: [],
  };
  const text = { ...number, categories: [{ name: "web", count: 9 }] };
  const properties = {
    items: { ...number, type: "number" as const },
    channel: { ...text, type: "text" as const },
  };
  const { features } = planFeatures(
    [
      { name: "purchase", result: { ...stream, properties } },
      { name: "refund", result: stream },
    ],
    [{ name: "tier", type: "text", values: [{ name: "gold", count: 3 }] }],
    { blocklist: [], blockedProviders: [], excludeStreams: [], landmarkSpanDays: 500 },
  );
  for (const feature of features)
    for (const value of [0, 0.5, 1, 7.25, Number.NaN]) {
      const reason = plainReason(feature, value);
      expect(reason, feature.name).toMatch(/^[^\s].*[^\s]$/);
      expect(reason, feature.name).not.toMatch(/NaN|undefined|Infinity/);
    }
});

test("a one-time purchaser has one reason for the day of the purchase", () => {
  const reasons = [
    "Last order 3 days ago",
    "First order 3 days ago",
    "Spent 54 so far",
    "First order 2 years ago",
  ];
  expect(distinctReasons(reasons)).toEqual([reasons[0], reasons[2], reasons[3]]);
});
