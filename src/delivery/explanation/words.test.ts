import { expect, test } from "vitest";
import type { DayMeasure, EventMeasure, Feature, TraitMeasure } from "../../domain/features/feature.js";
import { planFeatures } from "../../domain/features/plan.js";
import { inWords } from "./words.js";

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
  [events({ of: "value_sum", days: null }), 0, "no purchases worth anything so far"],
  [
    events({ of: "decayed_count", halfLifeDays: 30 }),
    1.84,
    "1.8 purchases, each counting half with every 30 days of age",
  ],
  [events({ of: "recency" }), 12.2, "last purchase 12 days ago"],
  [events({ of: "recency" }), 0.4, "last purchase less than a day ago"],
  [events({ of: "recency" }), 1.2, "last purchase 1 day ago"],
  [events({ of: "recency" }), 100, "last purchase 3 months ago"],
  [events({ of: "recency" }), unknown, "no purchase yet"],
  [events({ of: "tenure" }), 800, "first purchase 2 years ago"],
  [events({ of: "tenure" }), unknown, "no purchase yet"],
  [events({ of: "rate" }), 0.51, "0.51 purchases per 30 days since the first"],
  [events({ of: "recency_over_tenure" }), 0.62, "quiet for 62\u202f% of the time since the first purchase"],
  [events({ of: "recency_over_tenure" }), 1, "quiet since the first purchase"],
  [
    events({ of: "trend", days: 30 }),
    0.75,
    "75\u202f% of the purchases in the last 60 days were in the last 30",
  ],
  [events({ of: "trend", days: 30 }), 0, "none of the purchases in the last 60 days were in the last 30"],
  [events({ of: "trend", days: 30 }), unknown, "no purchases in the last 60 days"],
  [events({ of: "season", days: 30 }), 2, "2 purchases in the 30 days that began a year ago"],
  [events({ of: "season", days: 30 }), 0, "no purchases in the 30 days that began a year ago"],
  [events({ of: "value_mean" }), 41.4, "mean value of a purchase 41"],
  [events({ of: "value_mean" }), unknown, "no purchase with a value yet"],
  [events({ of: "value_max" }), 99, "largest purchase worth 99"],
  [events({ of: "value_negative_share" }), 0.2, "negative value in 20\u202f% of the purchases"],
  [events({ of: "value_negative_share" }), 0, "negative value in none of the purchases"],
  [events({ of: "value_negative_share" }), unknown, "no purchase with a value yet"],
  [events({ of: "value_trend", days: 90 }), 1.41, "purchases in the last 90 days worth 1.4 times the usual"],
  [events({ of: "value_trend", days: 90 }), unknown, "no purchase with a value in the last 90 days"],
  [events({ of: "property_share", ...web }), 0.6, "sales channel “web” in 60\u202f% of the purchases"],
  [events({ of: "property_share", ...web }), 1, "sales channel “web” in all of the purchases"],
  [events({ of: "property_share", ...web }), unknown, "no purchase with sales channel known yet"],
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
  [events({ of: "property_mean", property: "items" }), 3, "mean items of a purchase 3"],
  [events({ of: "property_mean", property: "items" }), unknown, "no purchase with items known yet"],
  [days({ of: "active_days", days: 30 }), 4, "purchases on 4 days in the last 30 days"],
  [days({ of: "active_days", days: 30 }), 1, "purchases on 1 day in the last 30 days"],
  [days({ of: "active_days", days: null }), 0, "no purchases so far"],
  [days({ of: "gap_mean" }), 31, "31 days between purchases on average"],
  [days({ of: "gap_mean" }), unknown, "not yet two days with purchases"],
  [days({ of: "gap_spread" }), 12, "time between purchases varies by 12 days"],
  [days({ of: "gap_spread" }), 0, "purchases always equally far apart"],
  [days({ of: "gap_spread" }), unknown, "not yet three days with purchases"],
  [days({ of: "gap_last_over_mean" }), 1.4, "last gap between purchases 1.4 times the usual gap"],
  [days({ of: "overdue" }), 2.3, "last purchase 2.3 times the usual gap ago"],
  [days({ of: "overdue" }), unknown, "not yet two days with purchases"],
  [days({ of: "value_first" }), 45, "first day with purchases worth 45"],
  [days({ of: "value_last" }), -5, "last day with purchases worth −5"],
  [days({ of: "value_last" }), unknown, "value of the last day with purchases not known"],
  [days({ of: "property_last", property: "items" }), 2, "mean items 2 on the last day with purchases"],
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
  expect(inWords(feature, value)).toBe(reason);
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
      const reason = inWords(feature, value);
      expect(reason, feature.name).toMatch(/^[^\s].*[^\s]$/);
      expect(reason, feature.name).not.toMatch(/NaN|undefined|Infinity/);
    }
});
