import { expect, test } from "vitest";
import { findSame, freeName } from "./create.js";
import { chooseStreams, type Template, templates } from "./templates.js";

const [repeat, churn] = templates as [Template, Template];

test.each(templates.map((template) => [template.title, template] as const))(
  "what %s makes refers to nothing that is made after it",
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

test("a name that could be either goes where nothing else does", () => {
  expect(chooseStreams(churn.roles, ["subscription_end", "subscription_start"])).toEqual({
    activity: "subscription_start",
    leaving: "subscription_end",
  });
});

test("what was just uploaded goes before what was there", () => {
  expect(chooseStreams(repeat.roles, ["orders_2024", "orders_web"], ["orders_web"])).toEqual({
    orders: "orders_web",
  });
});

test("the only stream there is answers the only role, whatever it is called", () => {
  expect(chooseStreams(repeat.roles, ["thing"])).toEqual({ orders: "thing" });
  expect(chooseStreams(churn.roles, ["thing"])).toEqual({});
  expect(chooseStreams(repeat.roles, [])).toEqual({});
});

test("what says the same is not made twice, whatever it is called", () => {
  const records = [
    { id: "1", name: "All", stream_name: "transaction", archived_at: "2026-01-01" },
    { id: "2", name: "Buyers", stream_name: "transaction", population_count: 5 },
    { id: "3", name: "Once", stream_name: "transaction", max_count: 1 },
  ];
  expect(findSame("cohorts", records, { stream_name: "transaction" })?.id).toBe("2");
  expect(findSame("cohorts", records, { stream_name: "transaction", min_count: 2 })).toBeUndefined();
});

test("a name in use is counted on", () => {
  expect(freeName("Churn scoring", [])).toBe("Churn scoring");
  expect(freeName("Churn scoring", ["churn scoring", "Churn scoring 2"])).toBe("Churn scoring 3");
});
