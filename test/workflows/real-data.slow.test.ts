// The workflows on public data through the real service, with two tasks whose outcomes are known and whose
// delivered files are evaluated.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../src/cli/client.js";
import { needing } from "../run/needs.js";
import { deliveredRows, ready, signUp } from "../support/drive.js";
import { hasPublicData, publicFile, taskNamed, writeHistory } from "../support/public-data.js";
import { type RunningService, startService } from "../support/service.js";
import { compareMethods, expectGoodScores } from "./compare-methods.js";
import { statusCounts } from "./delivered.js";
import { churnScoring, createCustomers, enabled, pipelineOf, repeatPurchaseScoring } from "./interface.js";

describe("on public data", needing("public data", hasPublicData()), () => {
  let service: RunningService;
  let dir: string;
  let shop: Awaited<ReturnType<typeof musicShop>>;
  let university: Awaited<ReturnType<typeof onlineUniversity>>;
  let gifts: Awaited<ReturnType<typeof giftShop>>;

  beforeAll(async () => {
    service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
    dir = await mkdtemp(path.join(tmpdir(), "bellwether-real-"));
    [shop, university, gifts] = await Promise.all([
      musicShop(service.url, dir),
      onlineUniversity(service.url, dir),
      giftShop(service.url),
    ]);
  });
  afterAll(async () => {
    await service.stop();
    await rm(service.dataDir, { recursive: true });
    await rm(dir, { recursive: true });
  });

  test("a preview has the thousand most likely people, and the enabled file has all", async () => {
    const { client, again } = shop;
    await ready(client, `/targets/${again.target}`);
    const preview = await deliveredRows(client, again.target);
    expect(preview).toHaveLength(1000);
    const rows = await enabled(client, again);
    expect(rows.length).toBeGreaterThan(10_000);
    expect(rows.slice(0, 1000)).toEqual(preview);
  });

  test("customer IDs keep their leading zeros, each once", async () => {
    const rows = await deliveredRows(shop.client, shop.again.target);
    expect(rows.filter((row) => !/^\d{5}$/.test(row.customer_id!))).toEqual([]);
    expect(new Set(rows.map((row) => row.customer_id)).size).toBe(rows.length);
  });

  test("purchases in the next quarter are predicted as well as by other methods", async () => {
    const { client, soon, task } = shop;
    const rows = await enabled(client, soon);
    expect(rows).toHaveLength(task.people);
    expectGoodScores(task, await compareMethods(task, rows));
  });

  test("one file feeds several streams by their conditions", async () => {
    const { client, churn } = university;
    await ready(client, `/targets/${churn.target}`);
    expect(await eventsOf(client, "transaction")).toBe(registered);
    expect(await eventsOf(client, "cancellation")).toBe(unregistered);
  });

  test("unregistering is predicted as well as by other methods, and only for those still registered", async () => {
    const { client, churn, task } = university;
    const rows = await enabled(client, churn);
    expect(statusCounts(rows)).toEqual({
      scored: registered - registeredAndUnregistered,
      attained: registeredAndUnregistered,
    });
    const methodScores = await compareMethods(task, rows);
    expect(methodScores.ours.people).toBe(task.people);
    expectGoodScores(task, methodScores);
  });

  test("an invoice is one purchase, and cancelled or returned items are none", async () => {
    const { client, again } = gifts;
    await ready(client, `/targets/${again.target}`);
    expect(await eventsOf(client, "transaction")).toBe(invoicesWithBuyer);
    const rows = await enabled(client, again);
    expect(statusCounts(rows)).toEqual({ scored: buyersOfOneInvoice });
  });
});

/** Counted in the files independently. */
const registered = 21_295;
const unregistered = 5_149;
const registeredAndUnregistered = 5_118;
const invoicesWithBuyer = 18_536;
const buyersOfOneInvoice = 1_494;

/** All purchases of people who first bought in one quarter of 1997, identified by a number. */
const musicShop = async (url: string, dir: string) => {
  const task = taskNamed("cdnow_buy91");
  const { client } = await signUp(url);
  const file = path.join(dir, "purchases.csv");
  await writeHistory(publicFile("cdnow/transactions.csv"), task.history_through, file);
  await client.upload("purchases", "purchases.csv", file);
  await client.post("/datasets", {
    name: "Purchases",
    identity_sets: { buyer: { customer_id: "customer_id" } },
    options: { type: "hosted_csv", upload_directory: "purchases" },
    output_to_streams: { transaction: { data_map: { datetime: "date", discs: "cds" }, value: "value" } },
  });
  const again = await repeatPurchaseScoring(client);
  const soon = await pipelineOf(client, {
    outcome: {
      name: "Likelihood to buy in a quarter",
      attainment: "Customers",
      eligible: "Customers",
      horizon_days: task.horizon_days,
      recurring: true,
    },
    scope: "Next quarter's buyers",
    population: "Customers",
  });
  return { client, again, soon, task };
};

/** A person is an enrolment here, since a student of two courses may leave one of them. */
const onlineUniversity = async (url: string, dir: string) => {
  const task = taskNamed("oulad_dev_churn60");
  const { client } = await signUp(url);
  const file = path.join(dir, "enrolments.csv");
  await writeHistory(publicFile("oulad/events.csv"), task.history_through, file);
  await client.upload("enrolments", "events.csv", file);
  await client.post("/datasets", {
    name: "Enrolments",
    identity_sets: { student: { customer_id: "enrolment_id" } },
    options: { type: "hosted_csv", upload_directory: "enrolments" },
    output_to_streams: {
      transaction: {
        data_map: { datetime: "date", module: "module", presentation: "presentation" },
        conditions: [{ column_name: "event", _eq: "register" }],
      },
      cancellation: {
        data_map: { datetime: "date" },
        conditions: [{ column_name: "event", _eq: "unregister" }],
      },
      submission: {
        data_map: { datetime: "date", kind: "event" },
        value: "score",
        conditions: [{ column_name: "event", _matches: "^submit_" }],
      },
    },
  });
  await client.upload("students", "traits.csv", publicFile("oulad/traits.csv"));
  await client.post("/datasets", {
    name: "Students",
    identity_sets: { student: { customer_id: "enrolment_id" } },
    options: { type: "hosted_csv", upload_directory: "students" },
    output_to_traits: Object.fromEntries(traits.map((name) => [name, { column_name: name }])),
  });
  await createCustomers(client);
  const churn = await churnScoring(client, { horizon_days: task.horizon_days });
  return { client, churn, task };
};

const traits = ["highest_education", "imd_band", "age_band", "num_of_prev_attempts", "studied_credits"];

const giftShop = async (url: string) => {
  const { client } = await signUp(url);
  await client.upload("line_items", "line_items.csv.gz", publicFile("online_retail/line_items.csv.gz"));
  await client.post("/datasets", {
    name: "Line items",
    identity_sets: { buyer: { customer_id: "CustomerID" } },
    options: { type: "hosted_csv", upload_directory: "line_items" },
    upsert_columns: ["InvoiceNo"],
    output_to_streams: {
      transaction: {
        data_map: { datetime: "InvoiceDate", country: "Country" },
        conditions: [
          { column_name: "InvoiceNo", _matches: "^[^C]" },
          { column_name: "Quantity", _gt: 0 },
        ],
      },
    },
  });
  return { client, again: await repeatPurchaseScoring(client) };
};

const eventsOf = async (client: Client, stream: string): Promise<number> =>
  (await client.get<{ event_count: number }>(`/streams/${stream}`)).event_count;
