import fc from "fast-check";
import { expect, test } from "vitest";
import { customersOf } from "./customers.js";
import { lifeBefore, simulateLife, statementDays } from "./life.js";
import { randomFor } from "./random.js";
import { drawTraits } from "./traits.js";

const lifeOf = (seed: number, until: number) =>
  simulateLife(drawTraits(randomFor(seed, 0)), 1000, until, randomFor(seed, 1), randomFor(seed, 2));

test("simulating to a later day changes nothing before it", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1001, max: 1800 }), fc.nat(800), (seed, now, more) => {
      expect(lifeBefore(lifeOf(seed, now + more), now)).toEqual(lifeOf(seed, now));
    }),
  );
});

test("visits are in order, members cancel only at statements, and there are no visits after cancelling", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { visits, cancelledAt } = lifeOf(seed, 2500);
      expect(visits).toEqual(visits.toSorted((a, b) => a - b));
      if (cancelledAt === null) return;
      expect((cancelledAt - 1000) % statementDays).toBe(0);
      expect(visits.at(-1)).toBeLessThan(cancelledAt);
    }),
  );
});

test("about half of all customers buy once, and 10 to 25 % of the members leave in a year", () => {
  const now = 20_000;
  let [count, once, left, memberDays] = [0, 0, 0, 0];
  for (const customer of customersOf(1, 10_000, now)) {
    const { visits, cancelledAt } = customer.lifeUntil(now);
    count++;
    if (visits.length === 1) once++;
    if (cancelledAt !== null) left++;
    memberDays += (cancelledAt ?? now) - visits[0]!;
  }
  expect(once / count).toBeGreaterThan(0.4);
  expect(once / count).toBeLessThan(0.6);
  expect((left / memberDays) * 365).toBeGreaterThan(0.1);
  expect((left / memberDays) * 365).toBeLessThan(0.25);
});
