// Effects of contacting by month, from the conversions of each person. A month's effect is the
// difference of the groups' means, times the people to contact; that since the beginning is the sum of the
// months. A person's months depend on one another, so its interval comes from each person's own sum: those
// held out count in each month for as many people to contact as one of them stands for.

import type { Brought, IncrementalMonth, MonthlyArm } from "../../domain/campaign/incrementality.js";
import type { Period } from "../../domain/cohort/calendar.js";
import { type Estimate, timesPeople } from "../../domain/outcome/evaluation.js";
import { type Amounts, amountDifference } from "./treatment-effect.js";

/** What a person did in a month; a person's rows come together, and in the order of the months. */
export interface PersonMonth {
  /** Place of the month. */
  month: number;
  is_held_out: boolean;
  /** The first row of this person. */
  is_first: boolean;
  conversions: number;
  amount: number;
}

/** People of each group by month, in the order of the months. */
export interface ArmSizes {
  contact: readonly number[];
  held_out: readonly number[];
}

/** Contacts of each group by month; null where nobody knows. */
export type ArmContacts = ArmSizes | null;

const groups = ["contact", "held_out"] as const;
type Group = (typeof groups)[number];

/** Sums of one measure. `since`: of what people have done since the beginning, as it grows from month to month. */
interface Sums {
  month: Amounts;
  since: Amounts;
}

const none = (): Amounts => ({ people: 0, buyers: 0, sum: 0, squares: 0 });
const noSums = (): Sums => ({ month: none(), since: none() });

/** @throws whatever reading the rows throws. */
export const incrementalMonths = async (
  months: readonly Period[],
  sizes: ArmSizes,
  rows: AsyncIterable<readonly PersonMonth[]>,
  contacts: ArmContacts,
): Promise<IncrementalMonth[]> => {
  const tallies = months.map(() => ({
    contact: { conversions: noSums(), amount: noSums() },
    held_out: { conversions: noSums(), amount: noSums() },
  }));
  const weights = sizes.contact.map((people, i) => people / Math.max(1, sizes.held_out[i]!));
  let own = { conversions: 0, amount: 0 };
  for await (const batch of rows)
    for (const row of batch) {
      if (row.is_first) own = { conversions: 0, amount: 0 };
      const tally = tallies[row.month]![row.is_held_out ? "held_out" : "contact"];
      const weight = row.is_held_out ? weights[row.month]! : 1;
      for (const measure of ["conversions", "amount"] as const) {
        const before = own[measure];
        own[measure] += weight * row[measure];
        add(tally[measure].month, 0, row[measure]);
        add(tally[measure].since, before, own[measure]);
      }
    }
  const hasAmounts = tallies.some((tally) => groups.some((group) => tally[group].amount.month.buyers > 0));
  const since = {
    contact: { conversions: none(), amount: none() },
    held_out: { conversions: none(), amount: none() },
  };
  let contactsSoFar = 0;
  return months.map(({ start, end }, i) => {
    const people = { contact: sizes.contact[i]!, held_out: sizes.held_out[i]! };
    for (const group of groups)
      for (const measure of ["conversions", "amount"] as const)
        accumulate(since[group][measure], tallies[i]![group][measure].since);
    const armOf = (group: Group): MonthlyArm => {
      const { conversions, amount } = tallies[i]![group];
      return {
        people: people[group],
        converted: conversions.month.buyers,
        conversions: conversions.month.sum,
        ...(hasAmounts && { amount: amount.month.sum }),
        ...(contacts && { contacts: contacts[group][i]! }),
      };
    };
    if (contacts) contactsSoFar += contacts.contact[i]! - weights[i]! * contacts.held_out[i]!;
    const inMonth = (measure: "conversions" | "amount") =>
      broughtBy(tallies[i]!.contact[measure].month, tallies[i]!.held_out[measure].month, people, 1);
    // The sums of those held out stand for all people to contact; as means they are of one of them.
    const soFar = (measure: "conversions" | "amount") =>
      broughtBy(
        since.contact[measure],
        since.held_out[measure],
        people,
        people.held_out / Math.max(1, people.contact),
      );
    const measured = (of: (measure: "conversions" | "amount") => Estimate | null): Brought => {
      const [conversions, amount] = [of("conversions"), hasAmounts ? of("amount") : null];
      return { ...(conversions && { conversions }), ...(amount && { amount }) };
    };
    return {
      from: start,
      until: end,
      contact: armOf("contact"),
      held_out: armOf("held_out"),
      brought: measured(inMonth),
      broughtSoFar: measured(soFar),
      ...(contacts && { contactsSoFar }),
    };
  });
};

/** A person's sum grows from `before` to `after`. */
const add = (sums: Amounts, before: number, after: number): void => {
  sums.buyers += Number(after !== 0) - Number(before !== 0);
  sums.sum += after - before;
  sums.squares += after ** 2 - before ** 2;
};

const accumulate = (all: Amounts, month: Amounts): void => {
  all.buyers += month.buyers;
  all.sum += month.sum;
  all.squares += month.squares;
};

/** `scale`: of the sums of those held out. */
const broughtBy = (
  contact: Amounts,
  heldOut: Amounts,
  people: { contact: number; held_out: number },
  scale: number,
): Estimate | null => {
  const { buyers, sum, squares } = heldOut;
  const difference = amountDifference(
    { ...contact, people: people.contact },
    { people: people.held_out, buyers, sum: scale * sum, squares: scale ** 2 * squares },
  );
  return difference && timesPeople(difference, people.contact);
};
