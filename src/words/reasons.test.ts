import { expect, test } from "vitest";
import type {
  DayMeasure,
  EventMeasure,
  Feature,
  GroupMeasure,
  TraitMeasure,
} from "../domain/outcome/features/feature.js";
import { planFeatures } from "../domain/outcome/features/plan.js";
import { distinctReasons, exactReason, plainReason } from "./reasons.js";

const described = { name: "n", literate: "l", provider: "purchase", type: "number" } as const;
const events = (measure: EventMeasure): Feature => ({ ...described, over: "events", measure });
/** What subscribers pay again and again has no events of its own. */
const subscribed = (measure: EventMeasure): Feature => ({ ...events(measure), provider: "subscription" });
const days = (measure: DayMeasure): Feature => ({ ...described, over: "days", measure });
const trait = (measure: TraitMeasure): Feature => ({ ...described, over: "traits", measure });
const refund: Feature = { ...described, over: "order", until: "club_refund" };
const goal: Feature = {
  ...described,
  over: "goal",
  measure: { of: "goal_share", conditions: [], goal: { stream: "refund", conditions: [] }, moments: 10 },
};
const group = (measure: GroupMeasure): Feature => ({ ...described, over: "group", measure });
const key = { stream: "purchase", name: "home_store" };
const whole = { stream: "purchase", conditions: [] };
const web = { property: "sales_channel", value: "web" };
const refill = { property: "category", value: "Refills" };
const unknown = Number.NaN;

