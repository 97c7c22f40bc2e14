import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { logit, sigmoid } from "../numeric/special-functions.js";
import { chooseWeights } from "./blend.js";
import type { CandidateName } from "./candidates/registry.js";

const names: CandidateName[] = ["constant", "recency", "rfm", "logistic", "trees"];
const rows = 2000;

/** True log-odds with an error of each candidate, and labels. */
const validation = (effect: number, error: Partial<Record<CandidateName, number>>, seed = 1) => {
  const random = seededRandom(seed);
  const noise = () => random() + random() + random() - 1.5;
  const truth = Float64Array.from({ length: rows }, () => -1 + effect * noise());
  const label = truth.map((s) => (random() < sigmoid(s) ? 1 : 0));
  const scores = names.map((name) =>
    name === "constant"
      ? new Float64Array(rows).fill(logit(0.3))
      : truth.map((s) => s + (error[name] ?? 2) * noise()),
  );
  return { names, scores, label: Uint8Array.from(label), sizes: names.map(() => 0) };
};

const chosen = (...args: Parameters<typeof validation>): CandidateName[] => {
  const weights = chooseWeights(validation(...args));
  expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  return names.filter((_, c) => weights[c]! > 0);
};

test("a candidate without error is used alone", () => {
  expect(chosen(2, { rfm: 0 })).toEqual(["rfm"]);
});

test("independent errors of similar size are averaged out", () => {
  expect(chosen(2, { rfm: 6, logistic: 1, trees: 1 })).toEqual(["logistic", "trees"]);
});

test("without a best candidate, the mean of all general ones is used", () => {
  expect(chosen(2, { rfm: 1, logistic: 1, trees: 1 })).toEqual(["rfm", "logistic", "trees"]);
});

test("BG/NBD is used only where it helps", () => {
  const all: CandidateName[] = [...names, "bg_nbd"];
  const known = validation(2, { rfm: 2, logistic: 2, trees: 2 });
  const truth = validation(2, { rfm: 0 }).scores[2]!;
  const weightOf = (score: Float64Array) =>
    chooseWeights({ ...known, names: all, scores: [...known.scores, score] })[all.indexOf("bg_nbd")];
  expect(weightOf(truth)).toBeGreaterThan(0);
  expect(weightOf(truth.map((s) => -s))).toBe(0);
});

test("without a signal the constant is used", () => {
  for (const seed of [1, 2, 3, 4]) expect(chosen(0, {}, seed)).toEqual(["constant"]);
});

test("a candidate that ranks people is used even if its loss is hardly lower", () => {
  expect(chosen(0.35, { rfm: 0.35 })).not.toContain("constant");
});

test("a common error of level does not change the weights", () => {
  const known = validation(2, { trees: 0 });
  const moved = { ...known, scores: known.scores.map((score) => score.map((s) => s + 3)) };
  expect(chooseWeights(moved)).toEqual(chooseWeights(known));
});

test("equal labels choose the constant", () => {
  const known = validation(2, {});
  expect(chooseWeights({ ...known, label: new Uint8Array(rows) })).toEqual([1, 0, 0, 0, 0]);
});
