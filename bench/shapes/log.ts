// Made-up log of a shape, as a CSV file, with what is known of each person in it.

import path from "node:path";
import { openCsv } from "../../examples/shop/csv.js";
import { randomFor } from "../../examples/shop/random.js";
import type { Upload } from "../scoreboard/account.js";
import { bestPrediction, drawLife, sampleNatures } from "./life.js";
import type { Shape } from "./shape.js";

const dayMs = 86_400_000;

export interface ShapedLog {
  uploads: Upload[];
  /** By customer: the best possible prediction, and whether they bought. */
  people: Map<string, { best: number; buys: boolean }>;
}

export const writeShapedLog = async (
  dir: string,
  shape: Shape,
  customers: number,
  seed: number,
): Promise<ShapedLog> => {
  const file = path.join(dir, "purchases.csv");
  const csv = openCsv(file, ["customer", "date"]);
  const people: ShapedLog["people"] = new Map();
  const natures = sampleNatures(shape, seed + 1);
  const joining = joiningDays(shape);
  for (let customer = 0; customer < customers; customer++) {
    const random = randomFor(seed, customer);
    const { purchases, buys } = drawLife(random, shape, joining(random()));
    for (const daysAgo of purchases)
      await csv.write([customer, new Date(shape.end - (daysAgo - random()) * dayMs).toISOString()]);
    people.set(String(customer), { best: bestPrediction(shape, natures, purchases), buys });
  }
  await csv.close();
  const streams = { transaction: { data_map: { datetime: { column_name: "date" } } } };
  return { uploads: [{ file, customer: "customer", streams }], people };
};

/** The day of joining at a share of all people, in days before the end. */
const joiningDays = ({ days, joinersOn }: Shape): ((share: number) => number) => {
  let sum = 0;
  const cumulated = Array.from({ length: days }, (_, i) => (sum += joinersOn(days - i)));
  return (share) => days - cumulated.findIndex((until) => until > share * sum);
};
