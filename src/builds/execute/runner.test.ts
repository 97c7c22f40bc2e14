import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../../test/support/new-store.js";
import type { Db } from "../../db/connection.js";
import type { ConnectionConfig } from "../../domain/data/connection.js";
import type { DatasetConfig } from "../../domain/data/dataset.js";
import { refuse, retryLater } from "../../errors/refusal.js";
import { Troubles } from "../../errors/troubles.js";
import { FileChecker } from "../../integrity/file-checker.js";
import { hashDirectory, hashFile } from "../../integrity/file-hash.js";
import { createQueue } from "../../queue/queue.js";
import { insertResource, listResources, markForced, markStatus } from "../../store/resources.js";
import { putUpload } from "../../store/uploads.js";
import { reconcile } from "../plan/reconcile.js";
import { type MachineState, retryUnderNewState, stateText } from "./given-up.js";
import { Reads } from "./reads.js";
import { Runner } from "./runner.js";
import type { StepOutput } from "./step.js";
import { StepCrashed, type StepProcessOptions } from "./step-process.js";

const leaseMs = 30_000;
const never = new AbortController().signal;

let dataDir: string;
let db: Db;
let now: number;
let mails: string[];
let announced: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "bw-runner-"));
  db = await openNewStore(path.join(dataDir, "bellwether.sqlite"));
  now = 1_700_000_000_000;
  mails = [];
  announced = [];
  await queueADataset();
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true });
});

const queueOf = (owner: string) => createQueue({ db, owner, leaseMs, clock: () => now });
const queue = () => queueOf("one");

const config: DatasetConfig = {
  identity_sets: {},
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {},
  output_to_traits: {},
};

const uploaded = "uploads/a/orders/orders.csv";
const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

const queueADataset = async (accountId = "a") => {
  const account = {
    id: accountId,
    name: accountId,
    email: "a@example.com",
    created_at: now,
    updated_at: now,
  };
  await db.kysely.insertInto("account").values(account).execute();
  const named = { accountId, type: "datasets", name: "Orders" } as const;
  const file = { directory: "orders", filename: "orders.csv", path: uploaded };
  await mkdir(path.dirname(path.join(dataDir, uploaded)), { recursive: true });
  await writeFile(path.join(dataDir, uploaded), "x");
  await db.transaction(async (trx) => {
    await insertResource(trx, { ...named, config, upstreamIds: [], uniqueName: true }, now);
    await putUpload(trx, {
      ...file,
      account_id: accountId,
      bytes: 1,
      md5: "",
      sha256: sha256Of("x"),
      created_at: now,
    });
    await reconcile(trx, queue(), accountId, now);
  });
};

const queueAnotherDataset = () =>
  db.transaction(async (trx) => {
    const named = { accountId: "a", type: "datasets", name: "More orders" } as const;
    await insertResource(trx, { ...named, config, upstreamIds: [], uniqueName: true }, now);
    await reconcile(trx, queue(), "a", now);
  });

let troubles: Troubles;
const calm: MachineState = { programVersion: "1", memoryMb: 256, threads: 1, isTroubled: false };
let state: MachineState;
beforeEach(() => {
  troubles = new Troubles(() => now);
  state = calm;
});

/** A runner with the given step. */
const runnerOf = (
  runStep: (options: StepProcessOptions) => Promise<StepOutput>,
  owner = "one",
  parallelBuilds = 2,
) =>
  new Runner({
    parallelBuilds,
    privateAddresses: true,
    db,
    queue: queueOf(owner),
    dataDir,
    workDir: path.join(dataDir, "work"),
    reads: new Reads(),
    troubles,
    machineState: () => state,
    memoryMb: 256,
    threads: 1,
    clock: () => now,
    runStep,
    announceToEndpoints: async (_db, { name, status }) => void announced.push(`${name}: ${status}`),
    announce: async (_db, { name, status }) => void mails.push(`${name}: ${status}`),
    checker: new FileChecker(hashFile),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });

const crash = () => Promise.reject(new StepCrashed("killed"));
const succeed = async ({ request }: StepProcessOptions) => {
  await mkdir(request.dir, { recursive: true });
  await writeFile(path.join(request.dir, "part.parquet"), "bytes");
  return {
    result: { next_due: null, streams: {}, funnel: {}, trait_sources: {} },
    files: await hashDirectory(request.dir),
  };
};
const dataset = async () => (await listResources(db.kysely, "a", "datasets"))[0]!;
const remains = () => readdir(path.join(dataDir, "work"));

