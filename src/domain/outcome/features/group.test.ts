import { expect, test } from "vitest";
import { limits } from "../../resource/limits.js";
import { type FoundGroups, groupFeatures, groupKeys } from "./group.js";

const found = (name: string, groups: number, shared = 1): FoundGroups => ({
  key: { stream: "order", name },
  groups,
  shared,
});
const names = (all: readonly FoundGroups[]) => groupKeys(all).map(({ name }) => name);

test("the properties with the most values name groups, up to the limit", () => {
  expect(names([found("a", 5), found("b", 50), found("d", 20), found("c", 20)])).toEqual(["b", "c", "d"]);
  expect(names([found("a", 5), found("b", 50), found("d", 20)]).length).toBe(limits.groupings.is);
});

test("too few or too many values, or values of one person each, name none", () => {
  expect(names([found("a", 2), found("b", limits.groups.is + 1), found("c", 30, 0.4)])).toEqual([]);
  expect(names([found("a", 3), found("b", limits.groups.is)])).toEqual(["b", "a"]);
});

test("features have windows within the history, and say whom they are about", () => {
  const goal = { stream: "order", conditions: [] };
  const keys = [{ stream: "order", name: "home_store" }];
  const short = groupFeatures({ keys, goal, horizonDays: 30, number: { of: null } }, 100);
  expect(short.map(({ name }) => name)).toEqual([
    "order_home_store_group_reached_share_365d",
    "order_home_store_group_mean_90d",
    "order_home_store_group_count_90d",
  ]);
  expect(short.map(({ literate }) => literate)).toEqual([
    "share of others’ orders with the same home store after which the goal was reached within 30 days",
    "mean value of others’ orders with the same home store in the last 90 days",
    "others’ orders with the same home store in the last 90 days",
  ]);
  const long = groupFeatures({ keys, goal, horizonDays: null }, 1000);
  expect(long.map(({ name }) => name)).toEqual([
    "order_home_store_group_goal_share_90d",
    "order_home_store_group_goal_share_365d",
    "order_home_store_group_count_90d",
  ]);
});
