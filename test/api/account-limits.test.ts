// Limits on what an account has: resources, streams, stored bytes, queued builds and streams of notices.

import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { limits } from "../../src/domain/resource/limits.js";
import { storedFiles } from "../../src/store/account-size.js";
import { insertResource } from "../../src/store/resources.js";
import { onEveryStore } from "../support/stores.js";
import { type Caller, openApi, testLimits } from "./harness.js";

const full = { status: 403, body: { error: "MAX_RESOURCES_REACHED" } };
const bytes = { "content-type": "application/octet-stream" };

test("an account has a number of resources, and can still change and delete those that it has", async () => {
  const api = await openApi({ limits: { ...testLimits, resources: 3 } });
  const caller = await api.signUp();
  await caller.post("/streams/transaction");
  const cohort = { name: "A", stream_name: "transaction" };
  const { body } = await caller.post("/cohorts", cohort);
  const refused = await caller.post("/cohorts", { ...cohort, name: "B" });
  expect(refused).toMatchObject(full);
  expect(refused.body.note).toMatch(/^An account can have 3 resources\. Delete some/);
  expect((await caller.patch(`/cohorts/${body.id}`, { name: "C" })).status).toBe(200);
  expect((await caller.delete(`/cohorts/${body.id}`)).status).toBe(204);
  expect((await caller.post("/cohorts", cohort)).status).toBe(201);
  expect((await (await api.signUp("Other")).post("/streams/transaction")).status).toBe(200);
});

test("an account has a number of streams, also those that a dataset would create", async () => {
  const api = await openApi({ limits: { ...testLimits, streams: 2 } });
  const caller = await api.signUp();
  const dataset = (...streams: string[]) => ({
    name: "Orders",
    identity_sets: { customer: { customer_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: Object.fromEntries(streams.map((name) => [name, { data_map: { datetime: "day" } }])),
  });
  expect(await caller.post("/datasets", dataset("a", "b", "c"))).toMatchObject(full);
  expect((await caller.get("/datasets")).body).toEqual([]);
  expect((await caller.post("/datasets", dataset("a", "b"))).status).toBe(201);
  expect(await caller.post("/streams/c")).toMatchObject(full);
});

test("the configurations of an account have a number of bytes, and deleting makes room", async () => {
  const api = await openApi({ limits: { ...testLimits, bodyBytes: limits.bodyBytes.is } });
  const caller = await api.signUp();
  await caller.post("/streams/transaction");
  const value = "x".repeat(9_000);
  const cohort = (name: string) => ({
    name,
    stream_name: "transaction",
    stream_conditions: [{ property: "store", _in: Array.from({ length: 80 }, (_, i) => `${value}${i}`) }],
  });
  const most = Math.floor(limits.configBytes.is / JSON.stringify(cohort("0")).length);
  const made: string[] = [];
  for (let i = 0; i < most; i++) {
    const { status, body } = await caller.post("/cohorts", cohort(String(i)));
    expect(status).toBe(201);
    made.push(body.id);
  }
  const refused = await caller.post("/cohorts", cohort("more"));
  expect(refused).toMatchObject(full);
  expect(refused.body.note).toMatch(/^The configurations of an account can have 33554432 bytes together/);
  expect((await caller.patch(`/cohorts/${made[0]}`, { name: "New name" })).status).toBe(200);
  expect((await caller.delete(`/cohorts/${made[0]}`)).status).toBe(204);
  expect((await caller.post("/cohorts", cohort("more"))).status).toBe(201);
  const other = await api.signUp("Other");
  await other.post("/streams/transaction");
  expect((await other.post("/cohorts", cohort("more"))).status).toBe(201);
});

test("an account stores a number of bytes, whole or in parts, and deleting makes room", async () => {
  const api = await openApi({ limits: { ...testLimits, storedBytes: 1000 } });
  const caller = await api.signUp();
  const put = (name: string, size: number) =>
    caller.post(`/uploads/shop/${name}.csv`, "x".repeat(size), bytes);
  expect((await put("a", 600)).status).toBe(200);
  expect(await put("b", 500)).toMatchObject(full);
  const metadata = `directory ${btoa("shop")},filename ${btoa("c.csv")}`;
  const part = (size: number) =>
    caller.post("/resumable_uploads", undefined, {
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": metadata,
    });
  expect(await part(500)).toMatchObject(full);
  expect((await part(300)).status).toBe(201);
  expect(await put("d", 200)).toMatchObject(full);
  expect((await caller.delete("/uploads/shop/a.csv")).status).toBe(204);
  expect((await put("d", 600)).status).toBe(200);
});

test("an account stores a number of files, whole or in parts, and deleting makes room", async () => {
  const api = await openApi({ limits: { ...testLimits, files: 3 } });
  const caller = await api.signUp();
  const put = (name: string) => caller.post(`/uploads/shop/${name}.csv`, "x", bytes);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => put(String(i))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) expect(answer).toMatchObject(full);
  expect(refused[0]!.body.note).toMatch(/^An account can store 3 uploaded files; /);
  const [{ subpath }] = (await caller.get("/uploads")).body;
  expect((await caller.post(`/uploads/${subpath}`, "y", bytes)).status).toBe(200);
  const part = () =>
    caller.post("/resumable_uploads", undefined, {
      "tus-resumable": "1.0.0",
      "upload-length": "5",
      "upload-metadata": `directory ${btoa("shop")},filename ${btoa("c.csv")}`,
    });
  expect(await part()).toMatchObject(full);
  expect((await caller.delete(`/uploads/${subpath}`)).status).toBe(204);
  expect((await part()).status).toBe(201);
  expect(await put("d")).toMatchObject(full);
});

test.each([true, false])(
  "files that arrive at the same time share what is left (announced: %s)",
  async (isAnnounced) => {
    const api = await openApi({ limits: { ...testLimits, storedBytes: 20_000 } });
    const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
    const caller = await api.signUp();
    const headers = { authorization: `Bearer ${caller.key}`, ...bytes };
    const file = new Uint8Array(8_000).fill(120);
    const put = async (i: number): Promise<number> => {
      const body = isAnnounced ? file : ReadableStream.from([file.subarray(0, 4_000), file.subarray(4_000)]);
      const init: RequestInit = { method: "POST", headers, body, duplex: "half" };
      return (await fetch(`${url}/uploads/shop/${i}.csv`, init)).status;
    };
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, i) => put(i)));
    const stored = (await caller.get("/uploads")).body;
    expect(stored.length).toBe(statuses.filter((status) => status === 200).length);
    expect(stored.length).toBeLessThanOrEqual(2);
    expect(statuses.filter((status) => status === 403)).toHaveLength(12 - stored.length);
    if (isAnnounced) expect(stored).toHaveLength(2);
    const kept = await readdir(path.join(api.dataDir, "uploads", caller.accountId), { recursive: true });
    expect(kept.filter((name) => name.endsWith(".csv") || name.startsWith("tmp-"))).toHaveLength(
      stored.length,
    );
  },
);

