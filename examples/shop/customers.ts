// Customers of the shop, generated household by household: any number of them takes the memory of one household.

import { type Address, addressAt, drawHousehold, type Household, type Member } from "./household.js";
import { type Life, simulateLife } from "./life.js";
import { type Random, randomFor } from "./random.js";
import { drawTraits, type Traits } from "./traits.js";

const historyDays = 730;

export interface Customer {
  number: number;
  member: Member;
  traits: Traits;
  /** What they do before a moment. */
  lifeUntil(moment: number): Life;
  addressAt(day: number): Address;
  /** Random numbers for the contents of their orders; those for the times of orders are separate. */
  details: Random;
}

/** All customers, who join within the two years before `now` (days since 1970). */
export function* customersOf(seed: number, count: number, now: number): Generator<Customer> {
  const from = now - historyDays;
  for (let number = 0, house = 0; number < count; house++) {
    const household = drawHousehold(randomFor(seed, 0, house), house, from, now);
    for (const member of household.members.slice(0, count - number))
      yield customerOf(seed, number++, member, household, now);
  }
}

const customerOf = (
  seed: number,
  number: number,
  member: Member,
  household: Household,
  now: number,
): Customer => {
  const stream = (n: number) => randomFor(seed, 1, number, n);
  const traits = drawTraits(stream(0));
  const joined = now - historyDays * (1 - stream(1)());
  return {
    number,
    member,
    traits,
    lifeUntil: (moment) => simulateLife(traits, joined, moment, stream(2), stream(3)),
    addressAt: (day) => addressAt(household, day),
    details: stream(4),
  };
};
