// Made-up export of a shop platform: orders of two years, in the layout of Shopify, one row for each. Customers buy at
// intervals of their own until they leave, and each has an e-mail address.

import { openCsv } from "../../examples/shop/csv.js";
import { givenNames, surnames } from "../../examples/shop/names.js";
import { chance, exponential, pick, type Random, randomFor } from "../../examples/shop/random.js";

const header = [
  ...["Name", "Email", "Financial Status", "Created at", "Currency", "Total"],
  ...["Lineitem name", "Lineitem quantity", "Lineitem price", "Cancelled at", "Billing Name"],
];
const products = ["Tea", "Cup", "Kettle", "Biscuits", "Honey", "Coffee", "Filter", "Spoon"];
const historyDays = 730;
const dayMs = 86_400_000;
const leavesAfterOrder = 0.2;

interface Person {
  email: string;
  name: string;
}

/** Name of a customer, by number from 0. */
export const personAt = (seed: number, number: number): Person => {
  const random = randomFor(seed, 0, number);
  const given = pick(random, givenNames);
  // Of two parts: as few people share a name as in a large shop.
  const family = `${pick(random, surnames)}-${pick(random, surnames)}`;
  const mailbox = `${given}.${family.replace(/\W/g, "")}.${number.toString(36)}`.toLowerCase();
  return { email: `${mailbox}@example.com`, name: `${given} ${family}` };
};

/** Writes the orders before `now` (ms since 1970). Returns how many there are. */
export const writeShopExport = async (
  file: string,
  { customers, seed, now }: { customers: number; seed: number; now: number },
): Promise<number> => {
  const csv = openCsv(file, header);
  let orders = 0;
  for (let number = 0; number < customers; number++) {
    const { email, name } = personAt(seed, number);
    const random = randomFor(seed, 1, number);
    for (const day of orderDays(random)) {
      const at = new Date(now - (historyDays - day) * dayMs).toISOString();
      const quantity = 1 + Math.floor(3 * random());
      const price = 5 + Math.floor(40 * random());
      orders++;
      await csv.write([
        ...[`#${1000 + orders}`, email, "paid", `${at.slice(0, 10)} ${at.slice(11, 19)} +0000`, "EUR"],
        ...[(quantity * price).toFixed(2), pick(random, products), quantity, price.toFixed(2), "", name],
      ]);
    }
  }
  await csv.close();
  return orders;
};

/** Days from the beginning of the history; at least one. */
const orderDays = (random: Random): number[] => {
  const pause = 25 * 8 ** random();
  const days = [historyDays * random()];
  while (!chance(random, leavesAfterOrder)) {
    const next = days.at(-1)! + pause * (0.5 + exponential(random) / 2);
    if (next >= historyDays) break;
    days.push(next);
  }
  return days;
};
