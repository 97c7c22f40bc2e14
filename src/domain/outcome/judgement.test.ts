import { expect, test } from "vitest";
import type { Verdict } from "./evaluation.js";
import { judgedVerdict, judgedWarnings } from "./judgement.js";
import { levelOf } from "./level.js";

const stored = {
  decision: "slightly_better",
  code: "model_against_rule",
  figures: { rule: "recency", gain: 0.03, low: 0.01, high: 0.05 },
} as Verdict;
const interval = { low: 0.55, high: 0.6 };
const testOf = (expected: number, attained: number, auc = interval, verdict = stored) =>
  ({
    verdict,
    performance: { model: { auc: (auc.low + auc.high) / 2 } },
    intervals: { model: { auc } },
    deciles: [
      { people: 2000, expected: expected * 0.7, attained: attained * 0.7 },
      { people: 2000, expected: expected * 0.3, attained: attained * 0.3 },
    ],
    origins: [],
    warnings: [],
  }) as unknown as Parameters<typeof judgedVerdict>[0] & Parameters<typeof judgedWarnings>[0];

test("a level is off if it differs materially, and by more than chance", () => {
  expect(levelOf(testOf(1121, 734).deciles)).toMatchObject({ isOff: true, expected: 1121, attained: 734 });
  expect(levelOf(testOf(820, 734).deciles).isOff).toBe(false);
  expect(levelOf(testOf(9, 5).deciles).isOff).toBe(false);
  expect(levelOf(testOf(400, 734).deciles).isOff).toBe(true);
  expect(levelOf([])).toMatchObject({ isOff: false, people: 0 });
});

test("a model that ranks no better than chance is not better than a rule, whatever its log loss", () => {
  const judged = testOf(700, 734, { low: 0.47, high: 0.55 });
  const intervals = {
    ...judged.intervals,
    recency: { auc: { low: 0.51, high: 0.6 } },
  } as unknown as typeof judged.intervals;
  expect(judgedVerdict({ ...judged, intervals })).toEqual({
    decision: "no_better",
    code: "model_does_not_rank",
    figures: { auc: 0.51, low: 0.47, high: 0.55 },
  });
});

test("where neither the model nor a rule ranks people, there is no signal", () => {
  const noBetter = { ...stored, decision: "no_better" } as Verdict;
  const judged = testOf(700, 734, { low: 0.47, high: 0.55 }, noBetter);
  const withRule = (low: number) =>
    judgedVerdict({
      ...judged,
      intervals: {
        ...judged.intervals,
        recency: { auc: { low, high: 0.6 } },
      } as unknown as typeof judged.intervals,
    });
  expect(withRule(0.48)).toMatchObject({ decision: "no_better", code: "nothing_ranks" });
  expect(withRule(0.52)).toBe(noBetter);
});

test("a ranking that most past dates show counts, even if another date might not show it", () => {
  const origins = [0.52, 0.51, 0.49].map((auc_low) => ({ auc_low }));
  const judged = { ...testOf(740, 734, { low: 0.47, high: 0.58 }), origins } as unknown as Parameters<
    typeof judgedVerdict
  >[0];
  expect(judgedVerdict(judged)).toBe(stored);
});

test("a model whose level is off is for ranking alone, and the warning says by how much", () => {
  const off = testOf(1121, 734);
  expect(judgedVerdict(off)).toMatchObject({
    decision: "slightly_better",
    code: "model_level_off",
    figures: { expected: 1121, attained: 734 },
  });
  expect(judgedWarnings(off)).toMatchObject([{ kind: "level", code: "level_off" }]);
});

test("other verdicts stay as they are", () => {
  expect(judgedVerdict(testOf(740, 734))).toBe(stored);
  expect(judgedWarnings(testOf(740, 734))).toEqual([]);
  const noBetter = { ...stored, decision: "no_better" } as Verdict;
  expect(judgedVerdict(testOf(1121, 734, interval, noBetter))).toBe(noBetter);
});

test("without a test at a past date, a model is slightly better at most", () => {
  const clear = { ...stored, decision: "clearly_better" } as Verdict;
  const judged = testOf(700, 734, interval, clear);
  const testedOn = (tested_on: "later dates" | "other people", mode: "point_in_time" | "static") =>
    judgedVerdict({ ...judged, tested_on, mode });
  expect(testedOn("other people", "point_in_time")).toEqual({
    decision: "slightly_better",
    code: "model_untested_later",
    figures: stored.figures,
  });
  expect(testedOn("later dates", "point_in_time")).toBe(clear);
  expect(testedOn("other people", "static")).toBe(clear);
});

test("broken claims take a good verdict down, and leave a bad one as it is", () => {
  const broken = { judged: 5, broken: 3 };
  const fallen = { decision: "slightly_better", code: "claims_broken", figures: broken };
  expect(judgedVerdict(testOf(700, 734), broken)).toEqual(fallen);
  expect(judgedVerdict(testOf(700, 734), null)).toEqual(stored);
  expect(judgedVerdict(testOf(1121, 734), broken).code).toBe("model_level_off");
  const bad = { ...stored, decision: "no_better" } as Verdict;
  expect(judgedVerdict(testOf(700, 734, interval, bad), broken)).toEqual(bad);
});
