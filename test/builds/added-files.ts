// Orders in files that come one after the other: with customers and rows of earlier files, late events,
// rejected rows and, at times, what needs all files to be read again.

import type { Random } from "../../src/model/numeric/random.js";

export interface Arrival {
  filename: string;
  text: string;
}

const header = "id,email,name,date,total,category,city";

/** A file with rows of customers `c0` to `c<people>`; some are those of `earlier` files. */
export const orderFile = (random: Random, earlier: readonly Arrival[], { people = 40 } = {}): string => {
  const rows = 5 + Math.floor(random() * 60);
  const old = earlier.flatMap(({ text }) => text.split("\n").slice(1));
  return [header, ...Array.from({ length: rows }, () => orderRow(random, old, people))].join("\n");
};

const orderRow = (random: Random, old: readonly string[], people: number): string => {
  if (old.length > 0 && random() < 0.1) return old[Math.floor(random() * old.length)]!;
  const customer = Math.floor(random() * people);
  const id = random() < 0.1 ? "" : `c${customer}`;
  const email = random() < 0.5 ? `p${customer}@example.com` : "";
  return [id, email, "", dateOf(random), totalOf(random), categoryOf(random), cityOf(random)].join(",");
};

const dateOf = (random: Random): string => {
  if (random() < 0.05) return ["", "never", "2031-01-01"][Math.floor(random() * 3)]!;
  return new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 700) * 86_400_000).toISOString().slice(0, 10);
};
const totalOf = (random: Random): string =>
  random() < 0.04 ? "n/a" : (Math.round(random() * 9_000) / 100 + 1).toFixed(2);
const categoryOf = (random: Random): string => ["shoes", "hats", " bags", ""][Math.floor(random() * 4)]!;
const cityOf = (random: Random): string => ["Berlin", "Wien", "", "Bern"][Math.floor(random() * 4)]!;
