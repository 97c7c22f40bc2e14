import { expect, test } from "vitest";
import { findingText } from "../../words/fairness.js";
import { seededRandom } from "../numeric/random.js";
import type { CodedDimension } from "./groups.js";
import { mitigationCost } from "./mitigation.js";
import { type BiasInput, measureBias } from "./report.js";

const people = 4_000;

/**
 * Half are female. `tilt` is the difference in log-odds for males; `isModelled`: whether the probabilities
 * contain it.
 */
const planted = (tilt: number, isModelled = true): BiasInput => {
  const random = seededRandom(5);
  const code = Int8Array.from({ length: people }, (_, i) => i % 2);
  const chance = Float64Array.from(
    { length: people },
    () => 2 * (random() + random() + random() + random() - 2) - 1.5,
  );
  const truth = chance.map((logit, i) => 1 / (1 + Math.exp(-logit - tilt * code[i]!)));
  const label = Uint8Array.from(truth, (p) => (random() < p ? 1 : 0));
  const probability = isModelled ? truth : chance.map((logit) => 1 / (1 + Math.exp(-logit - tilt / 2)));
  const gender: CodedDimension = { name: "gender", values: ["Female", "Male"], code };
  return {
    training: { label, dimensions: [{ ...gender, years: null }] },
    tested: { label, probability, dimensions: [gender] },
  };
};

test("without bias there are no findings", () => {
  const { findings, summary, subpopulations } = measureBias(planted(0));
  expect(findings).toEqual([{ code: "no_difference" }]);
  expect(summary.data_unbiased).toBe(true);
  expect(subpopulations.map(({ name }) => name)).toEqual(["gender Female", "gender Male"]);
});

test("planted bias is recovered in size and beyond chance", () => {
  const { subpopulations, summary, findings } = measureBias(planted(1));
  const [female, male] = subpopulations;
  expect(male!.selection_ratio.value).toBeGreaterThan(1.3);
  expect(male!.selection_ratio.low).toBeGreaterThan(1);
  expect(female!.selection_ratio.high).toBeLessThan(1);
  expect(female!.selection_ratio.value + male!.selection_ratio.value).toBeCloseTo(2, 9);
  expect(male!.fairness.at(-1)).toMatchObject({ name: "total_fairness", level: "privileged" });
  expect(female!.fairness.at(-1)).toMatchObject({ level: "disadvantaged" });
  expect(summary).toMatchObject({ predictions_unbiased: false, fairness_fair: false });
  expect(findings.map((finding) => findingText(finding)).join("\n")).toMatch(
    /gender Male: selected 1\.\d+ times as often as its share/,
  );
});

test("wrong probabilities of a subpopulation are found even if selection is equal", () => {
  const { findings, subpopulations } = measureBias(planted(1, false));
  expect(findings.map((finding) => findingText(finding)).join("\n")).toMatch(
    /gender Female: expected \d+, actual \d+; .* too high/,
  );
  expect(findings.map((finding) => findingText(finding)).join("\n")).toMatch(/gender Male: .* too low/);
  expect(subpopulations[0]!.selection_ratio.low).toBeLessThan(1);
});

test("small groups are not compared, and do not count against the model", () => {
  const { training, tested } = planted(0);
  const rare = {
    name: "gender",
    values: ["Rare"],
    code: tested.dimensions[0]!.code.map((_, i) => (i < 30 ? 0 : -1)),
  };
  const { findings, subpopulations, summary } = measureBias({
    training,
    tested: { ...tested, dimensions: [rare] },
  });
  expect(subpopulations[0]!.is_enough).toBe(false);
  expect(subpopulations[0]!.predictions[0]!.level).toBe("too_few_to_tell");
  expect(findings.map((finding) => findingText(finding)).join("\n")).toContain(
    "Too few people to judge: gender Rare.",
  );
  expect(summary.predictions_unbiased).toBe(true);
});

test("combinations of age and gender are compared as well", () => {
  const { training, tested } = planted(0);
  const age = {
    name: "age",
    values: ["Young", "Old"],
    code: tested.dimensions[0]!.code.map((_, i) => (i >> 1) % 2),
  };
  const { subpopulations } = measureBias({
    training,
    tested: { ...tested, dimensions: [age, ...tested.dimensions] },
  });
  expect(subpopulations.at(-1)).toMatchObject({
    name: "age Old, gender Male",
    dimensions: { age: "Old", gender: "Male" },
    people: people / 4,
  });
});

test("the cost of mitigation is the same test with and without it", () => {
  const { label, probability } = planted(1).tested;
  const flat = new Float64Array(people).fill(0.25);
  const all = { name: "all", dimensions: {}, rows: Int32Array.from(label.keys()) };
  const cost = mitigationCost(label, [all], probability, flat);
  expect(cost.with.auc).toBe(0.5);
  expect(cost.without.auc).toBeGreaterThan(0.6);
  expect(cost.selection_ratios).toEqual([{ name: "all", people, without: 1, with: 1 }]);
});
