import fc from "fast-check";
import { expect, test } from "vitest";
import { decideContacts } from "./decision.js";
import type { ShareGain, UpliftVerdict } from "./uplift.js";

const about = (value: number, by = 0.01) => ({ value, low: value - by, high: value + by });
const gain = (share: number, uplift: number, chance: number): ShareGain => ({
  share,
  by_uplift: about(uplift),
  by_chance: about(chance),
  difference: about(uplift - chance),
});
const shares = [gain(0.1, 0.09, 0.06), gain(0.2, 0.08, 0.055), gain(0.3, 0.07, 0.055), gain(0.5, 0.06, 0.05)];
const proof = { verdict: "proven" as UpliftVerdict, effect: about(0.04), shares };
const all = 20_000;

test("contacts at a share that was measured bring what was measured there", () => {
  const decision = decideContacts(proof, { people: 4_000, all }, null)!;
  expect(decision.outlooks.map(({ by, conversions }) => [by, Math.round(conversions.value)])).toEqual([
    ["uplift", 320],
    ["chance", 220],
    ["random", 160],
  ]);
  expect(decision).toMatchObject({ people: 4_000, choose: "uplift", hold_out: 0.1 });
});

test("fewer contacts than were measured bring no more for each of them", () => {
  const { outlooks } = decideContacts(proof, { people: 200, all }, null)!;
  expect(outlooks[0]!.conversions.value).toBeCloseTo(200 * 0.09, 9);
});

test("everyone brings the same in any order, and nobody can contact more than everyone", () => {
  const { people, outlooks } = decideContacts(proof, { people: 90_000, all }, null)!;
  expect(people).toBe(all);
  for (const { conversions } of outlooks) expect(conversions.value).toBeCloseTo(800, 9);
});

test("a ranking by uplift is chosen where it is proven alone, and a leaning one is explored", () => {
  const chosen = (verdict: UpliftVerdict) =>
    decideContacts({ ...proof, verdict }, { people: 4_000, all }, null)!;
  expect(chosen("leaning")).toMatchObject({ choose: "chance", hold_out: 0.4 });
  expect(chosen("not_seen")).toMatchObject({ choose: "chance", hold_out: 0.1 });
  const worse = { ...proof, shares: [gain(0.3, 0.04, 0.05)] };
  expect(decideContacts(worse, { people: 6_000, all }, null)!.choose).toBe("chance");
});

test("too few conversions say what contacts at random bring, and no campaign says nothing", () => {
  const few = { verdict: "too_few" as const, effect: about(0.02), shares: [] };
  expect(decideContacts(few, { people: 1_000, all }, null)!.outlooks.map(({ by }) => by)).toEqual(["random"]);
  expect(decideContacts({ ...few, effect: null }, { people: 1_000, all }, null)).toBeNull();
});

test("nobody is contacted where every choice loses money", () => {
  const terms = { worth: 5, costPerContact: 1 };
  const { choose, outlooks } = decideContacts(proof, { people: 4_000, all }, terms)!;
  expect(choose).toBeNull();
  expect(outlooks[0]!.profit).toMatchObject({ value: 320 * 5 - 4_000 });
  expect(decideContacts(proof, { people: 4_000, all }, { worth: 25, costPerContact: 1 })!.choose).toBe(
    "uplift",
  );
});

test("bounds surround each value, and more contacts change it without a step", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: all - 1 }), (people) => {
      const [now, next] = [people, people + 1].map((n) => decideContacts(proof, { people: n, all }, null)!);
      for (const [i, { conversions }] of now!.outlooks.entries()) {
        expect(conversions.low).toBeLessThanOrEqual(conversions.value);
        expect(conversions.high).toBeGreaterThanOrEqual(conversions.value);
        expect(Math.abs(next!.outlooks[i]!.conversions.value - conversions.value)).toBeLessThan(1);
      }
    }),
  );
});
