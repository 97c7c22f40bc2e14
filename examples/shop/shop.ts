// Sample shop with a loyalty club, generated from a seed: its orders and club cancellations, as two systems
// would export them, and the true probability of what each customer does next.
//
//   transactions.csv    one row per order; a return is an order with a negative total
//   cancellations.csv   one row per member who left the club; the same people under other column names
//   truth.csv           one row per customer: exact probabilities for the days after the history
//
// Rows come customer by customer. The same arguments give the same bytes.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { openCsv } from "./csv.js";
import { customersOf } from "./customers.js";
import type { Member } from "./household.js";
import {
  cancellationColumns,
  cancellationRow,
  orderColumns,
  orderRows,
  truthColumns,
  truthRow,
} from "./rows.js";
import { type Truth, truthOf } from "./truth.js";

export interface ShopOptions {
  customers: number;
  seed: number;
  /** Directory for the files; created if it does not exist. */
  out: string;
  /** Last day of the history, as YYYY-MM-DD; `defaultThrough` if absent. */
  through?: string;
  /** Days ahead for the probabilities in truth.csv; 90 if absent. */
  horizonDays?: number;
}

export interface Shop {
  transactions: string;
  cancellations: string;
  truth: string;
  orders: number;
  cancelled: number;
}

export const defaultThrough = "2025-06-30";
export const defaultHorizonDays = 90;

export const generateShop = async (options: ShopOptions): Promise<Shop> => {
  const { customers, seed, out, through = defaultThrough, horizonDays = defaultHorizonDays } = options;
  const now = dayNumber(through) + 1;
  await mkdir(out, { recursive: true });
  const file = (name: string) => path.join(out, name);
  const transactions = openCsv(file("transactions.csv"), orderColumns);
  const cancellations = openCsv(file("cancellations.csv"), cancellationColumns);
  const truth = openCsv(file("truth.csv"), truthColumns);
  let [orders, cancelled] = [0, 0];
  for (const customer of customersOf(seed, customers, now)) {
    const life = customer.lifeUntil(now);
    for (const row of orderRows(customer, life)) await transactions.write(row);
    if (life.cancelledAt !== null) await cancellations.write(cancellationRow(customer, life.cancelledAt));
    const known = truthOf(customer.traits, life, now, horizonDays);
    await truth.write(truthRow(customer, life, known, horizonDays));
    orders += life.visits.length;
    cancelled += life.cancelledAt === null ? 0 : 1;
  }
  await Promise.all([transactions.close(), cancellations.close(), truth.close()]);
  return {
    transactions: file("transactions.csv"),
    cancellations: file("cancellations.csv"),
    truth: file("truth.csv"),
    orders,
    cancelled,
  };
};

/** The contents of truth.csv, customer by customer, for callers in this process. */
export function* knownTruths(options: Omit<ShopOptions, "out">): Generator<KnownTruth> {
  const { customers, seed, through = defaultThrough, horizonDays = defaultHorizonDays } = options;
  const now = dayNumber(through) + 1;
  for (const customer of customersOf(seed, customers, now)) {
    const life = customer.lifeUntil(now);
    const { postcode } = customer.addressAt(life.visits.at(-1)!);
    yield { ...customer.member, postcode, ...truthOf(customer.traits, life, now, horizonDays) };
  }
}

export interface KnownTruth extends Member, Truth {
  /** Of their last order. */
  postcode: string;
}

/** `2025-06-30` → days since 1970. */
const dayNumber = (date: string): number => {
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(milliseconds)) throw new Error(`${date} is not a date of the form YYYY-MM-DD`);
  return milliseconds / 86_400_000;
};
