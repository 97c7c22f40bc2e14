import { expect, test } from "vitest";
import type { DayMeasure, EventMeasure, Feature, TraitMeasure } from "../domain/outcome/features/feature.js";
import { planFeatures } from "../domain/outcome/features/plan.js";
import { reasonText } from "./reasons.js";

const described = { name: "n", literate: "l", provider: "purchase", type: "number" } as const;
const events = (measure: EventMeasure): Feature => ({ ...described, over: "events", measure });
const days = (measure: DayMeasure): Feature => ({ ...described, over: "days", measure });
const trait = (measure: TraitMeasure): Feature => ({ ...described, over: "traits", measure });
const order: Feature = { ...described, over: "order", until: "club_refund" };
const web = { property: "sales_channel", value: "web" };
const unknown = Number.NaN;

const table: [Feature, value: number, reason: string][] = [
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
  [order, 12, "last club refund 12 days after last purchase"],
  [order, -70, "last club refund 2 months before last purchase"],
  [order, unknown, "not yet both a purchase and a club refund"],
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

test.each(table)("%j at %d", (feature, value, reason) => {
  expect(reasonText(feature, value)).toBe(reason);
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
      const reason = reasonText(feature, value);
      expect(reason, feature.name).toMatch(/^[^\s].*[^\s]$/);
      expect(reason, feature.name).not.toMatch(/NaN|undefined|Infinity/);
    }
});