onEveryStore(({ open }) => {
  test("two nodes together store no more than an account may", async () => {
    const db = await open();
    const shared = { db, limits: { ...testLimits, storedBytes: 20_000 } };
    const first = await openApi(shared);
    const second = await openApi({ ...shared, dataDir: first.dataDir });
    const caller = await first.signUp();
    const other = second.as(caller.key);
    const put = (each: Caller, i: number) => each.post(`/uploads/shop/${i}.csv`, "x".repeat(8_000), bytes);
    const start = (each: Caller, i: number) =>
      each.post("/resumable_uploads", undefined, {
        "tus-resumable": "1.0.0",
        "upload-length": "8000",
        "upload-metadata": `directory ${btoa("shop")},filename ${btoa(`part-${i}.csv`)}`,
      });
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].flatMap((i) => [
        put(caller, i),
        put(other, i + 10),
        start(caller, i),
        start(other, i),
      ]),
    );
    const done = answers.filter(({ status }) => status === 200 || status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThanOrEqual(2);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(answers.length - done.length);
    expect((await storedFiles(db.kysely, caller.accountId)).bytes).toBe(done.length * 8_000);
  });
});

test("an account has a number of builds in the queue; the others follow as these end", async () => {
  const api = await openApi({ reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now) });
  const caller = await api.signUp();
  await caller.post("/uploads/shop/a.csv", "id,day\n1,2025-01-01\n", bytes);
  const config = {
    identity_sets: { customer: { customer_id: "id" } },
    options: { type: "hosted_csv" as const, upload_directory: "shop" },
    output_to_streams: {},
    output_to_traits: {},
  };
  const most = limits.queuedBuilds.is;
  await api.db.transaction(async (trx) => {
    for (let i = 0; i < most + 50; i++)
      await insertResource(
        trx,
        {
          accountId: caller.accountId,
          type: "datasets",
          name: `${i}`,
          config,
          upstreamIds: [],
          uniqueName: false,
        },
        api.now(),
      );
    await reconcile(trx, api.queue, caller.accountId, api.now());
  });
  expect((await api.queue.pending(caller.accountId)).queued).toBe(most);
  const job = (await api.queue.claim("build"))!;
  await api.queue.complete(
    job,
    async (trx) => void (await reconcile(trx, api.queue, caller.accountId, api.now())),
  );
  expect((await api.queue.pending(caller.accountId)).queued).toBe(most);
});

test("an account has a number of open streams of notices", async () => {
  const api = await openApi({ limits: { ...testLimits, noticeStreams: 1 } });
  const [caller, other] = [await api.signUp(), await api.signUp("Other")];
  const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const open = async (key: string) => {
    const ending = new AbortController();
    const { status } = await fetch(`${url}/notices`, {
      headers: { authorization: `Bearer ${key}` },
      signal: ending.signal,
    });
    return { status, end: () => ending.abort() };
  };
  const first = await open(caller.key);
  expect(first.status).toBe(200);
  expect((await open(caller.key)).status).toBe(429);
  expect((await open(other.key)).status).toBe(200);
  first.end();
  await expect.poll(async () => (await open(caller.key)).status).toBe(200);
});
