// Arrivals: the files of a small shop in the order in which they reach the service. Orders come in four parts
// and cancellations in two; some files are sent again under the same name, with rows that came, went and
// changed.

import { readFile } from "node:fs/promises";
import { type Random, randomFor } from "../../../examples/shop/random.js";
import { generateShop } from "../../../examples/shop/shop.js";

export interface Arrival {
  directory: "transactions" | "cancellations";
  filename: string;
  csv: string;
}

export const generateArrivals = async (dir: string): Promise<Arrival[]> => {
  const shop = await generateShop({ customers: 120, seed: 3, out: dir });
  const orders = await readTable(shop.transactions);
  const cancellations = await readTable(shop.cancellations);
  const random = randomFor(20_110_301);
  const quarter = (part: number) => orders.where((row, i) => quarterOf(row, i) === part);
  const order = (part: number, csv: string): Arrival => ({
    directory: "transactions",
    filename: `orders-${part}.csv`,
    csv,
  });
  const cancelled = (name: string, csv: string): Arrival => ({
    directory: "cancellations",
    filename: `${name}.csv`,
    csv,
  });
  return [
    cancelled("club", cancellations.where((_, i) => i % 2 === 0).text()),
    order(1, quarter(1).respelled(random).text()),
    order(
      2,
      quarter(2)
        .where(() => random() < 0.7)
        .text(),
    ),
    order(
      1,
      quarter(1)
        .where(() => random() < 0.8)
        .text(),
    ),
    order(3, quarter(3).respelled(random).text()),
    cancelled("club", cancellations.text()),
    order(2, quarter(2).text()),
    order(1, quarter(1).text()),
    order(4, quarter(4).text()),
  ];
};

/** Parts of the history overlap in people, so that an identity is in several files. */
const quarterOf = (row: string, i: number): number => 1 + ((row.length + 3 * i) % 4);

interface Table {
  where(isKept: (row: string, i: number) => boolean): Table;
  /** One row in five with another spelling of its street. */
  respelled(random: Random): Table;
  text(): string;
}

const readTable = async (file: string): Promise<Table> => {
  const [header, ...rows] = (await readFile(file, "utf8")).trimEnd().split("\n");
  return table(header!, rows);
};

const table = (header: string, rows: string[]): Table => ({
  where: (isKept) => table(header, rows.filter(isKept)),
  respelled: (random) =>
    table(
      header,
      rows.map((row) => (random() < 0.2 ? row.replace(/ (Street|St|Avenue|Ave|Road|Rd)\b/, " $1.") : row)),
    ),
  text: () => `${[header, ...rows].join("\n")}\n`,
});
