// Builds of the real service whose cluster dies or is left alone.

import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { hasPeople, type OrdersAccount, openShop, until } from "../crash/orders-account.js";
import { eventually } from "../support/eventually.js";
import { startWith } from "./support/service.js";
import { sharedSpark } from "./support/shared.js";
import type { Spark } from "./support/spark.js";

/** Enough for the cluster. */
const many = 50;

const queryRuns = (spark: Spark) =>
  eventually("a query runs", async () =>
    (await spark.queries()).some(({ status }) => status === "RUNNING") ? true : undefined,
  );

/** The attempt of the newest result of the stream. */
const attemptOfStream = async ({ client, service }: OrdersAccount): Promise<number> => {
  const [stream] = await client.get<{ id: string }[]>("/streams");
  const relations = path.join(service.dataDir, "relations");
  const names = await readdir(relations, { recursive: true });
  const attempts = names.flatMap((name) => new RegExp(`/${stream!.id}/[^/]+-(\\d+)$`).exec(name)?.[1] ?? []);
  return Math.max(...attempts.map(Number));
};

test("kill -9 of the Connect server in a build: right, at the second attempt", async () => {
  const spark = await sharedSpark();
  const shop = await openShop(await startWith(spark.url));
  await until(shop, hasPeople(shop, 1));
  await spark.whileNoQueryEnds(async () => {
    await shop.upload(many);
    await queryRuns(spark);
    await spark.killServer();
  });
  await spark.startServer();
  await until(shop, hasPeople(shop, many));
  expect(await attemptOfStream(shop)).toBeGreaterThan(1);
});

test("a service that stops takes its queries with it, and makes the same results after its start", async () => {
  const spark = await sharedSpark();
  const shop = await openShop(await startWith(spark.url));
  await until(shop, hasPeople(shop, 1));
  await spark.whileNoQueryEnds(async () => {
    await shop.upload(many);
    await queryRuns(spark);
    await shop.service.stop();
    await eventually("the server has ended the query", async () =>
      (await spark.queries()).every(({ status }) => status !== "RUNNING") ? true : undefined,
    );
  });
  await startWith(spark.url, { after: shop.service });
  await until(shop, hasPeople(shop, many));
});
