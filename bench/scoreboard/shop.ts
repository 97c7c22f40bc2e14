// The sample shop, whose true probabilities are known: how much of what can be known is found, and whether anything is
// found where there is nothing. Customers are numbered here, so that only the model is measured and not who is who.

import path from "node:path";
import { openCsv } from "../../examples/shop/csv.js";
import { customersOf } from "../../examples/shop/customers.js";
import { randomFor } from "../../examples/shop/random.js";
import { cancellationColumns, cancellationRow, orderColumns, orderRows } from "../../examples/shop/rows.js";
import { type Truth, truthOf } from "../../examples/shop/truth.js";
import type { TaskSpec, Upload } from "./account.js";
import { optimalPrediction, sampleTraits } from "./bayes-optimal.js";

const horizonDays = 90;
const now = Date.UTC(2025, 6, 1) / 86_400_000;

const customers = { stream_name: "transaction" };

/** Members of the club who have not left can do either. */
export const shopSpecs = {
  buys: {
    attainment: customers,
    eligible: customers,
    outcome: { horizon_days: horizonDays, recurring: true },
  },
  cancels: {
    attainment: { stream_name: "cancellation" },
    eligible: customers,
    outcome: { horizon_days: horizonDays },
  },
} satisfies Record<string, TaskSpec>;

export interface KnownShop {
  uploads: Upload[];
  /** Customer → true probability of an order, and of leaving the club, within the horizon. */
  truth: Map<string, Truth>;
  /** The same, as well as the events allow it to be known. */
  optimal: Map<string, Truth>;
}

export const writeShop = async (dir: string, customers: number, seed: number): Promise<KnownShop> => {
  const orders = openCsv(path.join(dir, "orders.csv"), ["customer", ...orderColumns]);
  const cancellations = openCsv(path.join(dir, "cancellations.csv"), ["customer", ...cancellationColumns]);
  const truth: KnownShop["truth"] = new Map();
  const best: KnownShop["optimal"] = new Map();
  const drawn = sampleTraits(seed + 1);
  for (const customer of customersOf(seed, customers, now)) {
    const life = customer.lifeUntil(now);
    const rows = orderRows(customer, life);
    for (const row of rows) await orders.write([customer.number, ...row]);
    if (life.cancelledAt !== null)
      await cancellations.write([customer.number, ...cancellationRow(customer, life.cancelledAt)]);
    truth.set(String(customer.number), truthOf(customer.traits, life, now, horizonDays));
    best.set(String(customer.number), optimalPrediction(drawn, life, rows, now, horizonDays));
  }
  await Promise.all([orders.close(), cancellations.close()]);
  return {
    uploads: [
      {
        file: path.join(dir, "orders.csv"),
        customer: "customer",
        streams: {
          transaction: {
            data_map: mapped({
              datetime: "transaction_date",
              value: "total",
              category: "product_category",
              channel: "channel",
              discount: "discount",
            }),
          },
        },
      },
      {
        file: path.join(dir, "cancellations.csv"),
        customer: "customer",
        streams: { cancellation: { data_map: mapped({ datetime: "cancelled_on", reason: "reason" }) } },
      },
    ],
    truth,
    optimal: best,
  };
};

/** Everybody buys by chance at the same rate for ever, so nobody's future can be told from another's. */
export const writeNullShop = async (dir: string, customers: number): Promise<Upload[]> => {
  const days = 730;
  const perDay = 1 / 120;
  const file = path.join(dir, "null.csv");
  const orders = openCsv(file, ["customer", "date"]);
  for (let customer = 0; customer < customers; customer++) {
    const random = randomFor(1, customer);
    for (let day = -Math.log(1 - random()) / perDay; day < days; day += -Math.log(1 - random()) / perDay)
      await orders.write([customer, new Date((now - days + day) * 86_400_000).toISOString()]);
  }
  await orders.close();
  return [
    { file, customer: "customer", streams: { transaction: { data_map: mapped({ datetime: "date" }) } } },
  ];
};

/** The AUC to expect where each person attains with a known probability: every pair counts by how likely it is. */
export const expectedAuc = (score: Float64Array, truth: Float64Array): number => {
  const order = Int32Array.from(score.keys()).sort((i, j) => score[j]! - score[i]!);
  let [above, won, negatives] = [0, 0, 0];
  for (let from = 0, to = 0; from < order.length; from = to) {
    let [attained, not] = [0, 0];
    for (; to < order.length && score[order[to]!] === score[order[from]!]; to++) {
      attained += truth[order[to]!]!;
      not += 1 - truth[order[to]!]!;
    }
    won += not * (above + attained / 2);
    above += attained;
    negatives += not;
  }
  return won / (above * negatives);
};

const mapped = (columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([key, column_name]) => [key, { column_name }]));
