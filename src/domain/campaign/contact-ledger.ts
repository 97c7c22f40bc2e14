// Ledger of contacting as it is shown: what each month has brought, and all months so far, in conversions, amount and
// profit; in all, and for 1,000 people to contact in a month.

import { type Estimate, timesPeople } from "../outcome/evaluation.js";
import { incrementalProfit } from "./economics.js";
import type { ContactWorth } from "./economics-config.js";
import type { Brought } from "./incrementality.js";
import type { LedgerMonth } from "./lasting-holdout.js";

/** Effects on all people to contact together. */
export interface Effects extends Brought {
  /** Absent without economics. */
  profit?: Estimate;
}

export interface ShownMonth extends LedgerMonth {
  effects: Effects;
  /** For 1,000 people. */
  perThousand: Effects;
  soFar: Effects;
}

export interface ContactLedger {
  months: ShownMonth[];
  soFar: Effects;
  /** Mean of all months, for 1,000 people in a month. */
  perThousand: Effects;
  /** Contacts of people while they were held out; absent where nobody knows the contacts. */
  contactedHeldOut?: number;
}

export const contactLedger = (
  months: readonly LedgerMonth[],
  economics: ContactWorth | undefined,
): ContactLedger => {
  const effectsOf = (brought: Brought, contacts: number | undefined): Effects => {
    const free = economics?.cost_per_contact === 0 ? 0 : undefined;
    const profit = economics && incrementalProfit(brought, contacts ?? free, economics);
    return { ...brought, ...(profit && { profit }) };
  };
  const shown = months.map((month) => {
    const effects = effectsOf(month.brought, month.contacts);
    const soFar = effectsOf(month.broughtSoFar, month.contactsSoFar);
    return { ...month, effects, perThousand: perThousandOf(effects, month.contact.people), soFar };
  });
  const soFar = shown.at(-1)?.soFar ?? {};
  const peopleMonths = months.reduce((sum, { contact }) => sum + contact.people, 0);
  const known = months.filter(({ held_out: held }) => held.contacts !== undefined);
  return {
    months: shown,
    soFar,
    perThousand: perThousandOf(soFar, peopleMonths),
    ...(known.length > 0 && {
      contactedHeldOut: known.reduce((sum, { held_out: held }) => sum + held.contacts!, 0),
    }),
  };
};

const perThousandOf = ({ conversions, amount, profit }: Effects, people: number): Effects => {
  const scaled = (effect: Estimate) => timesPeople(effect, people === 0 ? 0 : 1000 / people);
  return {
    ...(conversions && { conversions: scaled(conversions) }),
    ...(amount && { amount: scaled(amount) }),
    ...(profit && { profit: scaled(profit) }),
  };
};