test("endpoints receive every result, and the owner's e-mail only the first", async () => {
  const runner = runnerOf(succeed);
  await runner.buildOne(never);
  const { id } = await dataset();
  await db.transaction(async (trx) => {
    await markForced(trx, id);
    await reconcile(trx, queue(), "a", now);
  });
  await runner.buildOne(never);
  expect(announced).toEqual(["Orders: ready", "Orders: ready"]);
  expect(mails).toEqual(["Orders: ready"]);
});

test("a result is recorded with the size and the hash of each file", async () => {
  await runnerOf(succeed).buildOne(never);
  expect((await dataset()).resultFiles).toEqual([
    { path: "part.parquet", bytes: 5, sha256: sha256Of("bytes") },
  ]);
});

test("a step does not run on a damaged upload, and its dataset says which file to upload again", async () => {
  await rm(path.join(dataDir, uploaded));
  const never = expect.fail as () => never;
  expect(await runnerOf(never).buildOne(new AbortController().signal)).toBe(true);
  expect(await dataset()).toMatchObject({
    status: "error",
    statusError: "The uploaded file orders/orders.csv is damaged on the server. Upload it again.",
  });
});

test("a step that fails because a file changed under it does not count as a failure", async () => {
  await runnerOf(async () => {
    await writeFile(path.join(dataDir, uploaded), "y");
    throw new StepCrashed("killed");
  }).buildOne(never);
  expect(await dataset()).toMatchObject({
    status: "error",
    statusError: expect.stringContaining("orders.csv"),
  });
});

test("a step that crashes is tried again with back-off, and fails after the fourth crash", async () => {
  const runner = runnerOf(crash);
  for (const delayMs of [1_000, 4_000, 16_000]) {
    expect(await runner.buildOne(never)).toBe(true);
    expect(await dataset()).toMatchObject({
      status: "starting",
      waitingFor: expect.stringMatching(
        /^The build stopped unexpectedly and is tried again \(attempt . of 4\)\.$/,
      ),
    });
    now += delayMs - 1;
    expect(await runner.buildOne(never)).toBe(false);
    now += 1;
  }
  expect(await runner.buildOne(never)).toBe(true);
  expect(await dataset()).toMatchObject({
    status: "error",
    statusError: expect.stringMatching(
      /^The build stopped unexpectedly 4 times in a row\. Rebuild it, or ask .* for build [0-9a-f]{8}-4\.$/,
    ),
  });
  now += 1_000_000;
  expect(await runner.buildOne(never)).toBe(false);
  expect(mails).toEqual(["Orders: error"]);
  expect(await remains()).toEqual([]);
});

const full = Object.assign(new Error(`ENOSPC: no space left on device, write '/srv/data/x'`), {
  code: "ENOSPC",
});
const reason = "The server's disk is full. The build goes on by itself when there is room.";

test("a build that meets a full disk waits for as long as it takes, says why, and goes on by itself", async () => {
  const waiting = runnerOf(() => Promise.reject(full));
  for (let times = 0; times < 50; times++) {
    expect(await waiting.buildOne(never)).toBe(true);
    expect(await dataset()).toMatchObject({ status: "starting", waitingFor: reason, statusError: null });
    expect(troubles.list()).toMatchObject([{ code: "disk-full" }]);
    now += 60_000;
  }
  await runnerOf(succeed).buildOne(never);
  expect(await dataset()).toMatchObject({ status: "ready", waitingFor: null });
  expect(mails).toEqual(["Orders: ready"]);
});

test("a runner's trouble ends when its build goes on", async () => {
  let isFull = true;
  const runner = runnerOf((options) => (isFull ? Promise.reject(full) : succeed(options)));
  await runner.buildOne(never);
  expect(troubles.list()).toHaveLength(1);
  isFull = false;
  now += 60_000;
  await runner.buildOne(never);
  expect(troubles.list()).toEqual([]);
});

test("a waiting build is not tried again before its pause is over", async () => {
  const waiting = runnerOf(() => Promise.reject(full));
  await waiting.buildOne(never);
  now += 999;
  expect(await waiting.buildOne(never)).toBe(false);
  now += 1;
  expect(await waiting.buildOne(never)).toBe(true);
});

test("a database that is away is waited for, and is no trouble of the machine", async () => {
  const away = retryLater("database-unreachable", { detail: "connect ECONNREFUSED 10.0.0.1:5432" });
  const waiting = runnerOf(() => Promise.reject(away));
  for (let times = 0; times < 10; times++, now += 60_000) await waiting.buildOne(never);
  expect(await dataset()).toMatchObject({
    status: "starting",
    waitingFor: expect.stringMatching(/^The database cannot be reached: .* goes on by itself when it can\.$/),
  });
  expect(troubles.list()).toEqual([]);
});

