// Builds of the real service whose cluster is away, dies or is left alone.

import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasPeople, type OrdersAccount, openShop, troublesOf, until } from "../crash/orders-account.js";
import { eventually } from "../support/eventually.js";
import { freePort } from "../support/ports.js";
import { type RunningService, startService } from "../support/service.js";
import { startSail } from "./support/sail.js";
import { sharedSpark } from "./support/shared.js";
import type { Spark } from "./support/spark.js";

/** A service that computes streams of ten events and more on the cluster. */
const start = async (url: string, at: Partial<RunningService> = {}): Promise<RunningService> => {
  const env = { BELLWETHER_SPARK_URL: url, BELLWETHER_SPARK_FROM_EVENTS: "10" };
  const { dataDir, port } = at;
  const service = await startService({ env, ...(dataDir && port && { dataDir, port }) });
  onTestFinished(async () => {
    await service.stop();
    await rm(service.dataDir, { recursive: true, force: true });
  });
  return service;
};

/** Enough for a query that can be interrupted. */
const many = 120_000;

const queryRuns = (spark: Spark) =>
  eventually("a query runs", async () =>
    (await spark.queries()).some(({ status }) => status === "RUNNING") ? true : undefined,
  );

const streamWaits = ({ client }: OrdersAccount, reason: RegExp) =>
  eventually(`the stream waits: ${reason}`, async () => {
    const streams = await client.get<{ waiting_for?: string | null }[]>("/streams");
    return streams.some(({ waiting_for }) => reason.test(waiting_for ?? "")) ? true : undefined;
  });

/** The attempt of the newest result of the stream. */
const attemptOfStream = async ({ client, service }: OrdersAccount): Promise<number> => {
  const [stream] = await client.get<{ id: string }[]>("/streams");
  const relations = path.join(service.dataDir, "relations");
  const names = await readdir(relations, { recursive: true });
  const attempts = names.flatMap((name) => new RegExp(`/${stream!.id}/[^/]+-(\\d+)$`).exec(name)?.[1] ?? []);
  return Math.max(...attempts.map(Number));
};

test("a build that needs an absent cluster waits and says why, and others go on", async () => {
  const port = await freePort();
  const shop = await openShop(await start(`sc://127.0.0.1:${port}`));
  await until(shop, hasPeople(shop, 1));
  expect(await troublesOf(shop.service)).toEqual(["cluster-unavailable"]);
  await shop.upload(50);
  await streamWaits(shop, /^The Spark cluster does not answer. The build goes on by itself when it does.$/);
  const sail = await startSail(port);
  onTestFinished(() => sail.stop());
  await until(shop, hasPeople(shop, 50));
  await eventually("the trouble is over", async () =>
    (await troublesOf(shop.service)).length === 0 ? true : undefined,
  );
});

test("kill -9 of the Connect server in a build: right, at the second attempt", async () => {
  const spark = await sharedSpark();
  const shop = await openShop(await start(spark.url));
  await until(shop, hasPeople(shop, 1));
  await shop.upload(many);
  await queryRuns(spark);
  await spark.killServer();
  await streamWaits(shop, /tried again|does not answer/);
  await spark.startServer();
  await until(shop, hasPeople(shop, many));
  expect(await attemptOfStream(shop)).toBeGreaterThan(1);
});

test("a service that stops takes its queries with it, and makes the same results after its start", async () => {
  const spark = await sharedSpark();
  const shop = await openShop(await start(spark.url));
  await until(shop, hasPeople(shop, 1));
  await shop.upload(many);
  await queryRuns(spark);
  await shop.service.stop();
  await eventually("the server has ended the query", async () =>
    (await spark.queries()).every(({ status }) => status !== "RUNNING") ? true : undefined,
  );
  await start(spark.url, shop.service);
  await until(shop, hasPeople(shop, many));
});
