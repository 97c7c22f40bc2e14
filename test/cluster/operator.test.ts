// Operators and the cluster: one that is away, the doctor's findings, a step that is run by hand, and a
// bucket beside it. The tests wait more than they compute, so they run side by side.

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { hasPeople, openShop, troublesOf, until } from "../crash/orders-account.js";
import { eventually } from "../support/eventually.js";
import { freePort } from "../support/ports.js";
import { s3Program, startS3 } from "../support/s3.js";
import { startService } from "../support/service.js";
import { canMount } from "../support/tmpfs.js";
import { startSail } from "./support/sail.js";
import { startWith, streamWaits } from "./support/service.js";
import { sharedSail, sharedSpark } from "./support/shared.js";

const command = async (args: string[], environment: Record<string, string>) => {
  const { terminal, out, err } = quiet(environment);
  return { code: await run(args, terminal), out: out(), err: err() };
};

const filesNamed = async (dir: string, name: string): Promise<string[]> =>
  (await readdir(dir, { recursive: true })).filter((file) => path.basename(file) === name);

test.concurrent("a build that needs an absent cluster waits and says why, and others go on", async ({
  onTestFinished,
}) => {
  const port = await freePort();
  const shop = await openShop(await startWith(`sc://127.0.0.1:${port}`, { onTestFinished }));
  await until(shop, hasPeople(shop, 1));
  expect(await troublesOf(shop.service)).toEqual(["cluster-unavailable"]);
  await shop.upload(50);
  await streamWaits(shop, /^The Spark cluster does not answer. The build goes on by itself when it does.$/);
  const sail = await startSail({ port });
  onTestFinished(() => sail.stop());
  await until(shop, hasPeople(shop, 50));
  await eventually("the trouble is over", async () =>
    (await troublesOf(shop.service)).length === 0 ? true : undefined,
  );
});

test.concurrent("the doctor sees a Spark, and a step that is run by hand uses it", async ({
  onTestFinished,
}) => {
  const { url } = await sharedSpark();
  const shop = await openShop(await startWith(`sc://127.0.0.1:${await freePort()}`, { onTestFinished }));
  await until(shop, hasPeople(shop, 1));
  await shop.upload(50);
  await streamWaits(shop, /does not answer/);
  const environment = {
    BELLWETHER_DATA: shop.service.dataDir,
    BELLWETHER_SPARK_URL: url,
    BELLWETHER_SPARK_FROM_EVENTS: "10",
  };
  const examined = await command(["doctor"], environment);
  expect(examined.out).toMatch(/ok +cluster +Spark 4\.3\.0 answers at sc:.*, and its workers see \//);
  const [stream] = await shop.client.get<{ id: string }[]>("/streams");
  const stepped = await command(["step", stream!.id, "--in-process", "--keep"], environment);
  expect(stepped).toMatchObject({ code: 0, err: expect.stringContaining("Built stream order") });
  const kept = stepped.out.trim();
  expect(path.dirname(kept)).toBe(path.join(shop.service.dataDir, "work"));
  const facts = await readFile(path.join(kept, "output", "stream.json"), "utf8");
  expect(JSON.parse(facts)).toHaveProperty("baseFiles");
});

test("a cluster that does not see the data directory is named with what to do", {
  concurrent: true,
  skip: !canMount,
}, async ({ onTestFinished }) => {
  const shared = await mkdtemp(path.join(tmpdir(), "bw-shared-"));
  const own = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs tmpfs "$0" && exec "$@"', shared] as const;
  const sail = await startSail({ within: own });
  onTestFinished(async () => {
    await sail.stop();
    await rm(shared, { recursive: true });
  });
  const shop = await startService({ dataDir: path.join(shared, "data") });
  await shop.stop();
  const { out } = await command(["doctor"], {
    BELLWETHER_DATA: shop.dataDir,
    BELLWETHER_SPARK_URL: sail.url,
  });
  expect(out).toMatch(
    /broken +cluster +The workers of sc:.* do not see the same files in .*\n +Mount the directory/,
  );
});

const s3 = s3Program();

test("beside a bucket, the cluster reads and writes the copies of files in the data directory", {
  concurrent: true,
  skip: !s3,
}, async ({ onTestFinished }) => {
  const { url } = await sharedSail();
  const server = await startS3(s3!);
  onTestFinished(() => server.stop());
  const shop = await openShop(await startWith(url, { env: server.env, onTestFinished }));
  await shop.upload(50);
  await until(shop, hasPeople(shop, 50));
  const built = await filesNamed(server.objects, "stream.json");
  const facts = await Promise.all(built.map((file) => readFile(path.join(server.objects, file), "utf8")));
  expect(facts.some((text) => "baseFiles" in JSON.parse(text))).toBe(true);
  expect(await filesNamed(path.join(shop.service.dataDir, "cache"), "events.parquet")).not.toEqual([]);
});
