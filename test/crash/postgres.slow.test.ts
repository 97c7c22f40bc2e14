// Service whose PostgreSQL is killed, cut and restarted again and again, in the middle of transactions, while
// it builds, uploads, mails and calls webhooks. It never ends, loses nothing that it acknowledged, and
// delivers the files of an undisturbed service.

import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Random, randomFor } from "../../examples/shop/random.js";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import { startMailServer, startReceiver } from "../../src/notify/fixtures.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { type Postgres, postgresBin, startPostgres } from "../support/postgres.js";
import { type RunningService, startService } from "../support/service.js";
import { insist, insistent } from "./insistent-client.js";
import { allReady, files, mailsPerResource, startWorkflows } from "./shop-account.js";

/** Uploads the same files again, which builds everything again from the same data. */
const uploadAgain = async (client: Client, shop: Shop): Promise<void> => {
  await client.upload("transactions", "transactions.csv", shop.transactions);
  await client.upload("cancellations", "cancellations.csv", shop.cancellations);
};

const faults = 60;
const longestCalmMs = 1_500;
const longestAbsenceMs = 600;

const undisturbed = async (shop: Shop, dir: string): Promise<Record<string, string>> => {
  const service = await startService();
  onTestFinished(service.kill);
  const { client } = await signUp(service.url);
  await startWorkflows(client, shop);
  await allReady(client);
  const delivered = await files(client, dir);
  await service.stop();
  await rm(service.dataDir, { recursive: true });
  return delivered;
};

/** Kills the server, or cuts its connections, at random moments. */
const disturb = async (server: Postgres, service: RunningService, random: Random) => {
  let cuts = 0;
  for (let fault = 0; fault < faults; fault++) {
    await sleep(longestCalmMs * random() ** 2);
    if (random() < 0.4) cuts += await server.cut();
    else {
      await server.kill();
      await sleep(longestAbsenceMs * random());
      await server.start();
    }
    if (!isAlive(service)) throw new Error(`the service ended after ${fault} faults:\n${service.output()}`);
  }
  return cuts;
};

const isAlive = ({ pid }: RunningService): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Uploads small files and renames a webhook endpoint until `isOver`; what was acknowledged must be there in
 * the end.
 */
const keepWriting = async (client: Client, key: string, url: string, isOver: () => boolean) => {
  const [{ id: endpoint }] = await client.get<[{ id: string }]>("/webhook_endpoints");
  const uploads = new Map<string, string>();
  let renamed = 0;
  for (let i = 0; !isOver(); i++) {
    const text = `note\n${i}\n`;
    const sent = { method: "POST", headers: { authorization: `Bearer ${key}`, "content-type": "text/csv" } };
    await insist(() => answered(`${url}/v1/uploads/notes/n-${i}.csv`, { ...sent, body: text }));
    uploads.set(`notes/n-${i}.csv`, createHash("md5").update(text).digest("hex"));
    await client.patch(`/webhook_endpoints/${endpoint}`, { description: `call ${i}` });
    renamed = i;
    await sleep(50);
  }
  return { uploads, description: `call ${renamed}` };
};

/** Throws unless it is acknowledged: 409 means that an earlier attempt with the key has not ended. */
const answered = async (url: string, request: RequestInit): Promise<void> => {
  const answer = await fetch(url, request);
  const text = await answer.text();
  if (answer.ok) return;
  const isFinal = answer.status < 500 && answer.status !== 409;
  throw Object.assign(new Error(`${answer.status} ${text}`), isFinal && { name: "RequestRefused" });
};

/** Posts each cohort with one idempotency key, as often as it takes. */
const postOnceEach = async (key: string, url: string, isOver: () => boolean): Promise<string[]> => {
  const names: string[] = [];
  for (let i = 0; i < 6 && !isOver(); i++) {
    const name = `Bought ${i} times`;
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": `cohort-${i}`,
    };
    const body = JSON.stringify({ name, stream_name: "transaction", min_count: i + 1 });
    await insist(() => answered(`${url}/v1/cohorts`, { method: "POST", headers, body }));
    names.push(name);
    await sleep(2_000);
  }
  return names;
};

