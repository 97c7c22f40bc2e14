import { expect, test } from "vitest";
import type { Group } from "./groups.js";
import { treatmentOf } from "./treatment.js";

/** 400 people; the first 100 rank highest, and every fourth attains. */
const label = Uint8Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
const probability = Float64Array.from({ length: 400 }, (_, i) => (400 - i) / 800);
const group = (name: string, from: number, to: number): Group => ({
  name,
  dimensions: { half: name },
  rows: Int32Array.from({ length: to - from }, (_, i) => from + i),
});

test("a selection's ratio, rates and published metrics are what counting gives", () => {
  const [upper] = treatmentOf([group("upper", 0, 200)], { label, probability }, 0.25);
  expect(upper).toMatchObject({ people: 200, share: 0.5, attained: 50, is_enough: true });
  expect(upper!.selection_ratio.value).toBe(2);
  expect(upper!.selection_ratio.high).toBe(2);
  // 25 of its 50 are found, of everybody 25 of 100; half of it is selected, of everybody a quarter.
  expect(upper!.true_positive_rate.value).toBe(0.5);
  expect(upper!.fairness.map(({ name, value }) => [name, value])).toEqual([
    ["equal_opportunity_difference", 0.25],
    ["statistical_parity_difference", 0.25],
    ["average_odds_difference", 0.25],
    ["disparate_impact", 2],
    ["total_fairness", 2.75],
  ]);
  // F1 is 2 · 25 / (100 + 50) there and 2 · 25 / (100 + 100) of everybody.
  expect(upper!.power[0]).toMatchObject({ level: "enhanced", value: expect.closeTo(1 / 3, 9) });
  expect(upper!.predictions).toEqual([{ name: "odds_ratio", level: "strong_bias", value: 2 }]);
});

test("everybody is treated as everybody", () => {
  const [all] = treatmentOf([group("all", 0, 400)], { label, probability }, 0.05);
  expect(all!.selection_ratio).toEqual({ value: 1, low: 1, high: 1 });
  expect(all!.fairness.every(({ level }) => level === "equitably_treated")).toBe(true);
  expect(all!.power[0]!.value).toBe(0);
});
