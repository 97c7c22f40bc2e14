// Nodes that share PostgreSQL and a bucket, and no directory: what one builds the other serves, while the S3
// server is killed again and again.

import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { allReady, files, startWorkflows } from "../crash/shop-account.js";
import { announceUpload } from "../nodes/announced-upload.js";
import { newInstallation } from "../nodes/installation.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { postgresBin } from "../support/postgres.js";
import { type S3Server, s3Program, startS3 } from "../support/s3.js";
import { startService } from "../support/service.js";

const [bin, program] = [postgresBin(), s3Program()];

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-objects-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

const newServer = async (): Promise<S3Server> => {
  const server = await startS3(program!);
  onTestFinished(server.stop);
  return server;
};

/** Files that are replaced before a build has read them count for when their rows were first seen. */
const sendAgain = async (client: Client, { transactions }: Shop): Promise<void> => {
  const lines = (await readFile(transactions, "utf8")).split("\n");
  const fewer = path.join(await folder(), "fewer.csv");
  await writeFile(fewer, `${lines.slice(0, lines.length >> 1).join("\n")}\n`);
  await client.upload("transactions", "transactions.csv", fewer);
  await client.upload("transactions", "transactions.csv", transactions);
};

const sendMore = async (client: Client, { transactions }: Shop): Promise<void> => {
  const [header, ...lines] = (await readFile(transactions, "utf8")).trim().split("\n");
  const more = path.join(await folder(), "more.csv");
  await writeFile(more, `${[header, ...lines.slice(-20)].join("\n")}\n`);
  await client.upload("transactions", "more.csv", more);
};

const troublesOf = async (url: string): Promise<string[]> => {
  const { troubles } = (await (await fetch(`${url}/ready`)).json()) as { troubles: { code: string }[] };
  return troubles.map(({ code }) => code);
};

const doctor = async (env: Record<string, string>): Promise<string> => {
  const { terminal, out } = quiet(env);
  await run(["doctor"], terminal);
  return out();
};