const exact: [Feature, value: number, reason: string][] = [
  [goal, 0.3, "goal reached at 30 % of the last 10 purchases"],
  [goal, 0, "goal reached at none of the last 10 purchases"],
  [goal, 1, "goal reached at all of the last 10 purchases"],
  [goal, unknown, "no purchase yet"],
  [
    group({ of: "group_goal_share", key, days: 365, goal: whole }),
    0.3,
    "goal reached at 30 % of the purchases of others with the same home store in the last 365 days",
  ],
  [
    group({ of: "group_reached_share", key, days: 365, goal: whole, horizonDays: 60 }),
    0.25,
    "goal reached within 60 days of 25 % of the purchases of others with the same home store",
  ],
  [
    group({ of: "group_mean", key, days: 90, number: null }),
    12,
    "average value 12 of the purchases of others with the same home store in the last 90 days",
  ],
  [
    group({ of: "group_count", key, days: 90 }),
    0,
    "no purchases of others with the same home store in the last 90 days",
  ],
  [group({ of: "group_count", key, days: 90 }), unknown, "nothing known of others with the same home store"],
  [events({ of: "count", days: 90 }), 3, "3 purchases in the last 90 days"],
  [events({ of: "count", days: 90 }), 0, "no purchases in the last 90 days"],
  [events({ of: "count", days: null }), 1, "1 purchase so far"],
  [events({ of: "count", days: null }), unknown, "no purchase yet"],
  [events({ of: "value_sum", days: 30 }), 1234.56, "purchases worth 1,235 in the last 30 days"],
  [events({ of: "value_sum", days: null }), 0, "no value of purchases so far"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 1.84, "1.8 recent purchases (30-day decay)"],
  [events({ of: "recency" }), 12.2, "last purchase 12 days ago"],
  [events({ of: "recency" }), 0.4, "last purchase less than a day ago"],
  [events({ of: "recency" }), 1.2, "last purchase 1 day ago"],
  [events({ of: "recency" }), 100, "last purchase 3 months ago"],
  [events({ of: "recency" }), unknown, "no purchase yet"],
  [events({ of: "tenure" }), 800, "first purchase 2 years ago"],
  [events({ of: "tenure" }), unknown, "no purchase yet"],
  [events({ of: "rate" }), 0.51, "0.51 purchases per 30 days since the first"],
  [events({ of: "recency_over_tenure" }), 0.62, "inactive for 62 % of the time since the first purchase"],
  [events({ of: "recency_over_tenure" }), 1, "no other purchase since the first"],
  [events({ of: "trend", days: 30 }), 0.75, "75 % of the purchases in the last 60 days were in the last 30"],
  [events({ of: "trend", days: 30 }), 0, "none of the purchases in the last 60 days were in the last 30"],
  [events({ of: "trend", days: 30 }), unknown, "no purchases in the last 60 days"],
  [events({ of: "season", days: 30 }), 2, "2 purchases in the same 30 days last year"],
  [events({ of: "season", days: 30 }), 0, "no purchases in the same 30 days last year"],
  [events({ of: "value_mean" }), 41.4, "average purchase value 41"],
  [events({ of: "value_mean" }), unknown, "no purchase with a value yet"],
  [events({ of: "value_max" }), 99, "largest purchase value 99"],
  [events({ of: "value_negative_share" }), 0.2, "20 % of the purchases with a negative value"],
  [events({ of: "value_negative_share" }), 0, "none of the purchases with a negative value"],
  [events({ of: "value_negative_share" }), unknown, "no purchase with a value yet"],
  [
    events({ of: "value_trend", days: 90 }),
    1.41,
    "average purchase value in the last 90 days 1.4 times the usual",
  ],
  [events({ of: "value_trend", days: 90 }), unknown, "no purchase with a value in the last 90 days"],
  [events({ of: "property_share", ...web }), 0.6, "60 % of the purchases with sales channel “web”"],
  [events({ of: "property_share", ...web }), 1, "all purchases with sales channel “web”"],
  [events({ of: "property_share", ...web }), unknown, "no purchase with sales channel yet"],
  [
    events({ of: "property_count", ...web, days: 90 }),
    2,
    "2 purchases with sales channel “web” in the last 90 days",
  ],
  [
    events({ of: "property_count", ...web, days: 90 }),
    0,
    "no purchases with sales channel “web” in the last 90 days",
  ],
  [events({ of: "property_mean", property: "items" }), 3, "average items per purchase 3"],
  [events({ of: "property_mean", property: "items" }), unknown, "no purchase with items yet"],
  [days({ of: "active_days", days: 30 }), 4, "purchases on 4 days in the last 30 days"],
  [days({ of: "active_days", days: 30 }), 1, "purchases on 1 day in the last 30 days"],
  [days({ of: "active_days", days: null }), 0, "no purchases so far"],
  [days({ of: "gap_mean" }), 31, "31 days between purchases on average"],
  [days({ of: "gap_mean" }), unknown, "fewer than two days with purchases"],
  [days({ of: "gap_spread" }), 12, "time between purchases varies by 12 days"],
  [days({ of: "gap_spread" }), 0, "evenly spaced purchases"],
  [days({ of: "gap_spread" }), unknown, "fewer than three days with purchases"],
  [days({ of: "gap_last_over_mean" }), 1.4, "last gap between purchases 1.4 times the usual gap"],
  [days({ of: "overdue" }), 2.3, "last purchase 2.3 times the usual gap ago"],
  [days({ of: "gap_median" }), 14, "usually 14 days between purchases"],
  [days({ of: "gap_max" }), 40, "at most 40 days between purchases"],
  [days({ of: "overdue_median" }), 2.3, "last purchase 2.3 times the usual gap ago"],
  [days({ of: "overdue_max" }), 0.5, "last purchase 0.5 times the longest gap ago"],
  [days({ of: "overdue_last" }), 3, "last purchase 3 times the last gap ago"],
  [days({ of: "overdue_max" }), unknown, "fewer than two days with purchases"],
  [days({ of: "overdue" }), unknown, "fewer than two days with purchases"],
  [days({ of: "value_first" }), 45, "purchases worth 45 on the first day"],
  [days({ of: "value_last" }), -5, "purchases worth −5 on the last day"],
  [days({ of: "value_last" }), unknown, "value of the last day with purchases not known"],
  [days({ of: "property_last", property: "items" }), 2, "average items 2 on the last day with purchases"],
  [
    days({ of: "property_last", property: "items" }),
    unknown,
    "items of the last day with purchases not known",
  ],
  [refund, 12, "last club refund 12 days after last purchase"],
  [refund, -70, "last club refund 2 months before last purchase"],
  [refund, unknown, "not yet both a purchase and a club refund"],
  [trait({ trait: "age", value: null }), 42, "age 42"],
  [trait({ trait: "age", value: null }), unknown, "age not known"],
  [
    trait({ trait: "age", value: null, said: { trait: "age at sign-up", unit: "years" } }),
    42,
    "age at sign-up 42 years",
  ],
  [
    trait({ trait: "plan", value: "g", said: { trait: "subscription", value: "Gold" } }),
    1,
    "subscription is “Gold”",
  ],
  [trait({ trait: "club_tier", value: "Gold" }), 1, "club tier is “Gold”"],
  [trait({ trait: "club_tier", value: "Gold" }), 0, "club tier is not “Gold”"],
  [trait({ trait: "club_tier", value: "Gold" }), unknown, "club tier not known"],
  [
    { ...described, over: "calendar", provider: "calendar", measure: { of: "year_sin" } },
    0.5,
    "the time of year",
  ],
];