test("an account that has all slots gives its newest back once another has waited for a minute", async () => {
  await queueAnotherDataset();
  const begun: (() => void)[] = [];
  const runner = runnerOf(async (options) => {
    if (options.account === "b") return succeed(options);
    begun.shift()?.();
    await new Promise((_, reject) => {
      options.signal.addEventListener("abort", () => reject(options.signal.reason), { once: true });
    });
    throw new Error("nothing stopped it");
  });
  const stopping = new AbortController();
  const begin = async () => {
    const hasBegun = new Promise<void>((resolve) => begun.push(resolve));
    const build = runner.buildOne(stopping.signal);
    await hasBegun;
    return { build };
  };
  const builds = [await begin(), await begin()];
  const states = async () =>
    (await listResources(db.kysely, "a", "datasets")).map(({ status }) => status).sort();
  await queueADataset("b");
  await runner.preempt();
  expect(await states()).toEqual(["running", "running"]);
  now += 60_000;
  await runner.preempt();
  await builds[1]!.build;
  expect(await states()).toEqual(["running", "starting"]);
  expect(await listResources(db.kysely, "a", "datasets")).toContainEqual(
    expect.objectContaining({
      status: "starting",
      waitingFor: "Another account's build goes first. This one begins again when a slot is free.",
    }),
  );
  expect(await runner.buildOne(never)).toBe(true);
  expect(await listResources(db.kysely, "b", "datasets")).toMatchObject([{ status: "ready" }]);
  await runner.preempt();
  stopping.abort();
  await builds[0]!.build;
});

test("while a long build has the only slot, one of another account runs beside it, and none of its own", async () => {
  await queueAnotherDataset();
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const runner = runnerOf(
    async (options) => {
      if (options.account === "b") return succeed(options);
      begun();
      await new Promise((_, reject) => {
        options.signal.addEventListener("abort", () => reject(options.signal.reason), { once: true });
      });
      throw new Error("nothing stopped it");
    },
    "one",
    1,
  );
  const stopping = new AbortController();
  const long = runner.buildOne(stopping.signal);
  await hasBegun;
  await queueADataset("b");
  expect(await runner.extraOne(never)).toBe(false);
  now += 1_000;
  expect(await runner.extraOne(never)).toBe(true);
  expect(await listResources(db.kysely, "b", "datasets")).toMatchObject([{ status: "ready" }]);
  expect(await runner.extraOne(never)).toBe(false);
  stopping.abort();
  await long;
});

test("a connection to a server that never answers holds no build up, and a table waits for a slot to be read", async () => {
  const connection = {
    options: {
      type: "postgres",
      host: "db.example.com",
      port: 5432,
      database: "shop",
      schema: "public",
      user: "someone",
      sslmode: "prefer",
      sealed_password: "",
    },
  } as ConnectionConfig;
  await db.transaction(async (trx) => {
    const given = { upstreamIds: [], uniqueName: true, accountId: "a" };
    const { id } = await insertResource(
      trx,
      { ...given, type: "connections", name: "Silent", config: connection },
      now,
    );
    const table: DatasetConfig = {
      ...config,
      connection_id: id,
      options: { type: "postgres", table_name: "orders" },
    };
    await insertResource(trx, { ...given, type: "datasets", name: "Table", config: table }, now);
    await reconcile(trx, queue(), "a", now);
  });
  const held: string[] = [];
  const runner = runnerOf(
    async (options) => {
      const { type } = options.request;
      if (type === "connections")
        await new Promise((_, reject) => {
          options.signal.addEventListener("abort", () => reject(options.signal.reason), { once: true });
        });
      const leave = await options.takeSlot?.();
      held.push(`${options.takeSlot ? "connected build" : "build"} of ${type}`);
      const output = await succeed(options);
      leave?.();
      return output;
    },
    "one",
    1,
  );
  const stopping = new AbortController();
  const connected = [runner.connectedOne(stopping.signal), runner.connectedOne(stopping.signal)];
  expect(await runner.buildOne(never)).toBe(true);
  await Promise.race(connected);
  expect(held.sort()).toEqual(["build of datasets", "connected build of datasets"]);
  expect((await listResources(db.kysely, "a", "datasets")).map(({ status }) => status)).toEqual([
    "ready",
    "ready",
  ]);
  stopping.abort();
  await Promise.all(connected);
  expect(await queue().pending()).toMatchObject({ queued: 1, running: 0 });
});

