// Nodes that share the work on one store: who builds, what happens when one dies or is restarted, and what is
// the same on all of them.

import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { createClient } from "../../src/cli/client.js";
import { quiet } from "../../src/cli/fixtures.js";
import { run } from "../../src/cli/run.js";
import { noStepRuns } from "../crash/processes.js";
import { allReady, files, startWorkflows } from "../crash/shop-account.js";
import { needing } from "../run/needs.js";
import { signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { listen } from "../support/notices.js";
import { postgresBin } from "../support/postgres.js";
import { announceUpload } from "./announced-upload.js";
import { balance } from "./balancer.js";
import { type Installation, newInstallation } from "./installation.js";

const bin = postgresBin();
const serveOnly = { args: ["serve", "--no-builds"] };
const workOnly = { args: ["work"] };

const folder = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-nodes-files-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
};

const query = <R extends object>(installation: Installation, text: string): Promise<R[]> =>
  installation.query<R>(text);

/** Output of `bellwether doctor`. */
const examined = async ({ postgres, dataDir }: Installation): Promise<string> => {
  const { terminal, out } = quiet({ DATABASE_URL: postgres.url("public"), BELLWETHER_DATA: dataDir });
  await run(["doctor"], terminal);
  return out();
};

describe("several nodes", needing("PostgreSQL", bin !== undefined), () => {
  test("a service without builds answers, workers build, notices of both reach every service, and a dead worker's build is taken over", async () => {
    const installation = await newInstallation(bin!);
    const [front, other] = [
      await installation.start("front", serveOnly),
      await installation.start("other", serveOnly),
    ];
    const { client, key } = await signUp(front.url);
    const shop = await generateShop({ customers: 300, seed: 1, out: await folder() });
    const heard = await listen(other.url, key);
    await startWorkflows(client, shop);
    expect((await client.get<{ status: string }[]>("/datasets")).map(({ status }) => status)).toEqual([
      "starting",
      "starting",
    ]);
    expect(await examined(installation)).toMatch(
      /look +nodes .*front \(serves, .*other \(serves, .*None of them builds/,
    );
    const first = await installation.start("first", workOnly);
    expect(await examined(installation)).toMatch(/ok +nodes .*first \(builds, /);
    const held = await eventually("an outcome is being built by the first worker", async () => {
      const rows = await query<{ id: string }>(
        installation,
        "select job.id from job join resource on resource.id = job.dedupe_key and resource.type = 'outcomes' where state = 'running' and lease_owner like 'first#%'",
      );
      return rows[0];
    });
    await first.kill();
    const killedMs = performance.now();
    const second = await installation.start("second", workOnly);
    await eventually("it is taken over", async () => {
      const rows = await query<{ attempt: string }>(
        installation,
        `select attempt from job where id = '${held.id}' and lease_owner like 'second#%'`,
      );
      return rows.length > 0 || undefined;
    });
    const seconds = (performance.now() - killedMs) / 1000;
    process.stdout.write(`taken over after ${seconds.toFixed(1)} s\n`);
    await allReady(client);
    const onOther = createClient({ url: other.url, key });
    const [here, there] = [await files(client, await folder()), await files(onOther, await folder())];
    expect(here).toEqual(there);
    const outcomes = await client.get<{ id: string }[]>("/outcomes");
    await eventually(
      "the notices have arrived",
      async () => outcomes.every(({ id }) => heard.last(id)?.status === "ready") || undefined,
    );
    for (const node of [front, other, second]) expect(await node.terminate()).toBe(0);
    await noStepRuns(installation.dataDir);
    expect(await readdir(path.join(installation.dataDir, "work"))).toEqual(["first"]);
    expect(await query(installation, "select name from node")).toEqual([{ name: "first" }]);
  });

  test("a rolling restart fails no request", async () => {
    const installation = await newInstallation(bin!);
    const env = { BELLWETHER_DRAIN_SECONDS: "2" };
    const nodes = [await installation.start("a", { env }), await installation.start("b", { env })];
    const url = await balance(nodes.map((node) => node.url));
    const { key } = await signUp(url);
    let [isOver, answered] = [false, 0];
    const failed: string[] = [];
    const send = async (worker: number) => {
      for (let nth = 0; !isOver; nth++) {
        const [method, at, body] = requestOf(worker, nth);
        const headers = {
          authorization: `Bearer ${key}`,
          "content-type": body === undefined ? "" : "text/csv",
        };
        const answer = await fetch(`${url}/v1${at}`, {
          method,
          headers: body === undefined ? { authorization: headers.authorization } : headers,
          ...(body !== undefined && { body }),
        }).catch((error) => error);
        if (answer instanceof Response && answer.ok) answered++;
        else failed.push(`${method} ${at}: ${answer instanceof Response ? answer.status : answer}`);
        if (answer instanceof Response) await answer.arrayBuffer();
        await sleep(10);
      }
    };
    const load = Promise.all([0, 1, 2, 3].map(send));
    for (const [i, node] of nodes.entries()) {
      expect(await node.terminate()).toBe(0);
      nodes[i] = await installation.start(i === 0 ? "a" : "b", { env, port: node.port });
      await sleep(1_000);
    }
    isOver = true;
    await load;
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(200);
    process.stdout.write(`rolling restart: ${answered} requests, ${failed.length} failed\n`);
  });

  const requestOf = (worker: number, nth: number): [string, string, string?] =>
    nth % 3 === 0
      ? ["POST", `/uploads/orders/${worker}-${nth}.csv`, "customer,day\n1,2026-01-01\n"]
      : ["GET", nth % 3 === 1 ? "/uploads" : "/accounts/current"];

  test("a resumable upload goes on at another node, and one node at a time takes its bytes", async () => {
    const installation = await newInstallation(bin!);
    const [a, b] = [await installation.start("a", serveOnly), await installation.start("b", serveOnly)];
    const { key } = await signUp(a.url);
    const bytes = Buffer.concat([
      Buffer.from("a,b\n"),
      Buffer.from(randomBytes(60_000).toString("hex")),
      Buffer.from(",1\n"),
    ]);
    const { headers, send, arrived } = await announceUpload(a.url, key, bytes.length);
    const half = bytes.length >> 1;
    const slowly = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slowly.writable.getWriter();
    const slow = send(a.url, 0, slowly.readable);
    await writer.write(bytes.subarray(0, 1000));
    await eventually("the first bytes", async () => (await arrived(b.url)) === 1000 || undefined);
    expect((await send(b.url, 1000, bytes.subarray(1000, half))).status).toBe(423);
    await writer.close();
    expect((await slow).status).toBe(204);
    expect((await send(b.url, 1000, bytes.subarray(1000, half))).status).toBe(204);
    expect((await send(a.url, half, bytes.subarray(half))).status).toBe(204);
    const answer = await fetch(`${b.url}/v1/uploads`, { headers });
    expect(await answer.json()).toMatchObject([{ subpath: "orders/a.csv", file_size: bytes.length }]);
  });
});