test.each(exact)("%j at %d, exactly", (feature, value, reason) => {
  expect(exactReason(feature, value)).toBe(reason);
});

const plain: [Feature, value: number, reason: string][] = [
  [events({ of: "count", days: 42 }), 3, "3 purchases in the last 6 weeks"],
  [events({ of: "count", days: 90 }), 1, "1 purchase in the last 3 months"],
  [events({ of: "count", days: 30 }), 0, "No purchases in the last month"],
  [events({ of: "count", days: 365 }), 12, "12 purchases in the last year"],
  [events({ of: "count", days: null }), 1, "1 purchase so far"],
  [events({ of: "count", days: null }), unknown, "No purchase yet"],
  [events({ of: "value_sum", days: 30 }), 1234.56, "Spent 1,235 in the last month"],
  [events({ of: "value_sum", days: 180 }), 0, "Nothing spent in the last 6 months"],
  [subscribed({ of: "value_sum", days: 180 }), 0, "No new subscription in the last 6 months"],
  [subscribed({ of: "value_sum", days: null }), 18, "New subscriptions at 18 so far"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 0.0007, "Hardly any recent purchases"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 1.1, "About 1 recent purchase"],
  [events({ of: "decayed_count", halfLifeDays: 30 }), 2.8, "About 3 recent purchases"],
  [events({ of: "recency" }), 0.4, "Last purchase less than a day ago"],
  [events({ of: "recency" }), 1.2, "Last purchase 1 day ago"],
  [events({ of: "recency" }), 12.2, "Last purchase 12 days ago"],
  [events({ of: "recency" }), 42, "Last purchase 6 weeks ago"],
  [events({ of: "recency" }), unknown, "No purchase yet"],
  [events({ of: "tenure" }), 800, "First purchase 2 years ago"],
  [events({ of: "rate" }), 2.2, "About 2 purchases a month"],
  [events({ of: "rate" }), 0.9, "About 1 purchase a month"],
  [events({ of: "rate" }), 0.51, "About one purchase every 2 months"],
  [events({ of: "rate" }), 0.01, "Less than one purchase a year"],
  [events({ of: "recency_over_tenure" }), 0.62, "Quiet for 62 % of the time since the first purchase"],
  [events({ of: "recency_over_tenure" }), 1, "No other purchase since the first"],
  [events({ of: "trend", days: 30 }), 0.75, "More purchases lately than before"],
  [events({ of: "trend", days: 30 }), 0.5, "Purchases as often as before"],
  [events({ of: "trend", days: 30 }), 0, "Fewer purchases lately than before"],
  [events({ of: "trend", days: 30 }), unknown, "No purchases in the last 2 months"],
  [events({ of: "season", days: 30 }), 2, "2 purchases at this time last year"],
  [events({ of: "value_mean" }), 41.4, "41 per purchase on average"],
  [events({ of: "value_mean" }), unknown, "No purchase with an amount yet"],
  [events({ of: "value_max" }), 99, "Largest purchase: 99"],
  [events({ of: "value_negative_share" }), 0.2, "20 % of purchases were returns"],
  [events({ of: "value_negative_share" }), 0, "No returns"],
  [events({ of: "value_trend", days: 90 }), 1.41, "Spends more per purchase than usual"],
  [events({ of: "value_trend", days: 90 }), 1, "Spends as much per purchase as usual"],
  [events({ of: "value_trend", days: 90 }), 0.5, "Spends less per purchase than usual"],
  [events({ of: "value_trend", days: 90 }), unknown, "No purchase with an amount in the last 3 months"],
  [events({ of: "property_share", ...refill }), 0.6, "60 % of purchases with category “Refills”"],
  [events({ of: "property_share", ...refill }), 1, "All purchases with category “Refills”"],
  [events({ of: "property_share", ...refill }), 0, "No purchases with category “Refills”"],
  [events({ of: "property_share", ...refill }), unknown, "No purchase with category yet"],
  [
    events({ of: "property_count", ...refill, days: 90 }),
    2,
    "2 purchases with category “Refills” in the last 3 months",
  ],
  [events({ of: "property_mean", property: "discount" }), 0, "No discount on purchases"],
  [events({ of: "property_mean", property: "items" }), 3, "Average items per purchase: 3"],
  [days({ of: "active_days", days: 30 }), 4, "Purchases on 4 days in the last month"],
  [days({ of: "active_days", days: 30 }), 1, "Purchases on 1 day in the last month"],
  [days({ of: "active_days", days: null }), 0, "No purchases so far"],
  [days({ of: "gap_mean" }), 31, "Purchases about every 4 weeks"],
  [days({ of: "gap_mean" }), 1, "Purchases about every day"],
  [days({ of: "gap_mean" }), unknown, "Only one purchase so far"],
  [days({ of: "gap_spread" }), 12, "Time between purchases varies by 12 days"],
  [days({ of: "gap_spread" }), 0, "Purchases at regular intervals"],
  [days({ of: "gap_spread" }), unknown, "Too few purchases to see a rhythm"],
  [days({ of: "gap_last_over_mean" }), 1.4, "Came back later than usual for the last purchase"],
  [days({ of: "gap_last_over_mean" }), 0.4, "Came back sooner than usual for the last purchase"],
  [days({ of: "overdue" }), 2.3, "Next purchase is overdue (2.3 times the usual gap)"],
  [days({ of: "overdue" }), 1, "Next purchase is due about now"],
  [days({ of: "overdue" }), 0.2, "Next purchase is not due yet"],
  [days({ of: "gap_median" }), 31, "Purchases about every 4 weeks"],
  [days({ of: "gap_max" }), 31, "Never more than 4 weeks between purchases"],
  [days({ of: "overdue_max" }), 1.4, "Quiet for longer than ever between purchases"],
  [days({ of: "overdue_max" }), 0.5, "Quiet for 50 % of the longest time between purchases"],
  [days({ of: "overdue_last" }), 1.4, "Quiet for longer than before the last purchase"],
  [days({ of: "overdue_last" }), unknown, "Only one purchase so far"],
  [days({ of: "value_first" }), 45, "Spent 45 on the first day"],
  [days({ of: "value_last" }), unknown, "Amount of the last purchase not known"],
  [days({ of: "property_last", property: "items" }), 2, "Average items of the last purchase: 2"],
  [refund, -3, "Last club refund 3 days before the last purchase"],
  [refund, 30, "Last club refund 4 weeks after the last purchase"],
  [refund, 0, "Last club refund on the day of the last purchase"],
  [refund, unknown, "Not both purchases and club refunds yet"],
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

test.each(plain)("%j at %d, plainly", (feature, value, reason) => {
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
    events_by_month: [],
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
      for (const reason of [exactReason(feature, value), plainReason(feature, value)]) {
        expect(reason, feature.name).toMatch(/^[^\s].*[^\s]$/);
        expect(reason, feature.name).not.toMatch(/NaN|undefined|Infinity/);
      }
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
