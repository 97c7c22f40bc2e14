import { expect, test } from "vitest";
import type { StreamPropertySummary, StreamResult } from "../../data/stream.js";
import { limits } from "../../resource/limits.js";
import { secondsPerDay } from "../../resource/resource.js";
import {
  type Feature,
  type FeatureOptions,
  type FeaturePlan,
  namesOfNoFeature,
  planFeatures,
  rfmFeatures,
  type TraitSummary,
  withinLimit,
} from "./plan.js";

const stream = (name: string, changes: Partial<StreamResult> = {}) => ({
  name,
  result: {
    event_count: 100,
    people_count: 10,
    oldest: 0,
    newest: 1000 * secondsPerDay,
    hasValue: true,
    isDated: true,
    properties: {},
    event_contribution_by_dataset: {},
    events_by_month: [],
    ...changes,
  },
});
const text = (...categories: [string, number][]): StreamPropertySummary => ({
  type: "text",
  statistical_type: "categorical",
  breaks: [],
  categories: categories.map(([name, count]) => ({ name, count })),
  emitted_by_datasets: [],
});
const options = (changes: Partial<FeatureOptions> = {}): FeatureOptions => ({
  blocklist: [],
  blockedProviders: [],
  excludeStreams: [],
  landmarkSpanDays: 100,
  ...changes,
});
const plan = (
  streams: ReturnType<typeof stream>[],
  traits: TraitSummary[] = [],
  changes: Partial<FeatureOptions> = {},
) => planFeatures(streams, traits, options(changes));
const names = (...of: Parameters<typeof plan>) => plan(...of).features.map(({ name }) => name);

test("features have descriptive names", () => {
  const called = Object.fromEntries(
    plan([stream("transaction"), stream("store_entry")]).features.map(({ name, literate }) => [
      name,
      literate,
    ]),
  );
  expect(called).toMatchObject({
    transaction_count_90d: "transactions in the last 90 days",
    transaction_count: "transactions so far",
    transaction_value_sum_365d: "total value of transactions in the last 365 days",
    days_since_last_transaction: "days since last transaction",
    days_since_first_store_entry: "days since first store entry",
    store_entry_days_30d: "days with store entries in the last 30 days",
    transaction_trend_30d: "share of the last 60 days' transactions in the last 30 days",
    days_from_last_store_entry_to_last_transaction: "days from last store entry to last transaction",
  });
});

test("a goal that people may reach again has shares of their last few events", () => {
  const drop = { stream: "race", conditions: [{ property: "finished", _eq: "no" }] };
  const races = { stream: "race", conditions: [] };
  const shares = (changes: Partial<FeatureOptions>) =>
    plan([stream("race")], [], changes).features.filter(({ over }) => over === "goal");
  expect(
    shares({ goal: { goal: drop, active: races } }).map(({ name, literate }) => [name, literate]),
  ).toEqual([
    ["race_goal_share_last_3", "share of the last 3 races at which the goal was reached"],
    ["race_goal_share_last_10", "share of the last 10 races at which the goal was reached"],
    ["race_goal_share_last_30", "share of the last 30 races at which the goal was reached"],
  ]);
  expect(shares({})).toEqual([]);
  expect(shares({ goal: { goal: races, active: races } })).toEqual([]);
  expect(shares({ goal: { goal: { ...drop, stream: "unknown" }, active: races } })).toEqual([]);
  expect(shares({ goal: { goal: drop, active: races }, blocklist: ["finished"] })).toEqual([]);
});

test("values of a property keep their places when one becomes more frequent than another", () => {
  const withCounts = (...counts: [string, number][]) =>
    names(
      [stream("visit", { properties: { shop: text(...counts) } })],
      [{ name: "tier", type: "text", values: counts.map(([name, count]) => ({ name, count })) }],
    );
  const before = withCounts(["web", 51], ["app", 50], ["desk", 49]);
  expect(before.filter((name) => name.includes("app"))).not.toEqual([]);
  expect(withCounts(["desk", 52], ["web", 51], ["app", 50])).toEqual(before);
});