test("a build that was given up is tried again when the machine changes, and not before", async () => {
  const runner = runnerOf(crash);
  for (let times = 0; times < 4; times++, now += 60_000) await runner.buildOne(never);
  const again = async (changed: Partial<MachineState>): Promise<boolean> => {
    state = { ...calm, ...changed };
    await retryUnderNewState({ db, queue: queue() }, [stateText(state)], now);
    return (await dataset()).status === "starting";
  };
  expect(await again({})).toBe(false);
  expect(await again({ isTroubled: true })).toBe(false);
  expect(await again({ memoryMb: 512 })).toBe(true);
  for (let times = 0; times < 4; times++, now += 60_000) await runner.buildOne(never);
  expect((await dataset()).status).toBe("error");
  expect(await again({ memoryMb: 512, programVersion: "2" })).toBe(true);
});

test("a build that needs more memory than it has is given up at once, until it has more", async () => {
  await runnerOf(() => Promise.reject(refuse("build-memory-exceeded", { limit: 256 }))).buildOne(never);
  expect(await dataset()).toMatchObject({
    status: "error",
    statusError: expect.stringContaining("BELLWETHER_BUILD_MEMORY_MB"),
  });
  await retryUnderNewState({ db, queue: queue() }, [stateText(calm)], now);
  expect((await dataset()).status).toBe("error");
  await retryUnderNewState({ db, queue: queue() }, [stateText({ ...calm, memoryMb: 512 })], now);
  expect((await dataset()).status).toBe("starting");
});

test("a build that was given up is tried again when no node builds any more under the state in which it was", async () => {
  const runner = runnerOf(crash);
  for (let times = 0; times < 4; times++, now += 60_000) await runner.buildOne(never);
  const larger = { ...calm, memoryMb: 512 };
  await retryUnderNewState({ db, queue: queue() }, [stateText(calm), stateText(larger)], now);
  expect((await dataset()).status).toBe("error");
  await retryUnderNewState({ db, queue: queue() }, [], now);
  expect((await dataset()).status).toBe("error");
  await retryUnderNewState({ db, queue: queue() }, [stateText(larger)], now);
  expect((await dataset()).status).toBe("starting");
});

test("a build that was given up during a trouble is tried again when the trouble is over", async () => {
  state = { ...calm, isTroubled: true };
  const runner = runnerOf(crash);
  for (let times = 0; times < 4; times++, now += 60_000) await runner.buildOne(never);
  await retryUnderNewState({ db, queue: queue() }, [stateText(state)], now);
  expect((await dataset()).status).toBe("error");
  await retryUnderNewState({ db, queue: queue() }, [stateText(calm)], now);
  expect((await dataset()).status).toBe("starting");
});

test("a build that waits keeps its reason when something else of the account changes", async () => {
  await runnerOf(crash).buildOne(never);
  await db.transaction((trx) => reconcile(trx, queue(), "a", now));
  expect(await dataset()).toMatchObject({ status: "starting", waitingFor: expect.stringContaining("again") });
});

test("a refused build that is refused again for an earlier configuration keeps its message", async () => {
  await runnerOf(() => Promise.reject(refuse("body-missing"))).buildOne(never);
  const refused = (await dataset()).statusError;
  const { id } = await dataset();
  await markStatus(db.kysely, id, "new", now, "Waiting for something.");
  await db.transaction((trx) => reconcile(trx, queue(), "a", now));
  expect(await dataset()).toMatchObject({ status: "error", statusError: refused, waitingFor: null });
});

test("a build can be stopped, abandoned by a dead service and taken over any number of times", async () => {
  const stopping = new AbortController();
  const stopped = runnerOf(async () => {
    stopping.abort();
    throw new StepCrashed("killed by us");
  });
  for (let time = 0; time < 3; time++) {
    await stopped.buildOne(stopping.signal);
    await queueOf("one").claim("build");
    await queueOf("one").requeueMine("one");
    await queueOf("dead").claim("build");
    now += leaseMs;
  }
  await runnerOf(crash).buildOne(never);
  now += 1_000;
  await runnerOf(succeed).buildOne(never);
  expect(await dataset()).toMatchObject({ status: "ready" });
  expect(mails).toEqual(["Orders: ready"]);
});

test("a runner that lost the job while it worked does not change the result of the next one", async () => {
  const late = runnerOf(async (options) => {
    now += leaseMs;
    await runnerOf(succeed, "two").buildOne(never);
    return succeed(options);
  });
  await late.buildOne(never);
  const { status, resultDir } = await dataset();
  expect(status).toBe("ready");
  expect(await readdir(path.join(dataDir, resultDir!))).toEqual(["part.parquet"]);
  expect(resultDir).toMatch(/-2$/);
  expect(mails).toEqual(["Orders: ready"]);
});
