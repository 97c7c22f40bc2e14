// Observed performance through the real service: a pipeline is scored in spring, the orders of summer arrive,
// and its results are counted.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import { ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import { createCustomers, type Pipeline, pipelineOf } from "./interface.js";

const horizonDays = 60;
const spring = "2025-04-01";

interface Order {
  customer: string;
  /** ISO 8601. */
  at: string;
  total: string;
}
interface Analysis {
  population_count: number;
  outcomes: {
    outcome_id: string;
    outcome_name: string;
    scored_count: number;
    expected: number;
    expected_low: number;
    expected_high: number;
    histogram: { min: number; max: number; count: number }[];
    shift: { index: number; features: { name: string; index: number }[] };
  }[];
  warnings: { outcome_id: string; kind: string; note: string }[];
}
interface Given {
  cutoff: string;
  horizon_end: string;
  people: number;
}
interface Realised extends Given {
  expected: number;
  expected_low: number;
  expected_high: number;
  attained: number;
  left_out_count: number;
  deciles: { people: number; expected: number; attained: number }[];
}
interface Efficacy {
  outcomes: { outcome_id: string; observed: Realised[]; waiting: Given[] }[];
}

let service: RunningService;
let dir: string;
let client: Client;
let pipeline: Pipeline;
let until: Efficacy["outcomes"][number];
let orders: Order[];

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-efficacy-"));
  ({ client } = await signUp(service.url));
  orders = await readOrders((await generateShop({ customers: 500, seed: 3, out: dir })).transactions);
  await client.upload("orders", "orders.csv", await ordersBefore(spring));
  await client.post("/datasets", {
    name: "Orders",
    identity_sets: { customer: { customer_id: "customer" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: "at" }, value: "total" } },
  });
  await createCustomers(client);
  pipeline = await pipelineOf(client, {
    outcome: {
      name: "Buys",
      attainment: "Customers",
      eligible: "Customers",
      horizon_days: horizonDays,
      recurring: true,
    },
    scope: "Buyers",
    population: "Customers",
  });
});

afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

/** The shop's orders up to that day. */
const ordersBefore = async (day: string): Promise<string> => {
  const known = orders
    .filter(({ at }) => at < day)
    .map(({ customer, at, total }) => `${customer},${at},${total}`);
  const file = path.join(dir, `before-${day}.csv`);
  await writeFile(file, ["customer,at,total", ...known, ""].join("\n"));
  return file;
};

/** The number of an order begins with that of its customer. */
const readOrders = async (transactions: string): Promise<Order[]> => {
  const [, ...rows] = (await readFile(transactions, "utf8")).trimEnd().split("\n");
  return rows.map((row) => {
    const [order, at, total] = row.split(",") as [string, string, string];
    return { customer: order.split("-")[0]!, at, total };
  });
};

const scope = () => `/scopes/${pipeline.scope}`;
const inSeconds = (instant: string) => Math.floor(Date.parse(instant) / 1000);
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

test("the analysis has the distribution of scores, the expected number of buyers, and the population shift", async () => {
  await ready<BuildRecord>(client, scope());
  const analysis = await client.get<Analysis>(`${scope()}/analysis`);
  const [buys] = analysis.outcomes;
  expect(buys!.outcome_name).toBe("Buys");
  expect(buys!.histogram).toHaveLength(100);
  expect(sum(buys!.histogram.map(({ count }) => count))).toBe(buys!.scored_count);
  expect(buys!.expected_low).toBeLessThan(buys!.expected);
  expect(buys!.expected_high).toBeGreaterThan(buys!.expected);
  expect(buys!.shift.features.length).toBeGreaterThan(0);
  const record = await client.get<{ warnings: unknown }>(scope());
  expect(record.warnings).toEqual(analysis.warnings);
});

test("before the horizon ends, no results are known", async () => {
  const { outcomes } = await client.get<Efficacy>(`${scope()}/efficacy`);
  [until] = outcomes as [Efficacy["outcomes"][number]];
  expect(until.observed).toEqual([]);
  expect(until.waiting).toHaveLength(1);
  expect(inSeconds(until.waiting[0]!.cutoff)).toBeLessThanOrEqual(inSeconds(spring));
});

test("after the horizon ends, observed results appear with the expected ones", async () => {
  const later = await ordersBefore("2026");
  await rebuilt(client, scope(), () => client.upload("orders", "orders.csv", later));
  const { outcomes } = await client.get<Efficacy>(`${scope()}/efficacy`);
  const [given] = until.waiting;
  const [realised] = outcomes[0]!.observed;
  expect(realised).toMatchObject(given!);
  expect(realised!.attained).toBe(buyersBetween(given!.cutoff, given!.horizon_end));
  expect(realised!.left_out_count).toBe(0);
  expect(realised!.attained).toBeGreaterThanOrEqual(realised!.expected_low);
  expect(realised!.attained).toBeLessThanOrEqual(realised!.expected_high);
  expect(sum(realised!.deciles.map(({ attained }) => attained))).toBe(realised!.attained);
  expect(realised!.deciles[0]!.attained).toBeGreaterThan(realised!.deciles.at(-1)!.attained);
  expect(outcomes[0]!.waiting.map(({ cutoff }) => cutoff)).not.toContain(given!.cutoff);
});

interface Claims {
  summary: { made: number; judged: number; held: number; sentence: string };
  claims: {
    scope_name: string;
    goal: string;
    cutoff: string;
    verdict: string;
    void_reason?: string;
    measures: { measure: string; expected: number; observed?: number }[];
  }[];
}

test("what the scores claimed is judged by the same count, and stays when the pipeline is deleted", async () => {
  const [given] = until.waiting;
  const { summary, claims } = await client.get<Claims>("/claims");
  expect(summary).toMatchObject({ made: 2, judged: 1 });
  const judged = claims.at(-1)!;
  expect(judged).toMatchObject({
    scope_name: "Buyers",
    goal: "buy again",
    cutoff: given!.cutoff,
    verdict: "held",
  });
  const figures = new Map(judged.measures.map((figure) => [figure.measure, figure]));
  expect(figures.get("people")!.observed).toBe(buyersBetween(given!.cutoff, given!.horizon_end));
  expect(figures.get("auc")!.observed).toBeGreaterThan(0.5);
  await client.delete(`/targets/${pipeline.target}`);
  await client.delete(scope());
  const after = await client.get<Claims>("/claims");
  expect(after.claims.map(({ verdict, void_reason }) => [verdict, void_reason])).toEqual([
    ["void", "pipeline_deleted"],
    ["held", undefined],
  ]);
});

/** Independent count of the people known at the cutoff who ordered within the horizon. */
const buyersBetween = (from: string, until: string): number => {
  const known = new Set(
    orders.filter(({ at }) => inSeconds(at) < inSeconds(from)).map(({ customer }) => customer),
  );
  const isIn = ({ at }: Order) => inSeconds(at) >= inSeconds(from) && inSeconds(at) < inSeconds(until);
  const buyers = new Set(orders.filter(isIn).map(({ customer }) => customer));
  return [...buyers].filter((customer) => known.has(customer)).length;
};