test("windows are shorter than the history", () => {
  const counts = (days: number) =>
    names([stream("visit", { newest: days * secondsPerDay, hasValue: false })]).filter((name) =>
      /_(count|trend|season)(_\d+d)?$/.test(name),
    );
  expect(counts(5)).toEqual(["visit_count"]);
  expect(counts(61)).toContain("visit_trend_30d");
  expect(counts(61)).not.toContain("visit_count_90d");
  expect(counts(366)).toContain("visit_season_90d");
  expect(counts(365)).not.toContain("visit_season_90d");
});

test("streams without dates or events, and blocked ones, have no features", () => {
  const all = [
    stream("visit"),
    stream("undated", { isDated: false }),
    stream("empty", { event_count: 0, oldest: null, newest: null }),
    stream("gift_card"),
    stream("churn"),
  ];
  const { features } = plan(all, [], { blockedProviders: ["Gift card"], excludeStreams: ["churn"] });
  expect(new Set(features.map(({ provider }) => provider))).toEqual(new Set(["visit"]));
});

test("only a stream with values has value features", () => {
  expect(names([stream("visit", { hasValue: false })]).filter((name) => name.includes("value"))).toEqual([]);
});

test("common values of a text have features, and rare ones do not", () => {
  const properties = { kind: text(["rare", 1], ["Gift card", 60], ["gift-card", 50], ["東京", 40]) };
  const shares = plan([stream("visit", { properties })]).features.filter(({ name }) =>
    name.endsWith("_share"),
  );
  expect(shares.map(({ name, literate }) => [name, literate])).toEqual([
    ["visit_kind_gift_card_share", "share of visits with kind “Gift card”"],
    ["visit_kind_value_share", "share of visits with kind “東京”"],
  ]);
});

test("trait features are numbers or booleans", () => {
  const traits: TraitSummary[] = [
    { name: "plan", type: "text", values: [{ name: "Gold", count: 3 }] },
    { name: "age", type: "number", values: [] },
  ];
  expect(plan([], traits).features.map(({ name, literate, type }) => [name, literate, type])).toEqual([
    ["trait_age", "age", "number"],
    ["trait_plan_is_gold", "plan is “Gold”", "boolean"],
  ]);
  expect(names([], traits, { blockedProviders: ["traits"] })).toEqual([]);
});

test("calendar features need landmarks over more than a year", () => {
  expect(names([], [], { landmarkSpanDays: 400 })).toEqual([]);
  expect(names([], [], { landmarkSpanDays: 401 })).toEqual(["year_sin", "year_cos"]);
  expect(names([], [], { landmarkSpanDays: 401, blockedProviders: ["calendar"] })).toEqual([]);
});

test("a trait has the owner's display name", () => {
  const traits: TraitSummary[] = [
    { name: "age", type: "number", values: [], said: { literate: "age at sign-up", unit: "years" } },
    { name: "plan", type: "text", values: [{ name: "g", count: 1 }], said: { values: { g: "Gold" } } },
  ];
  const { features } = plan([], traits);
  expect(features.map(({ name, literate }) => [name, literate])).toEqual([
    ["trait_age", "age at sign-up"],
    ["trait_plan_is_g", "plan is “Gold”"],
  ]);
});

test("a blocked name is that of a feature, or of a property or trait with all of its features", () => {
  const properties = { kind: text(["a", 1]) };
  const traits: TraitSummary[] = [{ name: "plan", type: "text", values: [{ name: "gold", count: 3 }] }];
  const left = names([stream("visit", { properties })], traits, {
    blocklist: ["visit_count", "kind", "plan"],
  });
  expect(left).toContain("visit_count_7d");
  expect(left.filter((name) => name === "visit_count" || /kind|plan/.test(name))).toEqual([]);
});

