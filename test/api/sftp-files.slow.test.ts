// Files of a server of SFTP, from a proposal to a file of scores on the server, while files come, change and go, and
// the server is away.

import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { accountsWithDueEvents } from "../../src/store/resources.js";
import { needing } from "../run/needs.js";
import { isSftpInstalled, sftpInTests } from "../support/sftp-server.js";
import { type BuildingApi, startBuildingApi } from "./building.js";
import type { Caller } from "./harness.js";

const people = 240;
const hour = 3_600_000;

/** Person p orders 1 to 5 times over 400 days; a file has the orders of one k. */
const orders = (k: number) =>
  Array.from({ length: people }, (_, p) => p + 1)
    .filter((p) => k <= (p * 7) % 5)
    .map((p) => {
      const day = new Date(Date.UTC(2024, 0, 1 + ((p * 37 + k * (61 + (p % 50))) % 400)));
      return { email: `p${p}@example.com`, ordered_at: day.toISOString(), total: 10.5 + k };
    });
const inCsv = (k: number): string =>
  ["email,ordered_at,total", ...orders(k).map((order) => Object.values(order).join(",")), ""].join("\n");
const inJsonLines = (k: number): string =>
  orders(k)
    .map((order) => `${JSON.stringify(order)}\n`)
    .join("");

describe("a server of SFTP of an account", needing("sshd", isSftpInstalled), () => {
  const server = sftpInTests();
  let api: BuildingApi;
  let caller: Caller;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    api = await startBuildingApi({});
    caller = await api.signUp();
  });
  afterAll(() => api.close());

  const put = (name: string, text: string | Buffer) => {
    const file = path.join(server.files(), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const read = async (at: string) => (await caller.get(at)).body;
  const made = async (at: string, body: object): Promise<string> => {
    const { status, body: record } = await caller.post(at, body);
    expect([status, record], at).toEqual([201, expect.anything()]);
    return record.id;
  };
  const dataset = () => read(`/datasets/${ids.dataset}`);
  const rowsOf = (...ks: number[]) => ks.reduce((sum, k) => sum + orders(k).length, 0);
  /** As the housekeeper does it. */
  const buildAfter = async (ms: number): Promise<void> => {
    api.tick(ms);
    for await (const accountId of accountsWithDueEvents(api.db.kysely, api.now()))
      await api.db.transaction((trx) => reconcile(trx, api.queue, accountId, api.now()));
    await api.build();
  };

  test("a mapping is proposed from the files, and the dataset has their rows", async () => {
    put("orders/0.csv", inCsv(0));
    put("orders/1.jsonl.gz", gzipSync(inJsonLines(1)));
    const { sealed_password: _, ...options } = server.access().options;
    ids.connection = await made("/connections", {
      name: "Files",
      options: { ...options, password: server.key() },
    });
    ids.dataset = await made("/datasets", {
      name: "Orders",
      connection_id: ids.connection,
      identity_sets: {},
      preview: true,
      options: { type: "sftp", prefix: "orders" },
    });
    await api.build();
    expect(await read(`/connections/${ids.connection}`)).toMatchObject({
      status: "ready",
      contents: [{ name: "orders/" }],
    });
    const { proposal } = await dataset();
    expect(proposal).toMatchObject({
      identity_sets: { customer: { email: "email" } },
      output_to_streams: { transaction: { data_map: { datetime: { column_name: "ordered_at" } } } },
    });
    const { identity_sets, output_to_streams } = proposal;
    const changed = await caller.patch(`/datasets/${ids.dataset}`, {
      identity_sets,
      output_to_streams,
      preview: false,
    });
    expect(changed.status).toBe(200);
    await api.build();
    expect(await dataset()).toMatchObject({
      status: "ready",
      row_count: rowsOf(0, 1),
      bucket: { files: 2, read: "all" },
    });
  });

  test("only files that come are read, and files that change or go take their rows back", async () => {
    put("orders/2.csv", inCsv(2));
    await buildAfter(hour);
    expect(await dataset()).toMatchObject({
      row_count: rowsOf(0, 1, 2),
      bucket: { files: 3, read: "added" },
    });
    await buildAfter(hour);
    expect(await dataset()).toMatchObject({ row_count: rowsOf(0, 1, 2), bucket: { read: "nothing" } });
    unlinkSync(path.join(server.files(), "orders/1.jsonl.gz"));
    put("orders/0.csv", `email,ordered_at,total\nnew@example.com,2025-01-30,1\n`);
    await buildAfter(hour);
    expect(await dataset()).toMatchObject({ row_count: rowsOf(2) + 1, bucket: { files: 2, read: "all" } });
  });

  test("scores are written to the server", async () => {
    for (const k of [0, 1, 3, 4]) put(`orders/${k}.csv`, inCsv(k));
    await buildAfter(hour);
    const cohort = async (bounds: object) =>
      made("/cohorts", { name: "C", stream_name: "transaction", ...bounds });
    const [customers, repeat] = [await cohort({}), await cohort({ min_count: 2 })];
    const outcome = { name: "Again", attainment: repeat, eligible: customers, horizon_days: 60 };
    const outcome_ids = [await made("/outcomes", outcome)];
    const scope_id = await made("/scopes", {
      name: "All",
      population: { include: [customers] },
      payload: { outcome_ids },
      preview: false,
    });
    ids.target = await made("/targets", {
      name: "Scores",
      scope_id,
      connection_id: ids.connection,
      representation: { mode: "identified" },
      options: { type: "sftp", key: "out/scores.csv" },
    });
    await api.build();
    expect(await read(`/targets/${ids.target}`)).toMatchObject({ status: "ready", row_count: people });
    const rows = readFileSync(path.join(server.files(), "out/scores.csv"), "utf8").trim().split("\n");
    expect(rows).toHaveLength(people + 1);
  });

  test("while the server is away builds wait with the reason, and go on when it is back", async () => {
    const { row_count } = await dataset();
    put("orders/5.csv", `email,ordered_at,total\nnew@example.com,2025-01-30,1\n`);
    await server.kill();
    await buildAfter(hour);
    expect(await dataset()).toMatchObject({
      status: "starting",
      waiting_for: expect.stringMatching(/storage of the files cannot be reached.* goes on by itself/),
      row_count,
    });
    await server.start();
    await buildAfter(60_000);
    expect(await dataset()).toMatchObject({
      status: "ready",
      row_count: row_count + 1,
      bucket: { read: "added" },
    });
  });
});
