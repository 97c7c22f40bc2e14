// The sample shop as a test of models, since its true probabilities are known; and a shop without a signal,
// where there is nothing to find. Customers have numbers, so that the model alone is measured and not the
// matching of people.

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

/** Both are possible for members who have not left the club. */
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
  /** The Bayes-optimal predictions. */
  optimal: Map<string, Truth>;
}

export const writeShop = async (dir: string, customers: number, seed: number): Promise<KnownShop> => {
  const orders = openCsv(path.join(dir, "orders.csv"), ["customer", ...orderColumns]);
  const cancellations = openCsv(path.join(dir, "cancellations.csv"), ["customer", ...cancellationColumns]);
  const truth: KnownShop["truth"] = new Map();
  const optimal: KnownShop["optimal"] = new Map();
  const samples = sampleTraits(seed + 1);
  for (const customer of customersOf(seed, customers, now)) {
    const life = customer.lifeUntil(now);
    const rows = orderRows(customer, life);
    for (const row of rows) await orders.write([customer.number, ...row]);
    if (life.cancelledAt !== null)
      await cancellations.write([customer.number, ...cancellationRow(customer, life.cancelledAt)]);
    truth.set(String(customer.number), truthOf(customer.traits, life, now, horizonDays));
    optimal.set(String(customer.number), optimalPrediction(samples, life, rows, now, horizonDays));
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
    optimal,
  };
};

/** All customers buy at random at the same constant rate, so that no prediction can be better than the base rate. */
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

/** Expected AUC where each person converts with a known probability: pairs are weighted by their probability. */
export const expectedAuc = (score: Float64Array, truth: Float64Array): number => {
  const order = Int32Array.from(score.keys()).sort((i, j) => score[j]! - score[i]!);
  let [above, won, negatives] = [0, 0, 0];
  for (let from = 0, to = 0; from < order.length; from = to) {
    let [positive, negative] = [0, 0];
    for (; to < order.length && score[order[to]!] === score[order[from]!]; to++) {
      positive += truth[order[to]!]!;
      negative += 1 - truth[order[to]!]!;
    }
    won += negative * (above + positive / 2);
    above += positive;
    negatives += negative;
  }
  return won / (above * negatives);
};

const mapped = (columns: Record<string, string>) =>
  Object.fromEntries(Object.entries(columns).map(([key, column_name]) => [key, { column_name }]));
