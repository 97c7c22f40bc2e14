// The shop's customers, one after another and each for its own sake: any number of them in the memory of one household.

import { type Address, addressAt, drawHousehold, type Household, type Member } from "./household.js";
import { type Life, simulateLife } from "./life.js";
import { type Random, randomFor } from "./random.js";
import { drawTraits, type Traits } from "./traits.js";

const historyDays = 730;

export interface Customer {
  number: number;
  member: Member;
  traits: Traits;
  /** What they do up to a moment, and nothing after it. */
  lifeUntil(moment: number): Life;
  addressAt(day: number): Address;
  /** Chance for how their orders look, apart from when they happen. */
  details: Random;
}

/** Everybody who joins within the two years before `now` (days since 1970). */
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
  const chanceOf = (what: number) => randomFor(seed, 1, number, what);
  const traits = drawTraits(chanceOf(0));
  const joined = now - historyDays * (1 - chanceOf(1)());
  return {
    number,
    member,
    traits,
    lifeUntil: (moment) => simulateLife(traits, joined, moment, chanceOf(2), chanceOf(3)),
    addressAt: (day) => addressAt(household, day),
    details: chanceOf(4),
  };
};
