// The other tasks with known outcomes, each through the service from upload to file. On some of them common
// methods are worse than a constant, so the test requires to be no worse than the worst of them, and not to
// leak.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import { casesOf } from "../run/amounts.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { hasPublicData, publicFile, type Task, taskNamed, writeHistory } from "../support/public-data.js";
import { type RunningService, startService } from "../support/service.js";
import { compareMethods } from "./compare-methods.js";
import { createCustomers, enabled, type Pipeline, pipelineOf } from "./interface.js";

/** Columns of a dataset. */
interface Columns {
  customer: string;
  datetime: string;
  more?: Record<string, string>;
  options?: object;
  conditions?: object[];
}

interface TaskInput {
  task: string;
  file: string;
  columns: Columns;
  create(client: Client, task: Task): Promise<Pipeline>;
}

/** A purchase within the horizon, for all customers. */
const buys = (client: Client, { horizon_days }: Task): Promise<Pipeline> =>
  pipelineOf(client, {
    outcome: { name: "Buys", attainment: "Customers", eligible: "Customers", horizon_days, recurring: true },
    scope: "Buyers",
    population: "Customers",
  });

/** A second purchase within the horizon, for people with one. */
const repeats = async (client: Client, { horizon_days }: Task): Promise<Pipeline> => {
  await client.post("/cohorts", { name: "One-time purchasers", stream_name: "transaction", max_count: 1 });
  await client.post("/cohorts", { name: "Repeat purchasers", stream_name: "transaction", min_count: 2 });
  return pipelineOf(client, {
    outcome: { name: "Repeats", attainment: "Repeat purchasers", eligible: "Customers", horizon_days },
    scope: "Repeaters",
    population: "One-time purchasers",
  });
};

/** Absence for the length of the horizon, for people who are not absent already. */
const staysAway = async (client: Client, { horizon_days }: Task): Promise<Pipeline> => {
  const recency = { occurrence: "last", min_days: horizon_days };
  await client.post("/cohorts", { name: "Lapsed", stream_name: "transaction", recency });
  return pipelineOf(client, {
    outcome: { name: "Lapses", attainment: "Lapsed", eligible: "Customers", horizon_days },
    scope: "Lapsing",
    population: "Customers",
  });
};

const music: Columns = { customer: "customer_id", datetime: "date", more: { value: "value", discs: "cds" } };
const gifts: Columns = {
  customer: "CustomerID",
  datetime: "InvoiceDate",
  more: { country: "Country" },
  options: { upsert_columns: ["InvoiceNo"] },
  conditions: [
    { column_name: "InvoiceNo", _matches: "^[^C]" },
    { column_name: "Quantity", _gt: 0 },
  ],
};
const grocery: Columns = { customer: "cust", datetime: "date" };
const supermarket: Columns = {
  customer: "household_id",
  datetime: "transaction_timestamp",
  more: { value: "sales_value" },
};

const giftFile = "online_retail/line_items.csv.gz";
const inputs: TaskInput[] = [
  { task: "cdnow_repeat91", file: "cdnow/transactions.csv", columns: music, create: repeats },
  { task: "online_retail_buy91", file: giftFile, columns: gifts, create: buys },
  { task: "online_retail_repeat91", file: giftFile, columns: gifts, create: repeats },
  { task: "online_retail_churn91", file: giftFile, columns: gifts, create: staysAway },
  { task: "grocery_buy91", file: "grocery/transactions.csv", columns: grocery, create: buys },
  { task: "grocery_churn91", file: "grocery/transactions.csv", columns: grocery, create: staysAway },
  {
    task: "completejourney_buy30",
    file: "completejourney/transactions_sample.csv",
    columns: supermarket,
    create: buys,
  },
];

describe("tasks", needing("public data", hasPublicData()), () => {
  let service: RunningService;
  let dir: string;

  beforeAll(async () => {
    service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
    dir = await mkdtemp(path.join(tmpdir(), "bellwether-tasks-"));
  });
  afterAll(async () => {
    await service.stop();
    await rm(service.dataDir, { recursive: true });
    await rm(dir, { recursive: true });
  });

  for (const { task: name, file, columns, create } of casesOf("learning", inputs))
    test(name, async () => {
      const task = taskNamed(name);
      const history = path.join(dir, `${name}.csv`);
      await writeHistory(publicFile(file), task.history_through, history);
      const { client } = await signUp(service.url);
      await client.upload("events", "events.csv", history);
      await client.post("/datasets", datasetOf(columns));
      await createCustomers(client);
      const { ours, others } = await compareMethods(task, await enabled(client, await create(client, task)));
      expect(ours.people).toBeGreaterThan(0.8 * task.people);
      // Where no candidate beat the constant at earlier dates, everyone gets the same probability, which must
      // be a good one.
      if (ours.auc === 0.5) expect(ours.log_loss).toBeLessThan(others.xgboost.log_loss);
      else expect(ours.auc).toBeGreaterThan(others.recency.auc - 0.05);
      expect(ours.auc).toBeLessThan(Math.max(task.same_window_reference.auc, others.xgboost.auc) + 0.03);
      const logLosses = Object.values(others).map(({ log_loss }) => log_loss);
      expect(ours.log_loss).toBeLessThan(Math.max(...logLosses));
    });
});

const datasetOf = ({ customer, datetime, more, options, conditions }: Columns): object => ({
  name: "Events",
  identity_sets: { buyer: { customer_id: customer } },
  options: { type: "hosted_csv", upload_directory: "events" },
  ...options,
  output_to_streams: {
    transaction: { data_map: { datetime, ...more }, ...(conditions && { conditions }) },
  },
});
