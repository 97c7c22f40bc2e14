import { expect, test } from "vitest";
import { leastChance, verdictOn } from "../../domain/campaign/assignment.js";
import { type Random, seededRandom } from "../numeric/random.js";
import { testAssignment } from "./assignment.js";

/** Amounts with a long tail, a count that depends on them, a flag that is not always known, and a copy. */
const peopleOf = (people: number, random: Random) => {
  const amount = Float64Array.from({ length: people }, () => Math.exp(3 * random()));
  const orders = amount.map((value) => Math.floor(value / 5 + 3 * random()));
  const flag = Float64Array.from({ length: people }, () =>
    random() < 0.2 ? Number.NaN : Number(random() < 0.3),
  );
  return new Map([
    ["amount", amount],
    ["orders", orders],
    ["flag", flag],
    ["amount in cents", amount.map((value) => 100 * value)],
  ]);
};

const drawn = (people: number, chance: (i: number) => number, random: Random): Uint8Array =>
  Uint8Array.from({ length: people }, (_, i) => Number(random() < chance(i)));

test("of groups that chance has drawn, five of a hundred have a p below .05, whatever is known", () => {
  let [below, refused] = [0, 0];
  for (let seed = 0; seed < 400; seed++) {
    const random = seededRandom(seed);
    const columns = peopleOf(600, random);
    const found = testAssignment({ columns, isContacted: drawn(600, () => 0.3, random) }, 0.3);
    // Amount, orders, flag and whether it is known; the copy says nothing of its own.
    expect(found.columns).toBe(4);
    below += Number(found.p < 0.05);
    refused += Number(verdictOn(found) === "not_random");
  }
  // 20 are expected; outside of these bounds is one in a thousand.
  expect(below).toBeGreaterThanOrEqual(8);
  expect(below).toBeLessThanOrEqual(35);
  expect(refused).toBeLessThanOrEqual(5);
});

test("contacts by a score are recognised, with what decided", () => {
  const random = seededRandom(1);
  const columns = peopleOf(1000, random);
  const amount = columns.get("amount")!;
  const found = testAssignment(
    { columns, isContacted: drawn(1000, (i) => (amount[i]! > 5 ? 0.6 : 0.4), random) },
    null,
  );
  expect(verdictOn(found)).toBe("not_random");
  expect(found.imbalances[0]!.name).toMatch(/^amount/);
  expect(found.imbalances[0]!.difference).toBeGreaterThan(0.1);
});

test("a split that was not promised is no chance, and one within chance is", () => {
  const random = seededRandom(2);
  const [columns, isContacted] = [peopleOf(1000, random), drawn(1000, () => 0.5, random)];
  expect(testAssignment({ columns, isContacted }, 0.5).split!.p).toBeGreaterThan(leastChance);
  expect(verdictOn(testAssignment({ columns, isContacted }, 0.6))).toBe("not_random");
});

test("of one group alone nothing is compared", () => {
  const columns = new Map([["amount", Float64Array.of(1, 2, 3)]]);
  const found = testAssignment({ columns, isContacted: Uint8Array.of(1, 1, 1) }, null);
  expect(found).toEqual({ contact: 3, control: 0, columns: 0, p: 1, imbalances: [] });
});

test("few people tell nothing, and nothing known fits any draw", () => {
  const isContacted = Uint8Array.from({ length: 60 }, (_, i) => Number(i < 30));
  expect(verdictOn(testAssignment({ columns: new Map(), isContacted }, null))).toBe("too_few");
  expect(testAssignment({ columns: new Map(), isContacted }, null)).toMatchObject({ p: 1, columns: 0 });
});