describe("nodes over a bucket", needing("the S3 server", bin !== undefined && program !== undefined), () => {
  test("a node serves what another built, and nothing is lost or wrong when the S3 server is killed again and again", async () => {
    const shop = await generateShop({ customers: 120, seed: 1, out: await folder() });
    const calm = await startService();
    onTestFinished(calm.kill);
    onTestFinished(() => rm(calm.dataDir, { recursive: true, force: true }));
    const alone = await signUp(calm.url);
    await startWorkflows(alone.client, shop);
    await sendAgain(alone.client, shop);
    await allReady(alone.client);
    const expected = await files(alone.client, await folder());
    await sendMore(alone.client, shop);
    await allReady(alone.client);
    const expectedLater = await files(alone.client, await folder());
    await calm.stop();

    const [server, installation] = [await newServer(), await newInstallation(bin!)];
    const dirs = { front: await folder(), worker: await folder() };
    const front = await installation.start("front", {
      dataDir: dirs.front,
      env: server.env,
      args: ["serve", "--no-builds"],
    });
    const { client, key } = await signUp(front.url);
    await startWorkflows(client, shop);
    await sendAgain(client, shop);
    const worker = await installation.start("worker", {
      dataDir: dirs.worker,
      env: server.env,
      args: ["work"],
    });
    const orders = path.join(await folder(), "more.csv");
    await writeFile(orders, "a,b\n1,2\n");
    for (const pauseMs of [500, 1_500, 2_500]) {
      await sleep(pauseMs);
      await server.kill();
      await expect(client.upload("other", "more.csv", orders)).rejects.toThrow(
        /file storage cannot be used at the moment \(ECONNREFUSED\)/,
      );
      expect(await troublesOf(front.url)).toContain("files-unavailable");
      await sleep(pauseMs);
      await server.start();
    }
    await client.upload("other", "more.csv", orders);
    await allReady(client);
    expect(await files(client, await folder())).toEqual(expected);
    expect(worker.output()).not.toContain("a build failed");
    await eventually("the trouble is over", async () =>
      (await troublesOf(front.url)).includes("files-unavailable") ? undefined : true,
    );
    expect(existsSync(path.join(dirs.worker, "cache/relations"))).toBe(true);
    expect(await readdir(dirs.worker)).toEqual(["cache"]);

    const [target] = await client.get<{ id: string }[]>("/targets");
    const [row] = await installation.query<{ result_dir: string }>(
      `select result_dir from resource where id = '${target!.id}'`,
    );
    const copies = path.join(dirs.front, "cache", row!.result_dir);
    for (const name of await readdir(copies)) await writeFile(path.join(copies, name), "damaged");
    expect(await files(client, await folder())).toEqual(expected);
    await server.kill();
    const range = await fetch(`${front.url}/v1/targets/${target!.id}/download.csv`, {
      headers: { authorization: `Bearer ${key}`, range: "bytes=0-8" },
    });
    expect([range.status, (await range.text()).length]).toEqual([206, 9]);
    await server.start();

    const env = { ...server.env, DATABASE_URL: installation.postgres.url("public") };
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const)
      process.env[name] = server.env[name];
    const found = await doctor({ ...env, BELLWETHER_DATA: await folder() });
    expect(found).toMatch(/ok +uploads/);
    expect(found).toMatch(/ok +results/);
    expect(found).toMatch(/ok +nodes .*front/);
    expect(await worker.terminate()).toBe(0);
    const heir = await installation.start("heir", {
      dataDir: await folder(),
      env: server.env,
      args: ["work"],
    });
    await sendMore(client, shop);
    await allReady(client);
    expect(await files(client, await folder())).toEqual(expectedLater);
    const linked = 'select count(*) as n from result where files like \'%"object":"relations/%\'';
    expect(Number((await installation.query<{ n: string }>(linked))[0]!.n)).toBeGreaterThan(0);
    const other = { ...server.env, BELLWETHER_FILES: `s3://${server.bucket}/elsewhere` };
    await expect(installation.start("third", { dataDir: await folder(), env: other })).rejects.toThrow(
      /names uploads and results, and s3:\/\/files\/elsewhere has none/,
    );
    const stranger = { ...server.env, DATABASE_URL: "" };
    await expect(installation.start("alone", { dataDir: await folder(), env: stranger })).rejects.toThrow(
      /s3:\/\/files\/bellwether belongs to another installation/,
    );
    for (const node of [front, heir]) expect(await node.terminate()).toBe(0);
  });

  test("a resumable upload goes on at another node, also when the S3 server or a node is killed in between", async () => {
    const [server, installation] = [await newServer(), await newInstallation(bin!)];
    const start = async (name: string) =>
      installation.start(name, {
        dataDir: await folder(),
        env: server.env,
        args: ["serve", "--no-builds"],
      });
    const [a, b] = [await start("a"), await start("b")];
    const { key } = await signUp(a.url);
    const lines = Array.from({ length: 2 << 20 }, (_, i) => `${i},${String(i % 7).padStart(10)}\n`);
    const bytes = Buffer.from(`id,n\n${lines.join("")}`);
    expect(bytes.length).toBeGreaterThan(33 << 20);
    const { headers, send, arrived } = await announceUpload(a.url, key, bytes.length);
    expect((await send(a.url, 0, bytes.subarray(0, 1000))).status).toBe(204);
    await server.kill();
    expect((await send(b.url, 1000, bytes.subarray(1000, 2000))).status).toBe(503);
    await server.start();
    expect(await arrived(b.url)).toBe(1000);
    const sending = send(a.url, 1000, bytes.subarray(1000)).catch(() => null);
    await eventually("a part of the long request", async () => (await arrived(b.url)) > 1000 || undefined);
    await a.kill();
    await sending;
    const offset = await arrived(b.url);
    if (offset < bytes.length)
      await eventually("the lease of the dead sender is over", async () => {
        const { status } = await send(b.url, offset, bytes.subarray(offset));
        return status === 204 || undefined;
      });
    expect(await arrived(b.url)).toBe(bytes.length);
    const back = await fetch(`${b.url}/v1/uploads/orders/a.csv`, { headers });
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    const objects = await readdir(path.join(server.objects, "bellwether/uploads"), { recursive: true });
    expect(objects.filter((name) => name.includes(".parts/"))).toEqual([]);
    expect(await b.terminate()).toBe(0);
  });
});
