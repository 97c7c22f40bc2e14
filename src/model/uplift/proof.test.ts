import { expect, test } from "vitest";
import { madeUpCampaign } from "./fixtures.js";
import { proveUplift } from "./proof.js";

test("differences that are there are proven, with what the first people bring", () => {
  const campaign = madeUpCampaign({
    people: 10_000,
    columns: 4,
    seed: 3,
    effect: (row) => 0.3 + 0.4 * row[1]!,
  });
  const proof = proveUplift(campaign, 1);
  expect(proof.verdict).toBe("proven");
  expect(proof.over_chance!.low).toBeGreaterThan(0);
  expect(proof.over_random!.low).toBeGreaterThan(0);
  const truth = campaign.uplift.reduce((sum, one) => sum + one, 0) / campaign.uplift.length;
  expect(proof.effect!.low).toBeLessThan(truth);
  expect(proof.effect!.high).toBeGreaterThan(truth);
  const [first, ...others] = proof.shares;
  expect(first!.by_uplift.value).toBeGreaterThan(others.at(-1)!.by_uplift.value);
  expect(proof.fifths[0]!.measured.value).toBeGreaterThan(proof.fifths[4]!.measured.value);
  const best = [...campaign.uplift].sort((a, b) => b - a).slice(0, 1000);
  const most = best.reduce((sum, one) => sum + one, 0) / best.length;
  expect(first!.by_uplift.value).toBeGreaterThan(0.7 * most);
});

test("too few conversions are said to be so", () => {
  const few = madeUpCampaign({ people: 900, columns: 3, seed: 5, effect: () => 0.4 });
  expect(proveUplift(few, 1)).toMatchObject({ verdict: "too_few", over_chance: null, shares: [] });
});

test("without an effect, or with one that follows the chance, hardly ever is a difference proven", () => {
  for (const effect of [() => 0, () => 0.4]) {
    const proven = [1, 2, 3, 4].filter(
      (seed) =>
        proveUplift(madeUpCampaign({ people: 2500, columns: 2, seed, effect }), 1).verdict === "proven",
    );
    expect(proven.length).toBeLessThanOrEqual(1);
  }
});

test("a trait that moves the effect alone is proven, though the chance of both groups together knows half of it", () => {
  const truth = { columns: 2, base: () => -1.5, effect: (row: readonly number[]) => 0.15 + 0.5 * row[1]! };
  const proven = [1, 2, 3, 4].filter(
    (seed) => proveUplift(madeUpCampaign({ people: 6000, seed, ...truth }), 1).verdict === "proven",
  );
  expect(proven.length).toBeGreaterThanOrEqual(3);
});

test("campaigns of different shares, in which different numbers convert anyway, show no effect where there is none", () => {
  const proofs = [1, 2, 3, 4].map((seed) => {
    const { shares, ...pooled } = campaignsOfDifferentShares(seed);
    expect(proveUplift(pooled, 1).effect!.low).toBeGreaterThan(0.05);
    return proveUplift({ ...pooled, shares }, 1);
  });
  const holding = proofs.filter(({ effect }) => effect!.low < 0 && effect!.high > 0);
  expect(holding.length).toBeGreaterThanOrEqual(3);
  for (const { effect, verdict } of proofs) {
    expect(Math.abs(effect!.value)).toBeLessThan(0.025);
    expect(verdict).not.toBe("proven");
  }
});

test("nor where too few convert for a proof", () => {
  const proofs = Array.from({ length: 20 }, (_, i) => proveUplift(campaignsOfDifferentShares(i, 450), 1));
  expect(proofs.map(({ verdict }) => verdict)).toEqual(proofs.map(() => "too_few"));
  const mean = proofs.reduce((sum, { effect }) => sum + effect!.value, 0) / proofs.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  const holding = proofs.filter(({ effect }) => effect!.low < 0 && effect!.high > 0);
  expect(holding.length).toBeGreaterThanOrEqual(17);
});

/** Contacts of 90 % where many convert and of half where few do; they change nothing. */
const campaignsOfDifferentShares = (seed: number, people = 4000) => {
  const campaigns = [
    { share: 0.9, base: -0.5, seed: 100 + seed },
    { share: 0.5, base: -2.5, seed: 200 + seed },
  ].map(({ base, ...drawn }) => ({
    ...drawn,
    ...madeUpCampaign({ ...drawn, people, columns: 2, base: (row) => base + 0.5 * row[0]!, effect: () => 0 }),
  }));
  const joined = (of: (one: (typeof campaigns)[number]) => ArrayLike<number>) =>
    campaigns.flatMap((one) => Array.from(of(one)));
  return {
    columns: [0, 1].map((j) => Float64Array.from(joined(({ columns }) => columns[j]!))),
    contacted: Uint8Array.from(joined(({ contacted }) => contacted)),
    attained: Uint8Array.from(joined(({ attained }) => attained)),
    shares: Float64Array.from(joined(({ share }) => Array<number>(people).fill(share))),
  };
};

test("the number of people needed grows as the difference shrinks", () => {
  const needed = [0.5, 0.25].map(
    (by) =>
      proveUplift(
        madeUpCampaign({ people: 8000, columns: 2, seed: 8, effect: (row) => 0.3 + by * row[1]! }),
        1,
      ).people_needed!,
  );
  expect(needed[0]!).toBeLessThan(needed[1]!);
});

test("the same seed gives the same proof", () => {
  const campaign = madeUpCampaign({ people: 2500, columns: 2, seed: 9, effect: () => 0.3 });
  expect(proveUplift(campaign, 4)).toEqual(proveUplift(campaign, 4));
});

test("people who take part in two campaigns count as one case: twice the rows prove no more", () => {
  const once = madeUpCampaign({ people: 2500, columns: 2, seed: 10, effect: (row) => 0.3 + 0.3 * row[1]! });
  const twice = <T extends Float64Array | Uint8Array>(values: T): T =>
    Reflect.construct(values.constructor, [[...values, ...values]]) as T;
  const doubled = {
    columns: once.columns.map(twice),
    contacted: twice(once.contacted),
    attained: twice(once.attained),
    person: Int32Array.from({ length: 5000 }, (_, i) => i % 2500),
  };
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const [alone, together] = [proveUplift(once, 1), proveUplift(doubled, 1)];
  expect(width(together.effect!) / width(alone.effect!)).toBeCloseTo(1, 1);
});
