// The protocol of BigQuery's REST interface against a server that is strict about it, with an engine that
// answers what a test says.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  type Answer,
  type BigqueryEngine,
  type BigqueryInTests,
  errorOf,
  startBigquery,
} from "../../../../test/support/bigquery.js";
import { seal, sealingKey } from "../../../store/secrets.js";
import { sql } from "../../../warehouse/sql/sql.js";
import { openBigquery } from "./session.js";

interface StartedJob {
  jobReference: { projectId: string; jobId: string; location?: string };
  configuration: { query?: object; load?: object; jobTimeoutMs: string };
}

const dataDir = mkdtempSync(path.join(tmpdir(), "bw-bigquery-"));
let server: BigqueryInTests;
let jobs: Map<string, StartedJob>;
let cancelled: string[];
let loaded: string[];
/** Answers to each look at a job. */
let looks: object[];
const pages = [
  { jobComplete: true, rows: [{ f: [{ v: "1" }, { v: null }] }], pageToken: "p&2" },
  { jobComplete: true, rows: [{ f: [{ v: "2" }, { v: "b" }] }] },
];

const started = (job: StartedJob): Answer => {
  const { jobId, location } = job.jobReference;
  if (location !== "EU" || job.configuration.jobTimeoutMs !== "3600000")
    return errorOf(400, "invalid", "wrong job");
  if (jobs.has(jobId)) return errorOf(409, "duplicate", "Already Exists");
  jobs.set(jobId, job);
  return { status: 200, body: { jobReference: job.jobReference, status: { state: "PENDING" } } };
};

const engine: BigqueryEngine = {
  load: (job, lines) => {
    loaded.push(lines);
    return started(job as StartedJob);
  },
  answer: (method, place, body) => {
    const url = new URL(place, "http://bigquery");
    if (place === "/datasets/shop") return { status: 200, body: { location: "EU" } };
    if (method === "POST" && place === "/jobs") return started(body as StartedJob);
    const [, kind, id, action] = url.pathname.split("/");
    const job = jobs.get(id ?? "");
    if (!job || url.searchParams.get("location") !== "EU") return errorOf(404, "notFound", `no ${place}`);
    if (kind === "queries")
      return { status: 200, body: pages[url.searchParams.get("pageToken") === "p&2" ? 1 : 0] };
    if (action === "cancel") cancelled.push(id!);
    const status = looks.shift() ?? { state: "DONE" };
    return { status: 200, body: { jobReference: job.jobReference, status } };
  },
};

beforeEach(async () => {
  [jobs, cancelled, loaded, looks] = [new Map(), [], [], []];
  server = await startBigquery(dataDir, engine);
  return () => server.close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const one = sql`select 1`;
const rows = async () => {
  const found: (string | null)[][] = [];
  const session = await openBigquery(server.access());
  for await (const batch of session.batches(one)) found.push(...batch);
  return found;
};
const away: Answer = { status: 503, body: {} };

test("a result of several pages is read, in the dataset's location", async () => {
  looks = [{ state: "PENDING" }, { state: "RUNNING" }];
  expect(await rows()).toEqual([
    ["1", null],
    ["2", "b"],
  ]);
  expect([...jobs.values()]).toMatchObject([
    { configuration: { query: { query: "select 1", useLegacySql: false } } },
  ]);
  expect(server.requests.filter((request) => request === "POST /token")).toHaveLength(1);
});

test("temporary faults are tried again, and a job that arrived is not started again", async () => {
  const session = await openBigquery(server.access());
  server.faults = [errorOf(403, "rateLimitExceeded", "Exceeded rate limits"), away, "lost"];
  await session.run(one);
  expect(jobs.size).toBe(1);
  expect(server.requests.filter((request) => request.endsWith("/jobs"))).toHaveLength(4);
});

test.each([
  [away, "database-unreachable", "HTTP 503"],
  [errorOf(403, "rateLimitExceeded", "Exceeded rate limits"), "database-unreachable", "HTTP 403"],
  ["cut" as const, "database-unreachable", ""],
])("a service that stays away is a temporary fault: %j", async (fault, code, said) => {
  server.faults = [fault, fault, fault, fault, fault];
  await expect(rows()).rejects.toMatchObject({ code, message: expect.stringContaining(said) });
});

test.each([
  ["invalidQuery", "connection-failed"],
  ["accessDenied", "connection-failed"],
  ["backendError", "database-unreachable"],
])("a job that fails by %s is refused with BigQuery's words as %s", async (reason, code) => {
  looks = [{ state: "DONE", errorResult: { reason, message: "Unrecognized name: nonsense" } }];
  await expect(rows()).rejects.toMatchObject({
    code,
    message: expect.stringContaining("Unrecognized name: nonsense"),
  });
});

test("a missing permission is refused with BigQuery's words", async () => {
  server.faults = [errorOf(403, "accessDenied", "Permission bigquery.datasets.get denied")];
  await expect(rows()).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("Permission bigquery.datasets.get denied"),
  });
});

