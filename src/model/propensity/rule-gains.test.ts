import { expect, test } from "vitest";
import { seededRandom } from "../numeric/random.js";
import { logit } from "../numeric/special-functions.js";
import { ruleGains } from "./rule-gains.js";

const people = 2000;

/** An origin where the model knows each person's probability, and the rule knows the mean alone. */
const originAt = (landmark: number) => {
  const random = seededRandom(landmark + 1);
  const probability = Float64Array.from({ length: people }, () => 0.1 + 0.5 * random());
  const label = Uint8Array.from(probability, (p) => (random() < p ? 1 : 0));
  const raw = probability.map(logit);
  const names = ["constant" as const, "trees" as const];
  const constant = new Float64Array(people).fill(logit(0.35));
  return {
    scored: { landmark, season: 0, newest: 0, names, scores: [[constant], [raw]], label },
    delivered: { landmark, probability, scored: { raw, label } },
  };
};

test("each origin has the gain over each rule, with the chance of who was there", () => {
  const origins = [0, 1, 2].map(originAt);
  const gains = ruleGains(
    origins.map(({ scored }) => scored),
    origins.map(({ delivered }) => delivered),
  );
  expect(gains.map(({ landmark, rule }) => [landmark, rule])).toEqual([
    [0, "constant"],
    [1, "constant"],
    [2, "constant"],
  ]);
  for (const { value, variance, loss } of gains) {
    expect(loss).toBeGreaterThan(0.6);
    expect(value).toBeGreaterThan(0.02);
    expect(value).toBeLessThan(0.1);
    expect(Math.sqrt(variance)).toBeGreaterThan(0.003);
    expect(Math.sqrt(variance)).toBeLessThan(0.02);
  }
});

test("an origin where hardly anybody converted tells nothing", () => {
  const { scored, delivered } = originAt(0);
  const label = new Uint8Array(people).fill(1, 0, 9);
  const few = { ...delivered, scored: { ...delivered.scored, label } };
  expect(ruleGains([{ ...scored, label }], [few])).toEqual([]);
});
