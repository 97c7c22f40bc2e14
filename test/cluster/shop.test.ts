// The sample shop twice: by DuckDB alone, and with everything on a cluster that a cluster can do. The scores
// are the same bytes.

import { mkdtempSync, rmSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import { ready, signUp } from "../support/drive.js";
import { startService } from "../support/service.js";
import { repeatPurchaseScoring, transactionsDataset } from "../workflows/interface.js";
import { sharedSail } from "./support/shared.js";

let dir: string;
let shop: Shop;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "bw-shop-"));
  shop = await generateShop({ customers: 600, seed: 1, out: dir });
});
afterAll(() => rmSync(dir, { recursive: true }));

/** No summary of a stream tells its members. */
const bigOrders = {
  name: "Big orders",
  stream_name: "transaction",
  stream_conditions: [{ property: "value", _gte: 50 }],
};

const scored = async (env: Record<string, string>) => {
  const service = await startService({ env });
  try {
    const { client } = await signUp(service.url);
    await client.upload("transactions", "transactions.csv", shop.transactions);
    await client.post("/datasets", transactionsDataset);
    const { id } = await client.post<{ id: string }>("/cohorts", bigOrders);
    const { target, scope } = await repeatPurchaseScoring(client);
    await ready(client, `/targets/${target}`);
    await ready(client, `/cohorts/${id}`);
    return {
      scores: await filesNamed(service.dataDir, "scores.parquet", scope),
      members: await filesNamed(service.dataDir, "members.parquet", id),
      cohort: await client.get<{ membership: unknown }>(`/cohorts/${id}/analysis/membership`),
      facts: await filesNamed(service.dataDir, "stream.json", ""),
      summaries: await filesNamed(service.dataDir, "summary.parquet", ""),
    };
  } finally {
    await service.stop();
    await rm(service.dataDir, { recursive: true });
  }
};

const filesNamed = async (dataDir: string, name: string, resource: string): Promise<Buffer[]> => {
  const all = await readdir(path.join(dataDir, "relations"), { recursive: true });
  const found = all.filter((file) => path.basename(file) === name && file.includes(resource)).sort();
  return Promise.all(found.map((file) => readFile(path.join(dataDir, "relations", file))));
};

test("scores, members and summaries are the same bytes", async () => {
  const { url } = await sharedSail();
  const own = await scored({});
  const pushed = await scored({ BELLWETHER_SPARK_URL: url, BELLWETHER_SPARK_FROM_EVENTS: "0" });
  for (const part of ["scores", "members", "summaries"] as const) {
    expect(own[part]).toHaveLength(1);
    expect(pushed[part], part).toEqual(own[part]);
  }
  expect(pushed.cohort).toEqual(own.cohort);
  const isPushed = ({ facts }: typeof own) => facts.map((file) => "baseFiles" in JSON.parse(String(file)));
  expect([isPushed(own), isPushed(pushed)]).toEqual([[false], [true]]);
});
