import { expect, test } from "vitest";
import { madeUpCampaign } from "./fixtures.js";
import { fitUplift, upliftOf } from "./uplift-model.js";

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

const correlation = (a: Float64Array, b: Float64Array): number => {
  const [p, q] = [centred(a), centred(b)];
  const inner = (x: Float64Array, y: Float64Array) => mean(x.map((value, i) => value * y[i]!));
  return inner(p, q) / Math.sqrt(inner(p, p) * inner(q, q));
};

const centred = (values: Float64Array): Float64Array => {
  const by = mean(values);
  return values.map((value) => value - by);
};

test("people who differ in their uplift are distinguished, also where their chance says nothing about it", () => {
  const campaign = madeUpCampaign({
    people: 20_000,
    columns: 6,
    seed: 1,
    effect: (row) => 0.3 + 0.3 * row[1]!,
  });
  const { model } = fitUplift(campaign);
  const { uplift, without } = upliftOf(model, campaign.columns);
  expect(correlation(uplift, campaign.uplift)).toBeGreaterThan(0.9);
  expect(Math.abs(mean(uplift) - mean(campaign.uplift))).toBeLessThan(0.015);
  expect(correlation(uplift, without)).toBeLessThan(0.6);
  expect(model.members.every(({ spread }) => spread > 0)).toBe(true);
});

test("an effect that is the same for all in log-odds follows the chance, and most weight says so", () => {
  const campaign = madeUpCampaign({ people: 10_000, columns: 8, seed: 2, effect: () => 0.4 });
  const { model, sameForAll } = fitUplift(campaign);
  const narrow = model.members.filter(({ spread }) => spread <= 0.02);
  expect(narrow.reduce((sum, { weight }) => sum + weight, 0)).toBeGreaterThan(0.6);
  expect(correlation(upliftOf(model, campaign.columns).uplift, campaign.uplift)).toBeGreaterThan(0.95);
  expect(correlation(upliftOf(sameForAll, campaign.columns).uplift, campaign.uplift)).toBeGreaterThan(0.99);
});

test("over campaigns of several kinds, ranges hold the true uplift of about 80 in 100 people", () => {
  const effects = [() => 0.3, (row: readonly number[]) => 0.3 + 0.2 * row[1]! - 0.1 * row[2]!];
  const covered = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => {
    const campaign = madeUpCampaign({ people: 3000, columns: 4, seed, effect: effects[seed % 2]! });
    const { low, high } = upliftOf(fitUplift(campaign).model, campaign.columns);
    return mean(campaign.uplift.map((truth, i) => Number(truth >= low[i]! && truth <= high[i]!)));
  });
  expect(mean(covered)).toBeGreaterThan(0.7);
  expect(mean(covered)).toBeLessThan(0.95);
});

test("a share of ten per cent held out, a constant column and one row to score do no harm", () => {
  const campaign = madeUpCampaign({ people: 5000, columns: 3, share: 0.9, seed: 4, effect: () => 0.5 });
  const columns = [...campaign.columns, new Float64Array(5000).fill(7)];
  const { model } = fitUplift({ ...campaign, columns });
  const one = upliftOf(
    model,
    columns.map((column) => column.slice(0, 1)),
  );
  expect(one.low[0]!).toBeLessThan(one.uplift[0]!);
  expect(one.high[0]!).toBeGreaterThan(one.uplift[0]!);
  expect(JSON.parse(JSON.stringify(model))).toEqual(model);
});
