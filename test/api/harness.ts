// An app on a real store in a temporary directory, with a clock that the test controls and a list of planned
// builds. Closing it fails the test if any answer contradicts the OpenAPI document.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { reportDamage } from "../../src/builds/repair/damage.js";
import { type Db, openDb } from "../../src/db/connection.js";
import { Troubles } from "../../src/errors/troubles.js";
import { buildApp } from "../../src/http/app.js";
import type { AppLimits, AppOptions } from "../../src/http/options.js";
import { FileChecker } from "../../src/integrity/file-checker.js";
import { FileGuard } from "../../src/integrity/file-guard.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { createMetrics } from "../../src/metrics/metrics.js";
import { createQueue, type Queue } from "../../src/queue/queue.js";
import { readCounts } from "../../src/store/metrics.js";
import { openNewStore } from "../support/new-store.js";
import { countRows } from "../support/rows-read.js";
import { oddMessages, watchAnswers } from "../support/watch.js";
import { askLiveHere } from "./ask-live-here.js";
import { inspectHere } from "./inspect-here.js";

export interface Api {
  app: FastifyInstance;
  db: Db;
  queue: Queue;
  dataDir: string;
  files: FileGuard;
  /** Accounts whose builds were planned, in order. */
  reconciled: string[];
  troubles: Troubles;
  log: string[];
  /** Rows read from the store, except in transactions. */
  rowsRead(): number;
  /** Answers that contradict the OpenAPI document; must be empty when the app closes. */
  misfits: string[];
  now(): number;
  tick(ms: number): void;
  as(key: string): Caller;
  /** Client of a new account. */
  signUp(name?: string): Promise<Caller & { accountId: string; key: string }>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Caller {
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(url: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(url: string, headers?: Record<string, string>): Promise<Answer>;
}

export const testLimits: AppLimits = {
  uploadBytes: 1_000_000,
  bodyBytes: 100_000,
  requestsPerMinute: 10_000,
  eventRequestsPerMinute: 1_000_000,
  unkeyedRequestsPerMinute: 10_000,
  signUpsPerHour: 10_000,
  resources: 100_000,
  streams: 100_000,
  storedBytes: 1e12,
  files: 100_000,
  noticeStreams: 1_000,
  connections: 1_000,
};

/** Closed with the test that opened it. */
export const openApi = async (overrides: Partial<AppOptions> = {}): Promise<Api> => {
  const { close, ...api } = await startApi(overrides);
  onTestFinished(close);
  return api;
};

/** `at` is a data directory that stays when the app closes; a temporary one, if absent. */
export const startApi = async (
  overrides: Partial<AppOptions> = {},
  at?: string,
): Promise<Api & { close(): Promise<void> }> => {
  const dataDir = at ?? (await mkdtemp(path.join(tmpdir(), "bellwether-api-")));
  const file = path.join(dataDir, "bellwether.sqlite");
  const { db, rowsRead } = countRows(await (at === undefined ? openNewStore(file) : openDb({ file })));
  const [reconciled, log]: [string[], string[]] = [[], []];
  let now = Date.UTC(2026, 0, 1);
  const queue = createQueue({ db, owner: "api", leaseMs: 60_000, clock: () => now });
  const troubles = new Troubles(() => now);
  const checker = new FileChecker(hashFile);
  const damage = { db, queue, clock: () => now, log: { warn: () => {}, error: () => {} } };
  const files = new FileGuard({
    dataDir: overrides.dataDir ?? dataDir,
    checker,
    report: (damaged) => reportDamage(damage, damaged),
  });
  const app = buildApp({
    db,
    dataDir,
    files,
    reconcile: async (_trx, accountId) => reconciled.push(accountId),
    inspect: inspectHere(db, dataDir),
    askLive: askLiveHere(db, dataDir, () => now),
    clock: () => now,
    troubles,
    limits: testLimits,
    accountDeletionDays: 7,
    sampleShop: (out, through) => generateShop({ customers: 60, seed: 1, out, through }),
    webhooks: { privateAddresses: true, enqueue: (trx, job) => queue.enqueue(trx, job) },
    linkDays: 7,
    confirmation: { isRequired: false, enqueue: null },
    signUp: "anyone",
    consoleDir: undefined,
    docsDir: path.resolve("docs"),
    publicUrl: undefined,
    metrics: {
      metrics: createMetrics("test"),
      sources: {
        counts: () => readCounts(db.kysely, now),
        disk: async () => ({ freeBytes: 1, sizeBytes: 2 }),
        troubles: () => [],
      },
      token: undefined,
      isOpen: true,
    },
    logger: { level: "info", stream: { write: (line) => log.push(line) } },
    ...overrides,
  });
  const misfits = watchAnswers(app);
  const as = (key: string) => callerOf(app, { authorization: `Bearer ${key}` });
  return {
    app,
    db,
    queue,
    dataDir,
    files,
    reconciled,
    troubles,
    log,
    rowsRead,
    misfits,
    now: () => now,
    tick: (ms) => {
      now += ms;
    },
    as,
    async close() {
      misfits.push(...(await oddMessages(app, db)));
      await app.close();
      await db.close();
      if (at === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
      expect(misfits, "answers that do not fit the OpenAPI document").toEqual([]);
    },
    async signUp(name = "Acme") {
      const { body } = await callerOf(app, {}).post("/accounts", { name, email: "owner@example.com" });
      return { ...as(body.api_key), accountId: body.id, key: body.api_key };
    },
  };
};

export const callerOf = (app: FastifyInstance, standing: Record<string, string>): Caller => {
  const send = async (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    url: string,
    payload?: unknown,
    extra: Record<string, string> = {},
  ): Promise<Answer> => {
    const headers = { ...standing, ...extra };
    const response = await app.inject({
      method,
      url,
      headers,
      ...(payload !== undefined && { payload: payload as string | object }),
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    const body = isJson ? response.json() : response.body;
    return { status: response.statusCode, body, headers: response.headers };
  };
  return {
    get: (url, headers) => send("GET", url, undefined, headers),
    post: (url, body, headers) => send("POST", url, body, headers),
    patch: (url, body, headers) => send("PATCH", url, body, headers),
    delete: (url, headers) => send("DELETE", url, undefined, headers),
  };
};

export const dataset = {
  name: "Orders",
  identity_sets: {
    shipping: {
      city: "City",
      house_number_and_street: ["Address1", "Address2"],
      person_first_name: "First",
      person_last_name: "Last",
      postcode: "Zip",
      state: "State",
    },
  },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: { transaction: { data_map: { datetime: "Date" }, value: "Total" } },
};

/** Creates all resources up to a target, by the shortest requests; returns their ids. */
export const repeatPurchase = async (caller: Caller) => {
  const id = async (answer: Promise<Answer>): Promise<string> => (await answer).body.id;
  const datasetId = await id(caller.post("/datasets", dataset));
  const once = await id(
    caller.post("/cohorts", { name: "One-time purchasers", stream_name: "transaction", max_count: 1 }),
  );
  const repeat = await id(
    caller.post("/cohorts", { name: "Repeat purchasers", stream_name: "transaction", min_count: 2 }),
  );
  const customers = await id(caller.post("/cohorts", { name: "Customers", stream_name: "transaction" }));
  const outcome = await id(
    caller.post("/outcomes", { name: "Likelihood to buy again", attainment: repeat, eligible: customers }),
  );
  const scope = await id(
    caller.post("/scopes", {
      name: "Repeat purchase scoring",
      population: { include: [once] },
      payload: { outcome_ids: [outcome] },
    }),
  );
  const target = await id(
    caller.post("/targets", {
      name: "Scores",
      scope_id: scope,
      representation: { mode: "identified" },
      options: { type: "hosted_csv" },
    }),
  );
  return { datasetId, once, repeat, customers, outcome, scope, target };
};
