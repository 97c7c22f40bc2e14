// The public randomised e-mail campaign: customers of a shop who got an e-mail about men's goods, about women's, or
// none, by chance, and what they did in the two weeks after it.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { RandomisedPeople } from "../../src/model/uplift/uplift-model.js";
import { publicFolder } from "../scoreboard/public-data.js";

export const emailsFile = path.join(publicFolder, "uplift/hillstrom_half.csv.gz");

export const campaigns = ["Womens E-Mail", "Mens E-Mail"] as const;
export const goals = ["visit", "conversion"] as const;

type Row = Record<string, string>;

export const readEmails = async (): Promise<Row[]> => {
  const text = gunzipSync(await readFile(emailsFile)).toString("utf8");
  const [header, ...lines] = text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i]!])));
};

/** Those who got this e-mail, and those who got none. */
export const peopleOf = (rows: readonly Row[], campaign: string, goal: string): RandomisedPeople => {
  const people = rows.filter(({ segment }) => segment === campaign || segment === "No E-Mail");
  const is = (column: string, value: string) => (row: Row) => Number(row[column] === value);
  const known: ((row: Row) => number)[] = [
    (row) => Number(row.recency),
    (row) => Math.log(Number(row.history)),
    ...["mens", "womens", "newbie"].map((column) => (row: Row) => Number(row[column])),
    ...["Urban", "Rural"].map((value) => is("zip_code", value)),
    ...["Web", "Phone", "Multichannel"].map((value) => is("channel", value)),
  ];
  return {
    columns: known.map((of) => Float64Array.from(people, of)),
    contacted: Uint8Array.from(people, is("segment", campaign)),
    attained: Uint8Array.from(people, (row) => Number(row[goal])),
  };
};
