import { expect, test } from "vitest";
import type { Group } from "./groups.js";
import { selectedShares, subpopulationsOf } from "./treatment.js";

/** 400 people, ranked by their index; every fourth converts. */
const label = Uint8Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
const probability = Float64Array.from({ length: 400 }, (_, i) => (400 - i) / 800);
const group = (name: string, from: number, to: number): Group => ({
  name,
  dimensions: { half: name },
  rows: Int32Array.from({ length: to - from }, (_, i) => from + i),
});

test("a selection's ratio, rates and published metrics are as counted by hand", () => {
  const [upper] = subpopulationsOf([group("upper", 0, 200)], { label, probability }, 0.25);
  expect(upper).toMatchObject({ people: 200, share: 0.5, attained: 50, is_enough: true });
  expect(upper!.selection_ratio.value).toBe(2);
  expect(upper!.selection_ratio.high).toBe(2);
  // 25 of its 50 positives are selected, and 25 of 100 over all; half of the group is selected, and a quarter of all.
  expect(upper!.true_positive_rate.value).toBe(0.5);
  expect(upper!.fairness.map(({ name, value }) => [name, value])).toEqual([
    ["equal_opportunity_difference", 0.25],
    ["statistical_parity_difference", 0.25],
    ["average_odds_difference", 0.25],
    ["disparate_impact", 2],
    ["total_fairness", 2.75],
  ]);
  // F1 is 2 · 25 / (100 + 50) in the group and 2 · 25 / (100 + 100) over all.
  expect(upper!.power[0]).toMatchObject({ level: "enhanced", value: expect.closeTo(1 / 3, 9) });
  expect(upper!.predictions).toEqual([{ name: "odds_ratio", level: "strong_bias", value: 2 }]);
});

test("a group of all people is treated like all people", () => {
  const [all] = subpopulationsOf([group("all", 0, 400)], { label, probability }, 0.05);
  expect(all!.selection_ratio).toEqual({ value: 1, low: 1, high: 1 });
  expect(all!.fairness.every(({ level }) => level === "equitably_treated")).toBe(true);
  expect(all!.power[0]!.value).toBe(0);
});

test("the highest are selected, and people tied at the limit are selected in part", () => {
  expect([...selectedShares(Float64Array.of(0.1, 0.9, 0.5, 0.5), 0.5)]).toEqual([0, 1, 0.5, 0.5]);
  expect([...selectedShares(Float64Array.of(0.3, 0.3, 0.3, 0.3), 0.25)]).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test("the selected shares sum to the requested number", () => {
  const selected = selectedShares(
    Float64Array.from({ length: 101 }, (_, i) => (i % 7) / 7),
    0.05,
  );
  expect(selected.reduce((a, b) => a + b, 0)).toBeCloseTo(5.05, 9);
});
