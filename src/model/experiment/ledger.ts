// Ledger of a lasting hold-out: the months of all its periods as one row of months. In the month of a new draw two
// periods meet; their parts add up. Draws of two periods have nothing to do with one another, so the distances of
// their intervals' bounds add up as those of independent figures do.

import type { Brought, IncrementalMonth, MonthlyArm } from "../../domain/campaign/incrementality.js";
import type { LedgerMonth } from "../../domain/campaign/lasting-holdout.js";
import type { Estimate } from "../../domain/outcome/evaluation.js";

/** `periods`: the months of each period, oldest first. */
export const ledgerMonths = (periods: readonly (readonly IncrementalMonth[])[]): LedgerMonth[] => {
  const months: LedgerMonth[] = [];
  let before: Brought = {};
  let contactsBefore = 0;
  for (const period of periods) {
    let contactsSoFar = 0;
    for (const month of period) {
      const { contactsSoFar: soFar, broughtSoFar, ...own } = month;
      const part: LedgerMonth = { ...own, broughtSoFar: bothBrought(before, broughtSoFar) };
      if (soFar !== undefined) {
        part.contacts = soFar - contactsSoFar;
        part.contactsSoFar = contactsBefore + soFar;
        contactsSoFar = soFar;
      }
      const last = months.at(-1);
      if (last && isSameMonth(last.from, part.from)) months[months.length - 1] = joined(last, part);
      else months.push(part);
    }
    before = months.at(-1)?.broughtSoFar ?? before;
    contactsBefore += contactsSoFar;
  }
  return months;
};

const isSameMonth = (one: number, other: number): boolean => monthOf(one) === monthOf(other);
const monthOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 7);

/** People are those of the later part, and what they did is that of both. */
const joined = (one: LedgerMonth, later: LedgerMonth): LedgerMonth => ({
  ...later,
  from: one.from,
  contact: bothArms(one.contact, later.contact),
  held_out: bothArms(one.held_out, later.held_out),
  brought: bothBrought(one.brought, later.brought),
  ...(later.contacts !== undefined && { contacts: (one.contacts ?? 0) + later.contacts }),
});

const bothArms = (one: MonthlyArm, later: MonthlyArm): MonthlyArm => ({
  people: later.people,
  converted: one.converted + later.converted,
  conversions: one.conversions + later.conversions,
  ...(sumOf(one.amount, later.amount, "amount") ?? {}),
  ...(sumOf(one.contacts, later.contacts, "contacts") ?? {}),
});

const sumOf = <K extends string>(
  one: number | undefined,
  other: number | undefined,
  name: K,
): Record<K, number> | undefined =>
  one === undefined && other === undefined
    ? undefined
    : ({ [name]: (one ?? 0) + (other ?? 0) } as Record<K, number>);

const bothBrought = (one: Brought, other: Brought): Brought => {
  const conversions = both(one.conversions, other.conversions);
  const amount = both(one.amount, other.amount);
  return { ...(conversions && { conversions }), ...(amount && { amount }) };
};

const both = (one: Estimate | undefined, other: Estimate | undefined): Estimate | undefined => {
  if (!one || !other) return one ?? other;
  const value = one.value + other.value;
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.value - other.low),
    high: value + Math.hypot(one.high - one.value, other.high - other.value),
  };
};
