import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import {
  type Cluster,
  type ClusterOptions,
  openCluster,
  type WriteOptions,
} from "../../src/warehouse/cluster/cluster.js";
import { endClusterSession } from "../../src/warehouse/cluster/probe.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { eventually } from "../support/eventually.js";
import {
  differences,
  type LargeRelation,
  type LargeRelations,
  makeLargeRelations,
} from "./support/large-relations.js";
import { startProxy } from "./support/proxy.js";
import { sharedSpark } from "./support/shared.js";
import type { Spark } from "./support/spark.js";

const events = 250_000;

let spark: Spark;
let dir: string;
let duckdb: Engine;
let relations: LargeRelations;

beforeAll(async () => {
  spark = await sharedSpark();
  dir = mkdtempSync(path.join(tmpdir(), "bw-cluster-"));
  duckdb = await openEngine({ memoryMb: 800, threads: 2, tempDir: path.join(dir, "spill") });
  relations = await makeLargeRelations(duckdb, dir, events);
});

afterAll(() => {
  duckdb?.close();
  if (dir) rmSync(dir, { recursive: true });
});

const identical = { missing: 0, extra: 0, breaks: 0 };

/** A cluster as an attempt of a build has it. */
const attempt = (options: Partial<ClusterOptions> = {}): Cluster & { session: string } => {
  const session = randomUUID();
  const exchangeDir = path.join(dir, session, "exchange");
  const cluster = openCluster({ url: spark.url, session, exchangeDir, fromEvents: 0, ...options }, duckdb);
  onTestFinished(() => cluster.close());
  return Object.assign(cluster, { session });
};

const write = (
  cluster: Cluster,
  { query, sortedBy, rows }: LargeRelation,
  options: Partial<WriteOptions> = {},
) => cluster.write(query, path.join(dir, randomUUID()), { sortedBy, expectedRows: rows, ...options });

/** Calls `act` once, when a query is some way. */
const inTheMiddle = (act: () => unknown): WriteOptions["onProgress"] => {
  let isDone = false;
  return (share) => {
    if (isDone || share < 0.3) return;
    isDone = true;
    act();
  };
};

const running = async () => (await spark.queries()).filter(({ status }) => status === "RUNNING");

const noneRuns = () =>
  eventually("the server has ended all queries", async () =>
    (await running()).length === 0 ? true : undefined,
  );

test.each(["stream", "summary"] as const)(
  "kill -9 of a worker in the middle of %s, five times: right, at the first attempt",
  async (name) => {
    const cluster = attempt();
    for (let kill = 0; kill < 5; kill++) {
      let replacing: Promise<void> | undefined;
      const onProgress = inTheMiddle(() => {
        replacing = spark.replaceWorker();
      });
      const written = await write(cluster, relations[name], { onProgress: onProgress! });
      expect(replacing, "the worker was killed before the end").toBeDefined();
      await replacing;
      expect(await differences(duckdb, written, relations[name]), `after kill ${kill + 1}`).toEqual(
        identical,
      );
    }
  },
);

test("connections that are cut in the middle are attached to again: right, and one execution", async () => {
  const before = (await spark.queries()).length;
  await write(attempt(), relations.stream);
  const uncut = (await spark.queries()).length - before;

  const proxy = await startProxy(spark.port);
  onTestFinished(() => proxy.close());
  const cluster = attempt({ url: `sc://127.0.0.1:${proxy.port}` });
  let cuts = 0;
  const shares: number[] = [];
  const onProgress = (share: number) => {
    shares.push(share);
    if (cuts < 2 && share > 0.2 * (cuts + 1)) cuts += proxy.cut();
  };
  const written = await write(cluster, relations.stream, { onProgress });
  expect(cuts).toBeGreaterThan(0);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(await differences(duckdb, written, relations.stream)).toEqual(identical);
  expect((await spark.queries()).length - before - uncut).toBe(uncut);
});

test("a query whose build is given up is gone from the server", async () => {
  const stopping = new AbortController();
  const onProgress = inTheMiddle(() => stopping.abort(new Error("superseded")));
  const written = write(attempt(), relations.summary, { onProgress: onProgress!, signal: stopping.signal });
  await expect(written).rejects.toThrow("superseded");
  await noneRuns();
});

test("a session that the service ends takes its query with it, and runs no other", async () => {
  const cluster = attempt();
  let ending: Promise<void> | undefined;
  const onProgress = inTheMiddle(() => {
    // The server may fail to say that the session has ended while its query ends.
    ending = endClusterSession(spark.url, cluster.session).catch(() => {});
  });
  await expect(write(cluster, relations.summary, { onProgress: onProgress! })).rejects.toThrow();
  await ending;
  await noneRuns();
  await expect(write(cluster, relations.stream)).rejects.toThrow();
});

test("what an abandoned query publishes late is in its own directory, and is never read", async () => {
  const proxy = await startProxy(spark.port);
  const abandoned = attempt({ url: `sc://127.0.0.1:${proxy.port}`, reattachPausesMs: [500, 1_000] });
  const orphan = write(abandoned, relations.stream, { onProgress: inTheMiddle(() => proxy.close())! });
  orphan.catch(() => {});
  const written = await write(attempt(), relations.stream);
  await expect(orphan).rejects.toThrow("The query did not end");
  // Spark removes directories of attempts meanwhile, so that a listing of everything would stumble.
  const hasPublished = () =>
    readdirSync(abandoned.exchangeDir).some((query) =>
      existsSync(path.join(abandoned.exchangeDir, query, "_SUCCESS")),
    );
  await eventually("the orphan publishes", async () => (hasPublished() ? true : undefined));
  expect(readdirSync(path.dirname(written.parts[0]!))).toEqual(
    written.parts.map((part) => path.basename(part)),
  );
  expect(await differences(duckdb, written, relations.stream)).toEqual(identical);
});

test("kill -9 of the Connect server: the attempt fails, and the next one is right", async () => {
  const first = attempt();
  let killing: Promise<void> | undefined;
  const onProgress = inTheMiddle(() => {
    killing = spark.killServer();
  });
  const lost = write(first, relations.stream, { onProgress: onProgress! });
  lost.catch(() => {});
  await eventually("the server is killed", async () => killing?.then(() => true));
  await expect(write(attempt(), relations.stream)).rejects.toMatchObject({ code: "cluster-unavailable" });
  // It comes back while the first attempt still tries to go on: its session is unknown now.
  await spark.startServer();
  const written = await write(attempt(), relations.stream);
  await expect(lost).rejects.toThrow("The query did not end");
  expect(await differences(duckdb, written, relations.stream)).toEqual(identical);
});
