// The report of an outcome in a browser, and its analysis in the published client.

import { expect, test } from "vitest";
import { callerOf, openApi, repeatPurchase } from "./harness.js";
import { publishedClient } from "./published.js";
import { recordResults } from "./results.js";

const built = async () => {
  const api = await openApi();
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  await recordResults(api, caller.accountId, ids);
  return { api, caller, ids, stranger: callerOf(api.app, {}) };
};

test("the report opens by its signed link or by key only", async () => {
  const { api, caller, ids, stranger } = await built();
  const { body: outcome } = await caller.get(`/outcomes/${ids.outcome}`);
  const link = new URL(outcome.report_url, "http://localhost");
  const { status, body, headers } = await stranger.get(link.pathname + link.search);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(body).toContain("<h1>Likelihood to buy again</h1>");
  expect(body).toContain("“Repeat purchasers”");

  expect((await caller.get(`/outcomes/${ids.outcome}/report.html`)).body).toBe(body);
  expect((await stranger.get(link.pathname)).status).toBe(401);
  expect((await stranger.get(`${link.pathname}?signature=x`)).status).toBe(403);
  expect((await (await api.signUp("Other")).get(link.pathname)).status).toBe(404);
});

test("a target's link does not open a report", async () => {
  const { caller, ids, stranger } = await built();
  const { body: target } = await caller.get(`/targets/${ids.target}`);
  const { search } = new URL(target.options.output_url, "http://localhost");
  expect((await stranger.get(`/outcomes/${ids.outcome}/report.html${search}`)).status).toBe(403);
  expect((await stranger.get(`/outcomes/${ids.target}/report.html${search}`)).status).toBe(403);
});

test("before the build there is neither a link nor a report", async () => {
  const caller = await (await openApi()).signUp();
  const ids = await repeatPurchase(caller);
  expect((await caller.get(`/outcomes/${ids.outcome}`)).body).not.toHaveProperty("report_url");
  expect((await caller.get(`/outcomes/${ids.outcome}/report.html`)).status).toBe(409);
});

test("the record contains the verdict and the warnings", async () => {
  const { caller, ids } = await built();
  expect((await caller.get(`/outcomes/${ids.outcome}`)).body).toMatchObject({
    verdict: { decision: "clearly_better" },
    warnings: [{ kind: "leak", about: "recency" }],
  });
});

test("the published client reads the link, directions by data type, tables, and performance by tenure", async () => {
  const { api, caller, ids } = await built();
  const client = await publishedClient(api, caller.key);
  expect((await client.outcomes.getOutcome(ids.outcome)).report_url).toMatch(/\/report\.html\?signature=/);

  const analysis = await client.outcomes.getOutcomeAnalysis(ids.outcome);
  const [recency, member] = analysis.overall_features.recognized_individuals;
  expect(recency!.directionality[0]).toEqual({
    data_type: "number",
    min: 0,
    max: 30,
    density: 0.5,
    impact: 0.1,
  });
  expect(member!.directionality[1]).toEqual({
    data_type: "boolean",
    value: true,
    density: 0.2,
    impact: 0.03,
  });
  const { metrics_table, lift_table } = analysis.overall_performance.recognized_individuals;
  for (const { headers: columns, rows } of [metrics_table, lift_table])
    for (const row of rows) expect(row).toHaveLength(columns.length);
  const tenures = analysis.tenure_performances!.recognized_individuals;
  expect(tenures.map(({ tenure_start, tenure_end }) => [tenure_start, tenure_end])).toEqual([
    [0, 90],
    [90, undefined],
  ]);
  expect(analysis.tenure_features!.recognized_individuals).toHaveLength(2);
});

test("the features of each span of tenure are listed, with the end of the span if it has one", async () => {
  const { caller, ids } = await built();
  const { body } = await caller.get(`/outcomes/${ids.outcome}/analysis`);
  const [newcomers, others] = body.tenure_features.recognized_individuals;
  expect(newcomers).toMatchObject({
    tenure_start: 0,
    tenure_end: 90,
    features: [{ name: "n", importance: 1 }],
  });
  expect(others).toEqual({ tenure_start: 90, features: [], recognized_individuals: [] });
});