const bin = postgresBin();
describe("on PostgreSQL", needing("PostgreSQL", bin !== undefined), () => {
  test(`after ${faults} kills and cuts of PostgreSQL, the service has never ended and nothing is lost`, async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "bellwether-crash-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const shop = await generateShop({ customers: 150, seed: 1, out: dir });
    const expected = await undisturbed(shop, dir);

    const [server, mailServer, receiver] = [
      await startPostgres(bin!),
      await startMailServer(),
      await startReceiver(200),
    ];
    const env = { DATABASE_URL: server.url("public"), SMTP_URL: mailServer.url };
    const service = await startService({ env });
    onTestFinished(async () => {
      await service.kill();
      await Promise.all([server.stop(), mailServer.close(), receiver.close()]);
      await rm(service.dataDir, { recursive: true, force: true });
    });
    const { client: once, key } = await signUp(service.url);
    const client = insistent(once);
    const enabled_events = ["resource.ready_with_update", "resource.errored"];
    const { id: endpoint } = await client.post<{ id: string }>("/webhook_endpoints", {
      url: receiver.url,
      enabled_events,
    });

    let isOver = false;
    const disturbing = disturb(server, service, randomFor(20_110_301, faults)).finally(() => {
      isOver = true;
    });
    const working = (async () => {
      await startWorkflows(client, shop);
      const names = postOnceEach(key, service.url, () => isOver);
      await allReady(client);
      for (; !isOver; await allReady(client)) await uploadAgain(client, shop);
      return names;
    })();
    const [cuts, names, written] = await Promise.all([
      disturbing,
      working,
      keepWriting(client, key, service.url, () => isOver),
    ]);
    expect(cuts).toBeGreaterThan(20);

    const resources = await allReady(client);
    const delivered = await files(client, dir);
    expect(delivered).toEqual(expected);

    const uploads = await client.get<{ subpath: string; md5_hash: string }[]>("/uploads?directory=notes");
    const found = new Map(uploads.map(({ subpath, md5_hash }) => [subpath, md5_hash]));
    expect(found).toEqual(written.uploads);
    expect(await client.get(`/webhook_endpoints/${endpoint}`)).toMatchObject({
      description: written.description,
    });
    const cohorts = (await client.get<{ name: string }[]>("/cohorts")).map(({ name }) => name);
    expect(cohorts.filter((name) => name.startsWith("Bought ")).sort()).toEqual(names);

    const mails = await mailsPerResource(client);
    expect([...mails.values()]).toEqual(Array.from({ length: resources }, () => 1));
    await eventually("every mail is sent", async () => mailServer.received.length >= resources || undefined);
    const deliveries = await eventually("every webhook is delivered", () => delivered200(client, endpoint));
    const arrived = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
    expect(deliveries.filter((id) => !arrived.has(id))).toEqual([]);
    expect(mailServer.received).toHaveLength(resources);
    expect(isAlive(service)).toBe(true);
    expect(service.output()).not.toMatch(/a build failed|a mail could not be sent|itself failed|on our side/);
    expect(await service.stop()).toBe(0);
    reportFaults("PostgreSQL killed", { faults, lost: 0, wrongBytes: 0 });
  });
});

/** Ids of the newest deliveries to an endpoint, once all of them have arrived. */
const delivered200 = async (client: Client, endpoint: string): Promise<string[] | undefined> => {
  const deliveries = await client.get<{ id: string; state: string }[]>(
    `/webhook_endpoints/${endpoint}/deliveries`,
  );
  return deliveries.every(({ state }) => state === "delivered") ? deliveries.map(({ id }) => id) : undefined;
};
