// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are references in pipeline files.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createChecker } from "./check.js";
import { exportPipeline } from "./export.js";
import { readPipeline } from "./file.js";
import { api, serverWith } from "./fixtures.js";
import { type Plan, planPipeline, type ServerState } from "./plan.js";

const check = createChecker(api);

const plan = (text: string, state: ServerState, environment: Record<string, string> = {}): Plan => {
  const { described, refusal } = readPipeline(text, "exported.yaml", environment);
  const planned = planPipeline(described, state, { check, prune: true });
  if ("problems" in planned) throw refusal(planned.problems);
  return planned.plan;
};

const exported = (state: ServerState) => exportPipeline(state, " The pipeline of a shop.");

const shop = (name: string, others: Readonly<Record<string, readonly object[]>> = {}) =>
  serverWith({
    datasets: [
      {
        id: "d1",
        name: "Orders",
        identity_sets: { buyer: { email: "mail" } },
        options: { type: "hosted_csv", upload_directory: "orders" },
        output_to_streams: {
          transaction: { data_map: { datetime: { column_name: "day", format: "date_iso8601" } } },
        },
        row_count: 12,
      },
    ],
    cohorts: [
      { id: "c2", name: "Repeat purchasers", stream_name: "transaction", min_count: 2, population_count: 4 },
      { id: "c1", name, stream_name: "transaction", population_count: 9 },
      { id: "c0", name: "Old", stream_name: "transaction", archived_at: "2025-01-01T00:00:00Z" },
    ],
    outcomes: [
      {
        id: "o1",
        name: "Buys again",
        eligible_cohort_id: "c1",
        attainment_cohort_id: "c2",
        horizon_days: 90,
        horizon_chosen_from_data: true,
      },
    ],
    webhook_endpoints: [
      { id: "w1", url: "https://example.com/hook", enabled: true, status: "ready", secret: "whsec_x" },
    ],
    ...others,
  });

test("an export names what ids refer to, and leaves out results, secrets and what is archived", () => {
  const { text } = exported(shop("Customers"));
  expect(text).toContain("eligible_cohort_id: Customers");
  expect(text).not.toMatch(/row_count|population_count|whsec_|status|Old|c1/);
  expect(text).toMatch(/^# The pipeline of a shop\.\n/);
});

test("applied to the same account an export changes nothing, and elsewhere it creates everything, whatever the names are", () => {
  const names = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name.trim() !== ""),
    fc.constantFrom("true", "12", "a: b", "- x", "${HOME}", "$${X:-y}", "'", "#", "null", "~", "é\u2028"),
  );
  fc.assert(
    fc.property(names, (name) => {
      fc.pre(!["Repeat purchasers", "Old"].includes(name) && !/[\r\n]/.test(name));
      const state = shop(name);
      const { text } = exported(state);
      expect(plan(text, state).actions).toEqual([]);
      expect(plan(text, serverWith({})).actions.map((action) => [action.at, action.name])).toEqual([
        ["create", "Orders"],
        ["create", name],
        ["create", "Repeat purchasers"],
        ["create", "Buys again"],
        ["create", "https://example.com/hook"],
      ]);
    }),
    { numRuns: 40 },
  );
});

test("a password is a variable, which the command names", () => {
  const options = { type: "postgres", host: "db", database: "shop", user: "reader" };
  const state = shop("Customers", { connections: [{ id: "n1", name: "Data warehouse", options }] });
  const { text, secrets } = exported(state);
  expect(secrets).toEqual(["DATA_WAREHOUSE_PASSWORD"]);
  expect(() => plan(text, state)).toThrow("DATA_WAREHOUSE_PASSWORD is not set");
  expect(plan(text, state, { DATA_WAREHOUSE_PASSWORD: "x" }).actions).toEqual([]);
});

test("each type of connection has its own secret", () => {
  const options = { type: "snowflake", account: "a", user: "u", warehouse: "w", database: "d" };
  const state = shop("Customers", { connections: [{ id: "n1", name: "Lake", options }] });
  expect(exported(state).secrets).toEqual(["LAKE_PRIVATE_KEY"]);
});

test("two resources of one name need two names in a file", () => {
  const twice = [
    { id: "c1", name: "Customers", stream_name: "transaction" },
    { id: "c2", name: "Customers", stream_name: "refund" },
  ];
  expect(() => exported(serverWith({ cohorts: twice }))).toThrow("Several cohorts are called Customers");
});
