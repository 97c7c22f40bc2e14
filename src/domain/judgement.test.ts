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
  expect(judgedVerdict(testOf(700, 734, { low: 0.47, high: 0.55 }))).toEqual({
    decision: "no_better",
    code: "model_does_not_rank",
    figures: { auc: 0.51, low: 0.47, high: 0.55 },
  });
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
