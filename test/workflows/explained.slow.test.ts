// Explanations of the sample shop's scores: requested through the service, and read in the delivered file.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import { deliveredRows, ready, rebuilt, signUp } from "../support/drive.js";
import { type RunningService, startService } from "../support/service.js";
import { type Row, statusOf } from "./delivered.js";
import { createCustomers, type Pipeline, pipelineOf, transactionsDataset } from "./interface.js";

let service: RunningService;
let dir: string;
let client: Client;
let pipeline: Pipeline;
/** Rows before and after explanations were requested. */
let plain: Row[];
let rows: Row[];

beforeAll(async () => {
  service = await startService({ env: { BELLWETHER_PARALLEL_BUILDS: "2" } });
  dir = await mkdtemp(path.join(tmpdir(), "bellwether-explained-"));
  ({ client } = await signUp(service.url));
  const shop = await generateShop({ customers: 500, seed: 1, out: dir });
  await client.upload("transactions", "transactions.csv", shop.transactions);
  await client.post("/datasets", transactionsDataset);
  await createCustomers(client);
  pipeline = await pipelineOf(client, {
    outcome: {
      name: "Likelihood to buy again",
      attainment: "Customers",
      eligible: "Customers",
      recurring: true,
      horizon_days: 90,
    },
    scope: "Next purchase",
    population: "Customers",
  });
  const target = `/targets/${pipeline.target}`;
  await ready(client, target);
  plain = await deliveredRows(client, pipeline.target);
  const payload = { outcome_ids: [pipeline.outcome], explainability: true };
  await rebuilt(client, target, () => client.patch(`/scopes/${pipeline.scope}`, { payload }));
  rows = await deliveredRows(client, pipeline.target);
});

afterAll(async () => {
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});

const columnOf = ({ outcome }: Pipeline) => `fdy_explanation_${outcome.replaceAll("-", "_")}`;
const reasonsOf = (row: Row): { reason: string; value: number | null; effect: number; direction: string }[] =>
  JSON.parse(row[columnOf(pipeline)]!);

test("the column appears once requested, and nothing else changes", () => {
  expect(Object.keys(plain[0]!)).not.toContain(columnOf(pipeline));
  const others = rows.map(({ [columnOf(pipeline)]: _, ...row }) => row);
  expect(others.filter((row, i) => JSON.stringify(row) !== JSON.stringify(plain[i]))).toEqual([]);
});

test("the pipeline lists the column with both of its names", async () => {
  const { columns } = await client.get<{ columns: { payload_columns: object[] } }>(
    `/scopes/${pipeline.scope}`,
  );
  expect(columns.payload_columns).toContainEqual({
    name: columnOf(pipeline),
    human_name: "likelihood_to_buy_again_explanation",
  });
});

test("scored people have reasons as texts with their values", () => {
  const scored = rows.filter((row) => statusOf(row) === "scored");
  expect(scored.length).toBeGreaterThan(300);
  const all = scored.map(reasonsOf);
  expect(all.filter((reasons) => reasons.length > 0).length).toBeGreaterThan(scored.length / 2);
  for (const { reason, value, effect, direction } of all.flat()) {
    expect(reason).toMatch(/transaction|time of year/);
    expect(value === null || Number.isFinite(value)).toBe(true);
    expect(direction).toBe(effect > 0 ? "for" : "against");
    const [, days] = /^last transaction (\d+) days ago$/.exec(reason) ?? [];
    if (days) expect(Math.round(value!)).toBe(Number(days));
  }
});

test("likely people have more positive effects than unlikely ones", () => {
  const sumOfEffects = (row: Row) => reasonsOf(row).reduce((sum, { effect }) => sum + effect, 0);
  const mean = (part: Row[]) => part.reduce((sum, row) => sum + sumOfEffects(row), 0) / part.length;
  const scored = rows.filter((row) => statusOf(row) === "scored");
  const half = Math.floor(scored.length / 2);
  expect(mean(scored.slice(0, half))).toBeGreaterThan(mean(scored.slice(half)) + 0.5);
});
