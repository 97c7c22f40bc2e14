import { expect, test } from "vitest";
import { type Analysed, changeOf, leadOf, summariesOf } from "./summary.js";

const outcome = (id: string, more: object = {}) => ({ id, name: id, ...more }) as never;
const target = (id: string, scope_id: string, at: string | undefined, row_count?: number) =>
  ({ id, scope_id, last_updated_output_at: at, row_count }) as never;
const analysed = (id: string, expected: number, scored_count: number): Analysed =>
  ({
    scope: { id, payload: { outcome_ids: ["buys"] } },
    analysis: { outcomes: [{ outcome_id: "buys", expected, scored_count }] },
  }) as never;

test("the pipeline that scores the most people gives the expected number", () => {
  const [summary] = summariesOf([outcome("buys")], [analysed("few", 3, 10), analysed("all", 40, 900)], []);
  expect([summary?.scope?.id, summary?.expected?.expected]).toEqual(["all", 40]);
});

test("a pipeline that scores nobody gives none", () => {
  const [summary] = summariesOf([outcome("buys")], [analysed("none", 0, 0)], []);
  expect(summary?.expected).toBeUndefined();
});

test("the newest list that was delivered is shown, of a pipeline of the prediction", () => {
  const targets = [
    target("old", "all", "2026-01-01T00:00:00Z", 9),
    target("new", "all", "2026-02-01T00:00:00Z", 9),
    target("unbuilt", "all", undefined),
    target("other", "elsewhere", "2026-03-01T00:00:00Z", 9),
  ];
  const [summary] = summariesOf([outcome("buys")], [analysed("all", 40, 900)], targets);
  expect(summary?.list?.id).toBe("new");
});

test("archived predictions are left out; one without a pipeline has neither number nor list", () => {
  const all = summariesOf(
    [outcome("gone", { archived_at: "2026-01-01T00:00:00Z" }), outcome("buys")],
    [],
    [],
  );
  expect(all).toEqual([{ outcome: outcome("buys"), expected: undefined, scope: undefined, list: undefined }]);
});

test("the prediction that helps most leads, the first of those that are alike", () => {
  const scored = (id: string, more: object) => ({ outcome: outcome(id, more), expected: {} }) as never;
  const dated = (id: string, verdict: object) => scored(id, { horizon_days: 60, verdict });
  const ordered = [
    dated("better", { decision: "slightly_better" }),
    dated("also better", { decision: "clearly_better" }),
    dated("a rule", { decision: "no_better", code: "model_against_rule" }),
    scored("alike", { status: "ready", verdict: { decision: "clearly_better" } }),
    dated("no signal", { decision: "no_better", code: "nothing_ranks" }),
    dated("unclear", { decision: "too_little_data" }),
  ];
  const unscored = { outcome: outcome("unscored"), expected: undefined } as never;
  const leading = (all: never[]) => leadOf([unscored, ...all])?.outcome.id;
  expect(leading(ordered)).toBe("better");
  expect(leading(ordered.toReversed())).toBe("also better");
  const without = (count: number) => leading(ordered.slice(count).toReversed());
  expect([2, 3, 4, 5, 6].map(without)).toEqual(["a rule", "alike", "no signal", "unclear", undefined]);
});

test("the expected number is compared with the list of about a week ago", () => {
  const summary = {
    outcome: outcome("buys", { horizon_days: 60 }),
    scope: { id: "all", data_through: "2026-11-28T00:00:01Z" },
    expected: { expected: 463.4 },
  } as never;
  const claim = (cutoff: string, expected: number, more: object = {}) =>
    ({
      outcome_id: "buys",
      scope_id: "all",
      horizon_days: 60,
      cutoff,
      measures: [
        { measure: "auc", expected: 0.8 },
        { measure: "people", expected },
      ],
      ...more,
    }) as never;
  const month = [
    claim("2026-11-26T00:00:01Z", 460),
    claim("2026-11-20T00:00:01Z", 432),
    claim("2026-11-05T00:00:01Z", 410),
    claim("2026-10-01T00:00:01Z", 300),
  ];
  expect(changeOf(summary, month)).toEqual({ more: 31, through: Date.parse("2026-11-20T00:00:00Z") });
  const others = [
    claim("2026-11-20T00:00:01Z", 1, { outcome_id: "other" }),
    claim("2026-11-20T00:00:01Z", 1, { scope_id: "other" }),
    claim("2026-11-20T00:00:01Z", 1, { horizon_days: 30 }),
    claim("2026-11-20T00:00:01Z", 1, { void_reason: "definition_changed" }),
  ];
  expect(changeOf(summary, others)).toBeUndefined();
  expect(changeOf(summary, [...others, ...month.slice(2)])?.more).toBe(53);
});
