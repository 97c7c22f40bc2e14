import { expect, test } from "vitest";
import { findSame, freeName } from "./create.js";
import { chooseStreams, type Template, templates } from "./templates.js";

const [repeat, churn] = templates as [Template, Template];

test.each(templates.map((template) => [template.title, template] as const))(
  "%s creates nothing before its dependencies",
  (_, { roles, made }) => {
    const streams = Object.fromEntries(roles.map(({ role }) => [role, `stream of ${role}`]));
    const ids: Record<string, string> = {};
    for (const { key, body } of made(streams)) {
      const text = JSON.stringify(body(ids), (_name, value) => value ?? "missing");
      expect(text, key).not.toContain("missing");
      ids[key] = `id of ${key}`;
    }
    expect(Object.keys(ids).slice(-3)).toEqual(["outcome", "scope", "target"]);
  },
);

test("streams are chosen by their names", () => {
  expect(chooseStreams(repeat.roles, ["cancellation", "transaction"])).toEqual({ orders: "transaction" });
  expect(chooseStreams(churn.roles, ["cancellation", "transaction"])).toEqual({
    activity: "transaction",
    leaving: "cancellation",
  });
});

test("a name that fits two roles goes to the one that nothing else fits", () => {
  expect(chooseStreams(churn.roles, ["subscription_end", "subscription_start"])).toEqual({
    activity: "subscription_start",
    leaving: "subscription_end",
  });
});

test("a stream just uploaded goes before others", () => {
  expect(chooseStreams(repeat.roles, ["orders_2024", "orders_web"], ["orders_web"])).toEqual({
    orders: "orders_web",
  });
});

test("the only stream fills the only role, whatever its name", () => {
  expect(chooseStreams(repeat.roles, ["thing"])).toEqual({ orders: "thing" });
  expect(chooseStreams(churn.roles, ["thing"])).toEqual({});
  expect(chooseStreams(repeat.roles, [])).toEqual({});
});

test("a resource with the same definition is not created twice, whatever its name", () => {
  const records = [
    { id: "1", name: "All", stream_name: "transaction", archived_at: "2026-01-01" },
    { id: "2", name: "Buyers", stream_name: "transaction", population_count: 5 },
    { id: "3", name: "Once", stream_name: "transaction", max_count: 1 },
  ];
  expect(findSame("cohorts", records, { stream_name: "transaction" })?.id).toBe("2");
  expect(findSame("cohorts", records, { stream_name: "transaction", min_count: 2 })).toBeUndefined();
});

test("a name in use gets a number", () => {
  expect(freeName("Churn scoring", [])).toBe("Churn scoring");
  expect(freeName("Churn scoring", ["churn scoring", "Churn scoring 2"])).toBe("Churn scoring 3");
});
