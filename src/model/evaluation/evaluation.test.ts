import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { sigmoid } from "../numeric/special-functions.js";
import { deciles, evaluateTest, tenureGroups } from "./evaluation.js";

const simulated = (people: number) => {
  const random = seededRandom(4);
  const probability = Float64Array.from({ length: people }, () => sigmoid(-2 + 3 * random()));
  const label = Uint8Array.from(probability, (p) => (random() < p ? 1 : 0));
  const tenureDays = Float32Array.from({ length: people }, () => 800 * random());
  const base = label.reduce((a, b) => a + b, 0) / people;
  const candidates = [{ name: "constant", probability: new Float64Array(people).fill(base) }];
  return { label, probability, candidates, tenureDays };
};

test("deciles contain each person once, highest first, and expect about as many as converted", () => {
  const { probability, label } = simulated(5000);
  const groups = deciles(probability, label);
  expect(groups.map(({ people }) => people)).toEqual(Array(10).fill(500));
  const sum = (of: (group: (typeof groups)[number]) => number) => groups.reduce((s, t) => s + of(t), 0);
  expect(sum((t) => t.attained)).toBe(label.reduce((a, b) => a + b, 0));
  expect(sum((t) => t.expected)).toBeCloseTo(
    probability.reduce((a, b) => a + b, 0),
    6,
  );
  groups.slice(1).forEach((group, i) => {
    expect(group.highest).toBeLessThan(groups[i]!.lowest);
  });
  const within = groups.filter((t) => t.rate_low <= t.expected / 500 && t.expected / 500 <= t.rate_high);
  expect(within.length).toBeGreaterThan(7);
});

test("true probabilities are clearly better than a constant, at every tenure", () => {
  const { verdict, tenures, comparison, intervals } = evaluateTest(simulated(4000), {
    baselines: ["constant", "recency"],
    seed: 1,
  });
  expect(verdict.decision).toBe("clearly_better");
  expect(comparison.rule).toBe("constant");
  expect(Object.keys(intervals)).toEqual(["model", "constant"]);
  expect(tenures.map(({ tenure_start }) => tenure_start)).toEqual([0, 30, 90, 180, 365, 730]);
  expect(tenures.at(-1)!.tenure_end).toBeNull();
  expect(tenures.reduce((sum, { scores }) => sum + scores.people, 0)).toBe(4000);
});

test("a model with the probabilities of the rule is no better", () => {
  const test = simulated(2000);
  const same = { ...test, probability: test.candidates[0]!.probability };
  expect(evaluateTest(same, { baselines: ["constant", "recency"], seed: 1 }).verdict.decision).toBe(
    "no_better",
  );
});

test("without a tenure there are no groups, and two people are too little data", () => {
  const few = {
    label: Uint8Array.of(0, 1),
    probability: Float64Array.of(0.2, 0.6),
    candidates: [{ name: "constant", probability: Float64Array.of(0.5, 0.5) }],
    tenureDays: null,
  };
  const found = evaluateTest(few, { baselines: ["constant", "recency"], seed: 1 });
  expect(found.verdict.decision).toBe("too_little_data");
  expect(found.tenures).toEqual([]);
  expect(JSON.stringify(found)).not.toContain("null");
});

const alternating = (rows: number) => Uint8Array.from({ length: rows }, (_, i) => i % 2);

test("spans of too few people are merged with the next, and the last has no end", () => {
  const tenure = Float32Array.from({ length: 300 }, (_, i) =>
    i < 10 ? 5 : i < 150 ? 40 : i < 290 ? 200 : 900,
  );
  const groups = tenureGroups(tenure, alternating(300));
  expect(groups.map(({ start, end, rows }) => [start, end, rows.length])).toEqual([
    [0, 90, 150],
    [90, null, 150],
  ]);
});

test("people of unknown tenure are in no group", () => {
  const tenure = Float32Array.from({ length: 100 }, (_, i) => (i < 50 ? Number.NaN : 10));
  expect(tenureGroups(tenure, alternating(100)).map(({ rows }) => rows.length)).toEqual([50]);
});

test("with too few of one label there are no groups", () => {
  expect(tenureGroups(new Float32Array(500).fill(10), new Uint8Array(500))).toEqual([]);
});
