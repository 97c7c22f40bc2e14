import { expect, test } from "vitest";
import type { IncrementalMonth } from "../../domain/campaign/incrementality.js";
import { ledgerMonths } from "./ledger.js";

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
const estimate = (value: number, half: number) => ({ value, low: value - half, high: value + half });

const month = (
  from: string,
  until: string,
  brought: number,
  soFar: number,
  contactsSoFar: number,
): IncrementalMonth => ({
  from: at(from),
  until: at(until),
  contact: { people: 900, converted: 50, conversions: 60, amount: 600, contacts: 900 },
  held_out: { people: 100, converted: 5, conversions: 6, amount: 60, contacts: 0 },
  brought: { conversions: estimate(brought, 3) },
  broughtSoFar: { conversions: estimate(soFar, 4) },
  contactsSoFar,
});

const first = [month("2025-01-10", "2025-02-01", 5, 5, 900), month("2025-02-01", "2025-02-20", 7, 12, 1800)];
const second = [month("2025-02-20", "2025-03-01", 2, 2, 300), month("2025-03-01", "2025-04-01", 9, 11, 1200)];

test("the parts of a month before and after a new draw are one month", () => {
  const months = ledgerMonths([first, second]);
  expect(months.map(({ from, until }) => [from, until])).toEqual([
    [at("2025-01-10"), at("2025-02-01")],
    [at("2025-02-01"), at("2025-03-01")],
    [at("2025-03-01"), at("2025-04-01")],
  ]);
  const [, february] = months;
  expect(february!.contact).toEqual({
    people: 900,
    converted: 100,
    conversions: 120,
    amount: 1200,
    contacts: 1800,
  });
  expect(february!.contacts).toBe(1200);
  expect(february!.brought.conversions).toEqual(estimate(9, Math.hypot(3, 3)));
});

test("what was brought so far goes on through a new draw", () => {
  const months = ledgerMonths([first, second]);
  expect(months.map(({ broughtSoFar }) => broughtSoFar.conversions)).toEqual([
    estimate(5, 4),
    estimate(14, Math.hypot(4, 4)),
    estimate(23, Math.hypot(4, 4)),
  ]);
  expect(months.map(({ contactsSoFar }) => contactsSoFar)).toEqual([900, 2100, 3000]);
});

test("a period without conversions brings nothing and takes nothing away", () => {
  const empty = { ...month("2025-02-20", "2025-03-01", 0, 0, 300), brought: {}, broughtSoFar: {} };
  expect(ledgerMonths([first, [empty]]).at(-1)!.broughtSoFar.conversions).toEqual(estimate(12, 4));
  expect(ledgerMonths([])).toEqual([]);
});
