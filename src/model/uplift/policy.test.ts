import { expect, test } from "vitest";
import type { PolicyValue } from "../../domain/campaign/policy.js";
import { seededRandom } from "../numeric/random.js";
import { type ListedPeople, testPolicies } from "./policy.js";

interface Made extends ListedPeople {
  /** The true chance without a contact, and what one adds to it. */
  base: Float64Array;
  effect: Float64Array;
}

/** A list whose people differ: the likelier they are to convert, the less a contact adds. */
const madeUpList = (people: number, share: number, seed: number): Made => {
  const random = seededRandom(seed);
  const base = Float64Array.from({ length: people }, () => 0.02 + 0.3 * random());
  const effect = base.map((chance) => 0.12 - 0.4 * chance + 0.05 * (random() - 0.5));
  const contacted = Uint8Array.from(base, () => Number(random() < share));
  const attained = Uint8Array.from(base, (chance, i) =>
    Number(random() < chance + contacted[i]! * effect[i]!),
  );
  return { contacted, attained, uplift: effect, without: base, order: base, base, effect };
};

/** Conversions per person where the first of a ranking are contacted. */
const truthOf = ({ base, effect }: Made, ranking: Float64Array, share: number): number => {
  const order = [...ranking.keys()].sort((a, b) => ranking[b]! - ranking[a]!);
  const chosen = new Set(order.slice(0, Math.round(share * order.length)));
  return base.reduce((sum, chance, i) => sum + chance + (chosen.has(i) ? effect[i]! : 0), 0) / base.length;
};

const seeds = Array.from({ length: 300 }, (_, i) => i + 1);

test.each([
  ["the model is right", (made: Made): ListedPeople => made],
  [
    "the model is wrong",
    (made: Made): ListedPeople => ({ ...made, without: made.base.map((chance) => 0.5 - chance) }),
  ],
])("intervals of a rule, and of the difference of two, hold in 95 of 100 lists where %s", (_, seen) => {
  const held = { now: [0, 0], difference: [0, 0] };
  const methods = ["inverse_propensity", "doubly_robust"] as const;
  const count = (of: "now" | "difference", found: PolicyValue, truth: number) =>
    methods.forEach((method, i) => {
      held[of][i]! += Number(found[method].low <= truth && truth <= found[method].high);
    });
  for (const seed of seeds) {
    const made = madeUpList(2000, 0.8, seed);
    const list = seen(made);
    const found = testPolicies(list)!.shares.find(({ share }) => share === 0.3)!;
    const [now, before] = [truthOf(made, list.uplift, 0.3), truthOf(made, list.order, 0.3)];
    count("now", found.uplift.value, now);
    count("difference", found.uplift_over_order, now - before);
  }
  for (const hits of [...held.now, ...held.difference]) {
    // 3.5 standard deviations below.
    expect(hits / seeds.length, JSON.stringify(held)).toBeGreaterThan(0.905);
  }
});

test("by inverse propensity everyone contacted is the rate of those who were, and nobody that of the others", () => {
  const list = madeUpList(500, 0.6, 1);
  const rateOf = (group: number) => {
    const own = list.attained.filter((_, i) => list.contacted[i] === group);
    return own.reduce((sum, one) => sum + one, 0) / own.length;
  };
  const { list: everyone, shares, contact_share } = testPolicies(list)!;
  expect(everyone.inverse_propensity.value).toBeCloseTo(rateOf(1), 9);
  expect(shares[0]!.uplift.value.inverse_propensity.value).toBeCloseTo(rateOf(0), 9);
  expect(shares[0]!.order.over_list.inverse_propensity.value).toBeCloseTo(rateOf(0) - rateOf(1), 9);
  expect(contact_share).toBe(list.contacted.reduce((sum, one) => sum + one, 0) / 500);
});

test("a model that tells people apart narrows the interval", () => {
  const { list } = testPolicies(madeUpList(4000, 0.5, 3))!;
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  expect(width(list.doubly_robust)).toBeLessThan(width(list.inverse_propensity));
});

test("without two people in each group there is no test", () => {
  const contacted = Uint8Array.of(1, 1, 1, 0);
  const zeros = new Float64Array(4);
  const list = { contacted, attained: contacted, uplift: zeros, without: zeros, order: zeros };
  expect(testPolicies(list)).toBeNull();
});
