// Uplift through the real service: a mail brings back customers who had stopped buying and does nothing to the
// others. What the hold-out shows of it becomes a column of the file.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { uniformOf } from "../../src/model/numeric/random.js";
import { deliveredRows, ready, rebuilt, rowsOf, signUp } from "../support/drive.js";
import { startService } from "../support/service.js";
import { createCustomers, pipelineOf } from "./interface.js";

const campaignDay = "2025-04-01";
/** Customers without an order since then get one by the mail, this share of them. */
const lapsedSince = "2024-12-01";
const turned = 0.35;

interface Order {
  customer: string;
  /** ISO 8601. */
  at: string;
  total: string;
}

interface Holdout {
  uplift?: {
    verdict: string;
    headline: string;
    campaigns: number[];
    over_chance?: { low: number };
    segments?: Record<string, number>;
  };
}

test("a campaign with a hold-out proves whom a mail moves, and files say who they are", async () => {
  const service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-uplift-"));
  onTestFinished(async () => {
    await service.stop();
    await rm(service.dataDir, { recursive: true });
    await rm(dir, { recursive: true });
  });
  const { client } = await signUp(service.url);
  const orders = await readOrders((await generateShop({ customers: 5000, seed: 4, out: dir })).transactions);
  const upload = async (some: readonly Order[]) => {
    const file = path.join(dir, "orders.csv");
    const lines = some.map(({ customer, at, total }) => `${customer},${at},${total}`);
    await writeFile(file, ["customer,at,total", ...lines, ""].join("\n"));
    await client.upload("orders", "orders.csv", file);
  };
  const before = orders.filter(({ at }) => at < campaignDay);
  await upload(before);
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { customer: { customer_id: "customer" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "at" }, value: "total" } },
  });
  await createCustomers(client);
  const pipeline = await pipelineOf(client, {
    outcome: {
      name: "Buys",
      attainment: "Customers",
      eligible: "Customers",
      horizon_days: 60,
      recurring: true,
    },
    scope: "Buyers",
    population: "Customers",
  });
  await ready<BuildRecord>(client, `/scopes/${pipeline.scope}`);
  await client.patch(`/scopes/${pipeline.scope}`, {
    preview: false,
    holdout: { share: 0.5, uplift: true, campaigns: [{ contacted_at: campaignDay }] },
  });
  await ready<BuildRecord>(client, `/targets/${pipeline.target}`);
  const first = await deliveredRows(client, pipeline.target);
  expect(new Set(first.map(({ fdy_uplift }) => fdy_uplift))).toEqual(new Set([""]));
  const holdout = () => client.get<Holdout>(`/scopes/${pipeline.scope}/holdout`);
  expect((await holdout()).uplift).toBeUndefined();

  const arms = new Map(first.map((row) => [row.customer_id!, row.fdy_holdout_arm!]));
  const recent = new Set(before.filter(({ at }) => at >= lapsedSince).map(({ customer }) => customer));
  const brought = [...arms]
    .filter(([customer, arm]) => arm === "contact" && !recent.has(customer))
    .map(([customer]) => customer)
    .filter((customer) => uniformOf(BigInt(customer.replace(/\D/g, "")), 2) < turned);
  await rebuilt(client, `/scopes/${pipeline.scope}`, () =>
    upload([
      ...orders,
      ...brought.map((customer) => ({ customer, at: "2025-04-20T12:00:00Z", total: "30.00" })),
    ]),
  );
  const { uplift } = await holdout();
  expect(uplift).toMatchObject({ verdict: "proven", campaigns: [0] });
  expect(uplift!.over_chance!.low).toBeGreaterThan(0);
  expect(uplift!.headline).toMatch(/^Some people are moved more than others/);
  await ready<BuildRecord>(client, `/targets/${pipeline.target}`);
  const rows = (await deliveredRows(client, pipeline.target)).filter(({ fdy_uplift }) => fdy_uplift !== "");
  expect(Object.values(uplift!.segments!).reduce((sum, count) => sum + count, 0)).toBe(rows.length);
  const list = await rowsOf(
    client,
    `/scopes/${pipeline.scope}/list.csv?by=uplift&top=50&form=api&with_held_out=true`,
  );
  const listed = list.map(({ fdy_uplift }) => Number(fdy_uplift));
  const most = rows.map(({ fdy_uplift }) => Number(fdy_uplift)).sort((a, b) => b - a);
  expect(listed.sort((a, b) => b - a)).toEqual(most.slice(0, 50));
  for (const row of rows) {
    const [low, value, high] = [row.fdy_uplift_low, row.fdy_uplift, row.fdy_uplift_high].map(Number);
    expect(low).toBeLessThanOrEqual(value!);
    expect(high).toBeGreaterThanOrEqual(value!);
    if (low! > 0) expect(row.fdy_uplift_segment).toBe("persuadable");
  }
});

/** The number of an order begins with that of its customer. */
const readOrders = async (transactions: string): Promise<Order[]> => {
  const [, ...rows] = (await readFile(transactions, "utf8")).trimEnd().split("\n");
  return rows.map((row) => {
    const [order, at, total] = row.split(",") as [string, string, string];
    return { customer: order.split("-")[0]!, at, total };
  });
};
