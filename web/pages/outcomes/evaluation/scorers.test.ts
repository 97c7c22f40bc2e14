import { expect, test } from "vitest";
import type { Analysis } from "./analysis.js";
import { blendInWords, differenceInWords, scoredBy } from "./scorers.js";

const figures = (auc: number) => ({ auc, log_loss: 1 - auc });
const around = (auc: number) => ({ auc: { low: auc - 0.02, high: auc + 0.02 } });
const analysis = {
  performance: {
    model: figures(0.8),
    candidates: { constant: figures(0.5), trees: figures(0.79), recency: figures(0.76) },
  },
  intervals: { model: around(0.8), trees: around(0.79) },
  comparison: {
    rule: "recency",
    differences: {
      auc: { value: 0.04, low: -0.01, high: 0.09 },
      log_loss: { value: -0.04, low: -0.06, high: -0.02 },
    },
  },
} as unknown as Analysis;

test("the model comes first, then all others, the best first by the metric's own direction", () => {
  expect(scoredBy(analysis, "auc").map(({ name }) => name)).toEqual([
    "model",
    "trees",
    "recency",
    "constant",
  ]);
  expect(scoredBy(analysis, "log_loss").map(({ name }) => name)).toEqual([
    "model",
    "trees",
    "recency",
    "constant",
  ]);
});

test("simple rules are separated from candidates, and a figure without an interval has none", () => {
  const [, trees, recency] = scoredBy(analysis, "auc");
  expect(trees).toMatchObject({ role: "candidate", low: 0.77 });
  expect(recency).toMatchObject({ role: "rule", low: 0.76, high: 0.76 });
});

test("a difference whose interval includes 0 is not called better", () => {
  expect(differenceInWords(analysis, "auc")).toMatch(/may be chance/);
  expect(differenceInWords(analysis, "log_loss")).toBe(
    "Log loss compared with the best simple rule (ranking by recency only): −0.0400 (95 % interval −0.0600 to −0.0200). The model is better on this metric.",
  );
});

test("the candidates that the model combines are named with their shares, the largest first", () => {
  expect(blendInWords({ trees: 0.3, logistic: 0.7 })).toBe(
    "logistic regression (70 %) and gradient-boosted trees (30 %)",
  );
});