test("a long job that is lost sight of is cancelled", async () => {
  const session = await openBigquery(server.access());
  looks = Array.from({ length: 1000 }, () => ({ state: "RUNNING" }));
  const running = session.run(one);
  await expect.poll(() => jobs.size).toBe(1);
  server.faults = [away, away, away, away, away];
  await expect(running).rejects.toMatchObject({ code: "database-unreachable" });
  expect(cancelled).toEqual([...jobs.keys()]);
});

test("a wrong key is refused with Google's words, and no part of it", async () => {
  const other = await startBigquery(dataDir, engine);
  const sealed_password = seal(sealingKey(dataDir), other.credentials);
  await other.close();
  const failed = await openBigquery(server.access({ sealed_password })).catch((error) => error);
  expect(failed).toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("Invalid JWT Signature."),
  });
  expect(JSON.stringify(failed.params)).not.toMatch(/Bearer|PRIVATE|eyJ/);
});

const mebibyte = `${"é".repeat(2 ** 19 - 1)}x\n`;
async function* lines(count: number): AsyncGenerator<string> {
  for (let i = 0; i < count; i++) yield mebibyte;
}
const load = async (count: number) =>
  (await openBigquery(server.access())).load({ tableId: "scores" }, lines(count));
const puts = () => server.requests.filter((request) => request.startsWith("PUT"));

test.each([
  [0, 0],
  [1, 1],
  [8, 1],
  [17, 3],
])("an upload of %i MiB has %i chunks", async (count, chunks) => {
  await load(count);
  expect(loaded).toEqual(count > 0 ? [mebibyte.repeat(count)] : []);
  expect(puts()).toHaveLength(chunks);
});

test("an upload goes on where it broke off", async () => {
  const session = await openBigquery(server.access());
  async function* breaking(): AsyncGenerator<string> {
    yield mebibyte.repeat(9);
    server.faults = ["lost", away];
    yield mebibyte.repeat(8);
    server.faults = ["cut"];
    yield mebibyte;
  }
  await session.load({ tableId: "scores" }, breaking());
  expect(loaded).toEqual([mebibyte.repeat(18)]);
  expect(jobs.size).toBe(1);
});

test("an upload whose last answer is lost is loaded once", async () => {
  const session = await openBigquery(server.access());
  async function* lost(): AsyncGenerator<string> {
    yield mebibyte.repeat(9);
    server.faults = ["lost"];
  }
  await session.load({ tableId: "scores" }, lost());
  expect([loaded.length, jobs.size]).toEqual([1, 1]);
});

test("an upload does not follow an address of somebody else", async () => {
  const session = await openBigquery(server.access());
  server.faults = [{ status: 200, headers: { location: "http://127.0.0.1:1/upload" } }];
  await expect(session.load({ tableId: "scores" }, lines(1))).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("the upload leads to 127.0.0.1"),
  });
});
