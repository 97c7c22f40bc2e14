// Claims of an account: made and judged by builds, listed, downloaded, and kept when their pipeline is deleted.

import { expect, test } from "vitest";
import { kindOf } from "../../src/builds/kinds.js";
import { history, observed, snapshot } from "../../src/domain/pipeline/fixtures.js";
import type {
  ObservedPerformance,
  PerformanceHistory,
} from "../../src/domain/pipeline/observed-performance.js";
import type { ScopeResult } from "../../src/domain/pipeline/scope.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { findResource, recordResult } from "../../src/store/resources.js";
import { type Api, openApi, repeatPurchase } from "./harness.js";

const scored = {
  expected: 452,
  expected_interval: { low: 411, high: 496 },
  value: { amount: { expected: 9000, interval: { low: 8000, high: 10_000 } } },
};

const openShop = async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const { scope, outcome, target } = await repeatPurchase(caller);
  /** Records a build of the pipeline with scores as of a day. */
  const build = (day: number, performance: Partial<PerformanceHistory> | null) => {
    const known = { [outcome]: { ...history, ...performance } };
    return recordBuild(api, caller.accountId, scope, {
      population_count: 2000,
      data_through: day * secondsPerDay,
      outcomes: { [outcome]: scored },
      warnings: [],
      performance: performance === null ? {} : known,
    } as unknown as ScopeResult);
  };
  return { api, caller, scope, outcome, target, build };
};

const recordBuild = async (api: Api, accountId: string, id: string, result: ScopeResult) => {
  await api.db.transaction(async (trx) => {
    const now = api.now();
    const files = { resultDir: "results/none", resultFiles: [] };
    await recordResult(trx, id, { result, fingerprint: "f", ...files }, now);
    const { config } = (await findResource(trx, accountId, "scopes", id))!;
    await kindOf("scopes").afterBuild!(trx, { id, accountId, config, result, now });
  });
};

const valued = (day: number, attained: number, amount: number): ObservedPerformance => ({
  ...observed(day, attained),
  ranking: { auc: 0.72, interval: { low: 0.69, high: 0.75 } },
  challengers: [
    {
      role: "rule",
      name: "recency",
      expected: 460,
      auc: 0.7,
      gain: { value: 0.01, low: 0.005, high: 0.015 },
    },
  ],
  values: {
    amount: { expected: 9000, expected_interval: { low: 8000, high: 10_000 }, observed: amount, deciles: [] },
  },
});

test("before any scores there is no claim, and then one that says when it can be judged", async () => {
  const { caller, build } = await openShop();
  const { body: none } = await caller.get("/claims");
  expect(none).toMatchObject({ summary: { made: 0, judged: 0 }, claims: [] });
  await build(100, { waiting: [snapshot(100)] });
  const { summary, claims } = (await caller.get("/claims")).body;
  expect(summary).toMatchObject({
    made: 1,
    open: 1,
    sentence: "1 claim made. The first can be judged once the data reach 21 May 1970.",
  });
  expect(claims).toMatchObject([
    {
      outcome_name: "Likelihood to buy again",
      goal: "reach the goal",
      judged_from: "1970-05-21T00:00:00.000Z",
      people: 2000,
      verdict: "open",
      measures: [
        { measure: "people", expected: 452, expected_low: 411, expected_high: 496 },
        { measure: "amount", expected: 9000 },
        { measure: "auc", expected: 0.74, expected_low: 0.7 },
      ],
    },
  ]);
});

test("a claim is judged by a build after its day, restated by a later one, and outlives its pipeline", async () => {
  const { api, caller, scope, outcome, target, build } = await openShop();
  await build(60, { waiting: [snapshot(60)] });
  await build(100, { waiting: [snapshot(100)], observed: [valued(60, 405, 9100)] });
  const first = (await caller.get("/claims")).body.claims[1];
  expect(first).toMatchObject({ verdict: "broken", left_out_count: 3, restated_count: 0 });
  api.tick(1000);
  await build(110, { waiting: [snapshot(100)], observed: [valued(60, 441, 9200)] });
  const { summary, claims } = (await caller.get(`/claims?scope_id=${scope}`)).body;
  expect(summary).toMatchObject({ made: 2, open: 1, judged: 1, held: 1, broken: 0, void: 0 });
  expect(summary.against_rule).toEqual({ better: 1, level: 0, worse: 0 });
  expect(claims[1]).toMatchObject({
    id: first.id,
    verdict: "held",
    restated_count: 1,
    judged_at: first.judged_at,
    measures: [
      { measure: "people", observed: 441, first_observed: 405, verdict: "held" },
      { measure: "amount", observed: 9200, first_observed: 9100, verdict: "held" },
      { measure: "auc", observed: 0.72, observed_low: 0.69, verdict: "held" },
    ],
    challengers: [{ role: "rule", name: "recency", auc: 0.7, gain_low: 0.005, verdict: "better" }],
    sentence:
      "452 of 2,000 people expected to reach the goal by 11 April 1970 (411 to 496): 441 did, 405 at first. Held.",
  });
  await caller.delete(`/targets/${target}`);
  expect((await caller.delete(`/scopes/${scope}`)).status).toBeLessThan(300);
  const after = (await caller.get(`/claims?outcome_id=${outcome}`)).body;
  expect(after.summary.sentence).toBe(
    "Of 1 claim judged, 1 held. Beside a simple rule, 1 list was better. 1 can no longer be judged.",
  );
  expect(after.claims).toMatchObject([
    { verdict: "void", void_reason: "pipeline_deleted" },
    { verdict: "held" },
  ]);
  expect((await caller.get("/claims?scope_id=other")).body.summary.made).toBe(0);
});

test("a claim of a prediction that the pipeline no longer makes is void", async () => {
  const { caller, build } = await openShop();
  await build(60, { waiting: [snapshot(60)] });
  await build(70, null);
  expect((await caller.get("/claims")).body.claims).toMatchObject([{ void_reason: "prediction_removed" }]);
});

test("claims come in pages and as a file, to their own account alone", async () => {
  const { api, caller, build } = await openShop();
  const days = [0, 10, 20];
  await build(90, { observed: days.map((day) => valued(day, 441, 9000)), waiting: [snapshot(90)] });
  const page = await caller.get("/claims?limit=3");
  expect(page.body.claims).toHaveLength(3);
  expect(page.body.summary.made).toBe(4);
  const next = /^<([^>]+)>/.exec(String(page.headers.link))![1]!;
  expect((await caller.get(next)).body.claims).toMatchObject([{ cutoff: "1970-01-01T00:00:00.000Z" }]);
  const { body, headers } = await caller.get("/claims.csv");
  expect(headers["content-disposition"]).toContain("claims.csv");
  const [header, ...rows] = String(body).trimEnd().split("\r\n");
  expect(rows).toHaveLength(4);
  const column = (row: string, name: string) => row.split(",")[header!.split(",").indexOf(name)];
  expect(rows.map((row) => [column(row, "verdict"), column(row, "people_observed")])).toEqual([
    ["open", ""],
    ["held", "441"],
    ["held", "441"],
    ["held", "441"],
  ]);
  const other = await api.signUp("Other");
  expect((await other.get("/claims")).body.summary.made).toBe(0);
  expect(
    String((await other.get("/claims.csv")).body)
      .trimEnd()
      .split("\r\n"),
  ).toHaveLength(1);
});
