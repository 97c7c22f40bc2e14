// Analysis and efficacy of a pipeline, as rendered from results.

import { expect, test } from "vitest";
import type { PerformanceHistory } from "../../src/domain/pipeline/observed-performance.js";
import type { ScopeResult, ScoredOutcome } from "../../src/domain/pipeline/scope.js";
import { recordResult } from "../../src/store/resources.js";
import { openApi, repeatPurchase } from "./harness.js";

const day = (text: string) => Date.parse(text) / 1000;
const scored: ScoredOutcome = {
  scored: 3,
  attained: 2,
  not_eligible: 1,
  expected: 1.2,
  expected_interval: { low: 0.4, high: 2 },
  histogram: Array.from({ length: 100 }, (_, bin) => (bin === 40 ? 3 : 0)),
  outside: { people: 0, histogram: Array.from({ length: 100 }, () => 0) },
  model: { version: "m", feature_version: "f", level_margin: 0.2 },
  shift: { index: 0.3, features: [{ name: "spend", literate: "money spent", importance: 0.4, index: 0.3 }] },
};
const performance: PerformanceHistory = {
  question: {
    attainment: { stream_name: "transaction" },
    eligible: null,
    attrition: null,
    undecided: "not_attained",
    recurring: false,
    horizon_days: null,
  },
  waiting: [
    { cutoff: day("2025-05-01"), horizon_days: 30, model: "new", people: 3, level_margin: 0.2 },
    { cutoff: day("2025-05-11"), horizon_days: 30, model: "new", people: 4, level_margin: 0.2 },
  ],
  observed: ["2025-01-01", "2025-02-01"].map((cutoff) => ({
    cutoff: day(cutoff),
    horizon_days: 30,
    model: "old",
    people: 2,
    left_out: 1,
    expected: 0.9,
    expected_interval: { low: 0, high: 2 },
    attained: 1,
    deciles: [
      { people: 2, lowest: 0.4, highest: 0.5, expected: 0.9, attained: 1, rate_low: 0.1, rate_high: 0.9 },
    ],
  })),
};

const scopeWith = async (resultOf: (outcome: string) => ScopeResult, patch: Patch = {}) => {
  const api = await openApi();
  const caller = await api.signUp();
  const { scope, outcome, datasetId } = await repeatPurchase(caller);
  if (patch.dataset) await caller.patch(`/datasets/${datasetId}`, patch.dataset);
  if (patch.outcome) await caller.patch(`/outcomes/${outcome}`, patch.outcome);
  const result = resultOf(outcome);
  await recordResult(
    api.db.kysely,
    scope,
    { result, resultDir: "x", resultFiles: [], fingerprint: "f" },
    1_000,
  );
  const read = async (what = "") => (await caller.get(`/scopes/${scope}${what}`)).body;
  return { outcome, read, record: (await caller.get(`/outcomes/${outcome}`)).body };
};
type Patch = { dataset?: object; outcome?: object };

test("expected amounts have the currency of the files", async () => {
  const value = { amount: { expected: 412.3, interval: { low: 300, high: 500 } } };
  const { read, record } = await scopeWith(
    (id) => ({
      population_count: 3,
      data_through: 0,
      outcomes: { [id]: { ...scored, value } },
      warnings: [],
      performance: {},
    }),
    {
      dataset: { output_to_streams: { transaction: { currency: { is: "€" } } } },
      outcome: { value: {} },
    },
  );
  expect(record.value_currency).toBe("EUR");
  expect((await read("/analysis")).outcomes[0].value.headline).toBe(
    "These 3 people are expected to spend 412 EUR (95 % interval 300 to 500).",
  );
});

test("the analysis contains counts, expected number with interval, histogram and warnings, and so does the record", async () => {
  const { outcome, read } = await scopeWith((id) => ({
    population_count: 6,
    data_through: 0,
    outcomes: { [id]: scored },
    warnings: [{ outcome_id: id, kind: "shift", about: "spend", note: "They differ." }],
    performance: {},
  }));
  const analysis = await read("/analysis");
  expect(analysis).toMatchObject({
    population_count: 6,
    outcomes: [
      {
        outcome_id: outcome,
        outcome_name: "Likelihood to buy again",
        headline: "Expected: 1 of 3 people in “Repeat purchasers” (95 % interval 0 to 2).",
        scored_count: 3,
        eligible_count: 3,
        attained_count: 2,
        not_eligible_count: 1,
        expected: 1.2,
        expected_low: 0.4,
        expected_high: 2,
        shift: { index: 0.3, features: [{ name: "spend", importance: 0.4 }] },
      },
    ],
    warnings: [{ outcome_id: outcome, kind: "shift", title: "Drift", note: "They differ." }],
  });
  expect(analysis.outcomes[0].histogram[40]).toEqual({ min: 0.4, max: 0.41, count: 3, eligible_count: 3 });
  expect((await read()).warnings).toEqual(analysis.warnings);
});

test("the efficacy compares expected and actual results, newest first, and lists pending scores", async () => {
  const { outcome, read } = await scopeWith((id) => ({
    population_count: 6,
    data_through: 0,
    outcomes: { [id]: scored },
    warnings: [],
    performance: { [id]: performance },
  }));
  const [efficacy] = (await read("/efficacy")).outcomes;
  expect(efficacy).toMatchObject({ outcome_id: outcome, outcome_name: "Likelihood to buy again" });
  expect(efficacy.observed.map(({ cutoff }: { cutoff: string }) => cutoff.slice(0, 10))).toEqual([
    "2025-02-01",
    "2025-01-01",
  ]);
  expect(efficacy.observed[0]).toMatchObject({
    headline:
      "Expected 1, actual 1 of 2 people scored on 1 February 2025, within 30 days: inside the 95 % interval 0 to 2.",
    horizon_end: "2025-03-03T00:00:00.000Z",
    people: 2,
    left_out_count: 1,
    expected_low: 0,
    expected_high: 2,
    attained: 1,
    deciles: [{ people: 2, attained: 1 }],
  });
  expect(efficacy.waiting.map(({ people }: { people: number }) => people)).toEqual([4, 3]);
});

test("before there is a result, both are not ready", async () => {
  const caller = await (await openApi()).signUp();
  const { scope } = await repeatPurchase(caller);
  for (const what of ["analysis", "efficacy"])
    expect(await caller.get(`/scopes/${scope}/${what}`)).toMatchObject({
      status: 409,
      body: { note: expect.stringContaining("the pipeline is new") },
    });
});
