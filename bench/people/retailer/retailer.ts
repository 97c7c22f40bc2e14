// Labelled set of a retailer: rows of shoppers in an order that mixes them, with their true person and what
// is hard about each.

import { chance, pick, type Random, randomFor } from "../../../examples/shop/random.js";
import type { IdentitySet } from "../../../src/domain/data/dataset.js";
import type { LabelledRow } from "../labelled-set.js";
import { type RetailRecord, recordsOf, retailColumns, stranger } from "./orders.js";
import { drawHouse, type Shopper } from "./shoppers.js";

const mappedTo = (prefix: string): IdentitySet => ({
  person_first_name: `${prefix}first_name`,
  person_last_name: `${prefix}last_name`,
  house_number_and_street: [`${prefix}address_1`, `${prefix}address_2`],
  city: `${prefix}city`,
  state: `${prefix}state`,
  postcode: `${prefix}postcode`,
});

export const retailIdentity: IdentitySet = {
  ...mappedTo(""),
  customer_id: "customer_id",
  email: "email",
  phone: "phone",
  birth_date: "birth_date",
};
export const recipientIdentity: IdentitySet = mappedTo("ship_");
export { retailColumns };

/** About `count` rows, in random order. */
export const retailRows = (count: number, seed: number): LabelledRow[] => {
  const shoppers: Shopper[] = [];
  const rows: LabelledRow[] = [];
  for (let house = 0; rows.length < count; house++)
    for (const shopper of drawHouse(seed, house)) {
      const random = randomFor(seed, house, shoppers.length, 1);
      for (const { row, kind } of recordsFor(shopper, shoppers, random))
        rows.push({ values: row, person: shoppers.length, kind });
      shoppers.push(shopper);
    }
  return rows
    .map((row, i) => ({ row, at: randomFor(seed, -4, i)() }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
};

/** Half of all gifts go to another shopper. */
const recordsFor = (shopper: Shopper, others: readonly Shopper[], random: Random): RetailRecord[] => {
  const isKnown = others.length > 0 && chance(random, 0.5);
  const friend = isKnown ? pick(random, others) : stranger(shopper, random);
  return recordsOf(shopper, `C${others.length + 1}`, friend, random);
};
