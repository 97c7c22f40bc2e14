// Stops, kills and repeated starts of a service and of the step that it runs.

import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { type RunningService, type ServiceOptions, startService } from "../support/service.js";
import { insistent } from "./insistent-client.js";
import { noStepRuns, runningStep, signalSteps } from "./processes.js";
import { allReady } from "./shop-account.js";

let shop: Shop;
let shopDir: string;
beforeAll(async () => {
  shopDir = await mkdtemp(path.join(tmpdir(), "bellwether-stop-"));
  shop = await generateShop({ customers: 60, seed: 1, out: shopDir });
});
afterAll(() => rm(shopDir, { recursive: true }));

/** A service that ends with the test, in a directory that is deleted with it. */
const start = async (options: ServiceOptions = {}): Promise<RunningService> => {
  const service = await startService(options);
  onTestFinished(async () => {
    await service.stop();
    await rm(service.dataDir, { recursive: true, force: true });
  });
  return service;
};

const restart = ({ dataDir, port }: RunningService): Promise<RunningService> => start({ dataDir, port });

/** An account whose dataset is being built. */
const building = async (service: RunningService): Promise<Client> => {
  const { client } = await signUp(service.url);
  await client.upload("transactions", "transactions.csv", shop.transactions);
  await client.post("/datasets", {
    name: "Transactions",
    identity_sets: { buyer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "transactions" },
    output_to_streams: { transaction: { data_map: { datetime: "transaction_date" }, value: "total" } },
  });
  await runningStep(service.dataDir);
  return client;
};

const arrivingFile = async (dataDir: string): Promise<string | undefined> =>
  (await readdir(path.join(dataDir, "uploads"), { recursive: true }).catch(() => [])).find((file) =>
    path.basename(file).startsWith("tmp-"),
  );

/** A clean stop, without the timeout that cuts off whatever still runs. */
const stopsByItself = async (service: RunningService): Promise<void> => {
  expect(await service.stop()).toBe(0);
  expect(service.output()).not.toContain("cut off");
};

test("Ctrl-C during a build ends the service quickly and cleanly, and the next start continues the build", async () => {
  const service = await start();
  const client = insistent(await building(service));
  await stopsByItself(service);
  await noStepRuns(service.dataDir);
  await restart(service);
  await allReady(client);
});

test("Ctrl-C in a terminal reaches every process, with the same effect", async () => {
  const service = await start({ ownGroup: true });
  const client = insistent(await building(service));
  await signalSteps(service.dataDir, "SIGINT");
  expect(await service.stopGroup()).toBe(0);
  await noStepRuns(service.dataDir);
  expect(service.output()).not.toContain("a build failed");
  await restart(service);
  await allReady(client);
});

test("a stalled upload does not hold up Ctrl-C", async () => {
  const service = await start();
  const { key } = await signUp(service.url);
  const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("a,b\n")) });
  const upload = fetch(`${service.url}/v1/uploads/stalled/file.csv`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" },
    body,
    duplex: "half",
  }).catch(() => "cut off");
  await eventually("the upload has begun", () => arrivingFile(service.dataDir));
  await stopsByItself(service);
  expect(await upload).toBe("cut off");
});

test("a step that is killed is tried again", async () => {
  const service = await start();
  const client = await building(service);
  process.kill(await runningStep(service.dataDir), "SIGKILL");
  await allReady(client);
  expect(service.output()).toContain("signal SIGKILL");
});

test("kills together with the service do not count as failures of a build", async () => {
  let service = await start();
  const client = insistent(await building(service));
  for (let kill = 0; kill < 4; kill++) {
    await runningStep(service.dataDir);
    await service.kill();
    service = await restart(service);
  }
  await allReady(client);
});

test("a step ends with its service", async () => {
  const service = await start();
  await building(service);
  await service.kill();
  await noStepRuns(service.dataDir);
});

test("a data directory is locked by one service, until that service is killed", async () => {
  const first = await start();
  await expect(startService({ dataDir: first.dataDir })).rejects.toThrow(/Another Bellwether is running on/);
  expect((await fetch(`${first.url}/ready`)).status).toBe(200);
  await first.kill();
  await restart(first);
});

test("a start on a port in use fails, and leaves the data directory free", async () => {
  const taken = createServer((_request, reply) => reply.writeHead(503).end()).listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => {
    taken.close();
    taken.closeAllConnections();
  });
  const { port } = taken.address() as { port: number };
  const dataDir = await mkdtemp(path.join(tmpdir(), "bellwether-"));
  await expect(startService({ dataDir, port })).rejects.toThrow(/EADDRINUSE/);
  await start({ dataDir });
});
