// An age limit to the last byte: once a person's last row is too old, no file of the data directory has them.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ready, signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { type RunningService, startService } from "../support/service.js";
import { filesWith } from "./needles.js";
import { type Customer, createPipeline, ordersOf, strangers, uploadTo } from "./shop.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ dataDir: await mkdtemp(path.join(tmpdir(), "bellwether-old-")) });
});
afterAll(async () => {
  await rm(service.dataDir, { recursive: true });
});

const former: Customer[] = [
  ["zuzanna@needle.example", "Zuzanna", "Quitzow", "77 Nadelstrasse", "+18028639876"],
];
const needles = ["zuzanna", "quitzow", "nadelstrasse", "8028639876"];

/** All orders of the sample are of 2023 and later. */
const since2023 = 12 * (new Date().getUTCFullYear() - 2023) + new Date().getUTCMonth();

test("no file has a person whose rows are too old, and the others' scores are delivered without them", async () => {
  const account = await signUp(service.url);
  const { client } = account;
  await uploadTo(service.url, account, "orders/old.csv", ordersOf(former).replaceAll(/,20\d\d-/g, ",2019-"));
  await uploadTo(service.url, account, "orders/new.csv", ordersOf(strangers(60)));
  const { orders, target } = await createPipeline(client);
  await ready(client, `/targets/${target}`);
  const before = await filesWith(service.dataDir, needles);
  for (const kind of ["old.csv", "people.parquet", "sqlite"])
    expect(
      before.some((file) => file.includes(kind.split(".")[0]!)),
      kind,
    ).toBe(true);

  await client.patch(`/datasets/${orders}`, { keep_months: since2023 });
  const left = (most: number) =>
    eventually(`${most} files have them`, async () => {
      await sleep(3_000);
      // A build that runs writes files that cannot be read yet.
      const files = await filesWith(service.dataDir, needles).catch(() => undefined);
      return files && files.length <= most ? files : undefined;
    });
  expect(await left(1)).toEqual([expect.stringMatching(/^uploads\/.*old\.csv$/)]);
  await client.delete("/uploads/orders/old.csv");
  expect(await left(0)).toEqual([]);
  await ready(client, `/targets/${target}`);
  expect(await client.get("/uploads")).toMatchObject([{ subpath: "orders/new.csv" }]);
  expect(await client.get(`/datasets/${orders}`)).toMatchObject({ identified_count: 60 });
  expect(await service.stop()).toBe(0);
  expect(await filesWith(service.dataDir, needles)).toEqual([]);
});
