// The delivered file, read as a customer of the service would read it.

import { readCsv } from "../csv.js";
import { table } from "../table.js";
import type { Prediction } from "./recovery.js";

const shown = ["person_first_name", "person_last_name", "city"];
const suffixes = ["_propensity_probability", "_propensity_percentile"];

/** The first rows, aligned, with a few of the columns. */
export const firstRows = async (file: string, count = 5): Promise<string[]> => {
  const rows: string[][] = [];
  let header: string[] = [];
  for await (const record of readCsv(file)) {
    const scores = suffixes.map((suffix) => columnWith(record, suffix));
    header = [...shown, "probability", "percentile"];
    rows.push([...shown, ...scores].map((name) => record[name] ?? ""));
    if (rows.length === count) break;
  }
  return table(header, rows);
};

/** All people with a score. */
export async function* predictionsIn(file: string): AsyncGenerator<Prediction> {
  for await (const record of readCsv(file)) {
    const probability = record[columnWith(record, "_propensity_probability")];
    if (!probability) continue;
    yield {
      givenName: record.person_first_name ?? "",
      surname: record.person_last_name ?? "",
      postcode: record.postcode ?? "",
      email: record.email ?? "",
      probability: Number(probability),
    };
  }
}

const columnWith = (record: Record<string, string>, suffix: string): string => {
  const name = Object.keys(record).find((column) => column.endsWith(suffix));
  if (!name) throw new Error(`The delivered file has no column that ends in ${suffix}.`);
  return name;
};
