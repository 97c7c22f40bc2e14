// Made-up log of bills on the first of each month, whose truth is known: of those who paid the last bill, 96
// of 100 pay the next, and whoever did not never pays again.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { randomFor } from "../../examples/shop/random.js";
import type { Upload } from "../scoreboard/account.js";

export const staysWith = 0.96;
const [people, months, lastStart] = [600, 30, 20];

/** The file with its column mapping, and who paid the last bill. */
export const writeBills = async (
  dir: string,
  seed: number,
): Promise<{ upload: Upload; paidLast: Set<string> }> => {
  const lines = ["customer_id,paid_on,amount"];
  const paidLast = new Set<string>();
  for (let person = 0; person < people; person++) {
    const random = randomFor(seed, person);
    for (let month = Math.floor(lastStart * random()); month < months; month++) {
      const day = new Date(Date.UTC(2023, month, 1)).toISOString().slice(0, 10);
      lines.push(`c${person},${day},${20 + 10 * (person % 3)}`);
      if (month === months - 1) paidLast.add(`c${person}`);
      if (random() >= staysWith) break;
    }
  }
  const file = path.join(dir, "bills.csv");
  await writeFile(file, `${lines.join("\n")}\n`);
  const data_map = { datetime: { column_name: "paid_on" }, value: { column_name: "amount" } };
  return { upload: { file, customer: "customer_id", streams: { transaction: { data_map } } }, paidLast };
};
