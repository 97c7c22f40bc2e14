// Orders of a made-up shop: a file of most of them, and those that are sent later.

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateShop } from "../../examples/shop/shop.js";
import { assert } from "../../src/errors/refusal.js";

export interface ShopOrders {
  /** Without the later rows. */
  file: string;
  header: string;
  /** Orders that come later. */
  rows: string[];
}

export const ordersOfShop = async (
  out: string,
  { customers, seed, later }: { customers: number; seed: number; later: number },
): Promise<ShopOrders> => {
  const { transactions } = await generateShop({ customers, seed, out });
  const [header, ...rows] = (await readFile(transactions, "utf8")).trimEnd().split("\n") as [
    string,
    ...string[],
  ];
  assert(rows.length > later, `the shop has ${rows.length} orders, and ${later} are to come later`);
  const held = rows.splice(-later);
  const file = path.join(out, "orders.csv");
  await writeFile(file, `${[header, ...rows].join("\n")}\n`);
  return { file, header, rows: held };
};