test("a built-in name is that of the trait, and names of no feature are found", () => {
  const traits: TraitSummary[] = [{ name: "plan", type: "text", values: [{ name: "gold", count: 3 }] }];
  expect(names([stream("visit")], traits, { blocklist: ["fig/plan"] }).join()).not.toContain("plan");
  const exclusions = ["visit_count", "fig/plan", "fig/age", "visit_cuont"];
  expect(namesOfNoFeature(plan([stream("visit")], traits), exclusions)).toEqual(["fig/age", "visit_cuont"]);
});

test("names are unique, and the plan is plain data", () => {
  const properties = { kind: text(["a b", 1], ["a-b", 1]), count: text(["x", 1]) };
  const made = plan([stream("visit", { properties }), stream("visit_kind")]);
  const all = made.features.map(({ name }) => name);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain("visit_kind_a_b_share_2");
  expect(JSON.parse(JSON.stringify(made))).toEqual(made);
});

test("recency, frequency, tenure and value of a stream are found by their measures", () => {
  const made = plan([stream("visit", { hasValue: false }), stream("refund", { hasValue: true })]);
  expect(rfmFeatures(made, "visit")).toEqual([
    "days_since_last_visit",
    "visit_count",
    "days_since_first_visit",
  ]);
  expect(rfmFeatures(made, "refund").at(-1)).toBe("refund_value_mean");
  expect(rfmFeatures(made, "chat")).toEqual([]);
});

const wide = (properties: number) =>
  Object.fromEntries(
    Array.from({ length: properties }, (_, i) => [
      `p${String(i).padStart(5, "0")}`,
      text(...Array.from({ length: 8 }, (_, value): [string, number] => [`v${value}`, 10])),
    ]),
  );

test("of ten times as many features as a model takes, each stream and the traits have their part", () => {
  const streams = [stream("visit", { properties: wide(1_000) }), stream("order", { properties: wide(250) })];
  const traits: TraitSummary[] = Array.from({ length: 100 }, (_, i) => ({
    name: `t${String(i).padStart(3, "0")}`,
    type: "number",
    values: [],
  }));
  const all = plan(streams, traits);
  const most = limits.features.is;
  expect(all.features.length).toBeGreaterThan(10 * most);
  const { plan: kept, leftOut } = withinLimit(all);
  expect(kept.features.length).toBeLessThanOrEqual(most);
  expect(kept.features.length).toBeGreaterThan(most - 16);
  expect(leftOut.features).toBe(all.features.length - kept.features.length);
  expect(all.features.filter((feature) => kept.features.includes(feature))).toEqual(kept.features);
  const own = (plan: FeaturePlan) => plan.features.filter((feature) => !/p\d{5}/.test(feature.name));
  const properties = (name: string) =>
    new Set(
      kept.features.flatMap(({ provider, measure }: Feature & { measure?: object }) =>
        provider === name && measure && "property" in measure ? [measure.property] : [],
      ),
    ).size;
  expect(own(kept).filter(({ provider }) => provider !== "traits")).toEqual(
    own(all).filter(({ provider }) => provider !== "traits"),
  );
  expect(Math.abs(properties("visit") - properties("order"))).toBeLessThanOrEqual(1);
  expect(kept.features.filter(({ provider }) => provider === "traits").length).toBeGreaterThan(50);
  expect(leftOut.names.slice(0, 2)).toEqual(["p00057", "t058"]);
});

test("streams beyond the limit are left out with all of their features, and a plan below it is as it was", () => {
  const many = plan(Array.from({ length: 500 }, (_, i) => stream(`s${i}`)));
  const { plan: kept, leftOut } = withinLimit(many);
  expect(kept.features.length).toBeLessThanOrEqual(limits.features.is);
  expect(leftOut.names.at(-1)).toBe("s499");
  const few = plan([stream("visit", { properties: wide(10) })]);
  expect(withinLimit(few)).toEqual({ plan: few, leftOut: { features: 0, names: [] } });
});
