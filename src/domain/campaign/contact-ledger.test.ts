import { expect, test } from "vitest";
import { contactLedger } from "./contact-ledger.js";
import type { LedgerMonth } from "./lasting-holdout.js";

const estimate = (value: number, half: number) => ({ value, low: value - half, high: value + half });

const month = (place: number, contacts?: number): LedgerMonth => ({
  from: place,
  until: place + 1,
  contact: { people: 2000, converted: 90, conversions: 100, ...(contacts !== undefined && { contacts }) },
  held_out: { people: 100, converted: 4, conversions: 4, ...(contacts !== undefined && { contacts: 3 }) },
  brought: { conversions: estimate(20, 10), amount: estimate(500, 300) },
  broughtSoFar: { conversions: estimate(20 * (place + 1), 15), amount: estimate(500 * (place + 1), 400) },
  ...(contacts !== undefined && { contacts, contactsSoFar: contacts * (place + 1) }),
});

test("a month says what it brought in all and for 1,000 people, and the ledger what the average month did", () => {
  const { months, soFar, perThousand } = contactLedger([month(0), month(1)], undefined);
  expect(months[0]!.perThousand.conversions).toEqual(estimate(10, 5));
  expect(soFar.conversions).toEqual(estimate(40, 15));
  expect(perThousand.conversions).toEqual(estimate(10, 3.75));
  expect(soFar.profit).toBeUndefined();
});

test("profit is what was brought, less the cost of contacts that those held out would not have had", () => {
  const economics = { cost_per_contact: 0.1, margin: 0.4 };
  const { months, soFar } = contactLedger([month(0, 1500), month(1, 1500)], economics);
  expect(months[0]!.effects.profit).toEqual({ value: 50, low: -70, high: 170 });
  expect(soFar.profit!.value).toBe(1000 * 0.4 - 300);
  const byConversion = contactLedger([month(0, 1500)], { cost_per_contact: 0.1, value_per_conversion: 10 });
  expect(byConversion.soFar.profit!.value).toBe(50);
});

test("without a stream of contacts profit is known only where contacts cost nothing", () => {
  expect(contactLedger([month(0)], { cost_per_contact: 0.1, margin: 0.4 }).soFar.profit).toBeUndefined();
  expect(contactLedger([month(0)], { cost_per_contact: 0, margin: 0.4 }).soFar.profit!.value).toBe(200);
});

test("contacts of people who were held out are counted", () => {
  expect(contactLedger([month(0, 9), month(1, 9)], undefined).contactedHeldOut).toBe(6);
  expect(contactLedger([month(0)], undefined)).not.toHaveProperty("contactedHeldOut");
  expect(contactLedger([], undefined)).toEqual({ months: [], soFar: {}, perThousand: {} });
});
