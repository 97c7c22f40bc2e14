import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Reads } from "../../src/builds/execute/reads.js";
import { Runner } from "../../src/builds/execute/runner.js";
import { runStep, type StepOutput } from "../../src/builds/execute/step.js";
import type { StepProcessOptions } from "../../src/builds/execute/step-process.js";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import { type Db, openDb } from "../../src/db/connection.js";
import type { ConfigOf, ResultOf } from "../../src/domain/kinds/kinds.js";
import type { ResourceType } from "../../src/domain/resource/resource.js";
import { Troubles } from "../../src/errors/troubles.js";
import { FileChecker } from "../../src/integrity/file-checker.js";
import { hashFile } from "../../src/integrity/file-hash.js";
import { createQueue, type Queue } from "../../src/queue/queue.js";
import { createAccount } from "../../src/store/accounts.js";
import { accountsWithDueEvents, findById, insertResource } from "../../src/store/resources.js";
import { putUpload } from "../../src/store/uploads.js";

const day = 86_400_000;
const march1 = Date.UTC(2024, 2, 1);

let dataDir: string;
let db: Db;
let queue: Queue;
let runner: Runner;
let accountId: string;
let now: number;
let built: string[];

/** The steps of the service, in this process. */
const runHere = ({ request }: StepProcessOptions): Promise<StepOutput> => {
  built.push(request.type);
  return runStep(request, () => {});
};

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "continuity-"));
  db = await openDb({ file: path.join(dataDir, "store.sqlite") });
  now = march1;
  built = [];
  queue = createQueue({ db, owner: "here", leaseMs: 60_000, clock: () => now });
  accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, now)).id;
  runner = new Runner({
    privateAddresses: true,
    reads: new Reads(),
    troubles: new Troubles(() => now),
    machineState: () => ({ programVersion: "1", memoryMb: 256, threads: 1, isTroubled: false }),
    db,
    queue,
    dataDir,
    workDir: path.join(dataDir, "work"),
    memoryMb: 256,
    threads: 1,
    clock: () => now,
    runStep: runHere,
    announce: async () => {},
    announceToEndpoints: async () => {},
    checker: new FileChecker(hashFile),
    log: { info: () => {}, warn: () => {}, error: (fields) => expect.fail(JSON.stringify(fields)) },
  });
  await create("people", "people", {});
});
afterEach(() => db.close());

const create = <T extends ResourceType>(type: T, name: string, config: ConfigOf<T>): Promise<string> =>
  db.transaction(async (trx) => {
    const resource = { accountId, type, name, config, upstreamIds: [], uniqueName: false };
    const { id } = await insertResource(trx, resource, now);
    await reconcile(trx, queue, accountId, now);
    return id;
  });

const upload = async (filename: string, csv: string): Promise<void> => {
  const sha256 = createHash("sha256").update(csv).digest("hex");
  const file = path.join("uploads", sha256);
  await mkdir(path.join(dataDir, "uploads"), { recursive: true });
  await writeFile(path.join(dataDir, file), csv);
  const row = {
    directory: "orders",
    filename,
    path: file,
    bytes: csv.length,
    md5: "",
    sha256,
    created_at: now,
  };
  await db.transaction(async (trx) => {
    await putUpload(trx, { account_id: accountId, ...row });
    await reconcile(trx, queue, accountId, now);
  });
};

/** A tick of the clock. */
const tick = async (): Promise<void> => {
  for await (const due of accountsWithDueEvents(db.kysely, now))
    await db.transaction((trx) => reconcile(trx, queue, due, now));
};

/** Builds until nothing waits; returns the kinds that were built, in order. */
const buildAll = async (): Promise<string[]> => {
  built = [];
  while (await runner.buildOne(new AbortController().signal));
  return built;
};

const resultOf = async <T extends ResourceType>(_type: T, id: string): Promise<ResultOf<T>> =>
  (await findById(db.kysely, id))?.result as ResultOf<T>;

const shop = async (): Promise<string> => {
  await create("streams", "transaction", {});
  return create("datasets", "Orders", {
    identity_sets: { customer: { customer_id: "id" } },
    options: { type: "hosted_csv", upload_directory: "orders" },
    output_to_streams: { transaction: { data_map: { datetime: { column_name: "date" } } } },
    output_to_traits: {},
  });
};

test("a recency cohort changes as days pass, and so does everything that depends on it", async () => {
  const dataset = await shop();
  const lapsed = await create("cohorts", "Lapsed", {
    stream_name: "transaction",
    recency: { occurrence: "last", min_days: 30 },
  });
  await upload("a.csv", "id,date\n1,2024-01-31\n2,2024-02-28\n3,2024-03-02 08:00:00\n");
  expect(await buildAll()).toEqual(["datasets", "people", "streams", "cohorts"]);
  expect(await resultOf("datasets", dataset)).toMatchObject({ rejected_count: 1 });
  expect(await resultOf("cohorts", lapsed)).toMatchObject({ population_count: 0 });

  await tick();
  expect(await buildAll()).toEqual([]);

  now = march1 + 2 * day;
  await tick();
  expect(await buildAll()).toEqual(["datasets", "people", "streams", "cohorts"]);
  expect(await resultOf("datasets", dataset)).toMatchObject({ rejected_count: 0, next_due: null });
  expect(await resultOf("cohorts", lapsed)).toMatchObject({ population_count: 1 });
  await tick();
  expect(await buildAll()).toEqual([]);
});

test("a new upload updates everything downstream, and two in a row build once", async () => {
  await shop();
  const customers = await create("cohorts", "Customers", { stream_name: "transaction" });
  await upload("a.csv", "id,date\n1,2024-01-31\n");
  await buildAll();
  await upload("b.csv", "id,date\n2,2024-02-01\n");
  await upload("c.csv", "id,date\n3,2024-02-02\n");
  expect(await buildAll()).toEqual(["datasets", "people", "streams", "cohorts"]);
  expect(await resultOf("cohorts", customers)).toMatchObject({ population_count: 3 });
});

test("while an upstream resource fails, downstream resources wait with the reason, and all recover with a better file", async () => {
  const dataset = await shop();
  const customers = await create("cohorts", "Customers", { stream_name: "transaction" });
  await upload("a.csv", "id,day\n1,2024-01-31\n");
  expect(await buildAll()).toEqual(["datasets"]);
  expect(await findById(db.kysely, dataset)).toMatchObject({ status: "error" });
  const waiting = await findById(db.kysely, customers);
  expect(waiting?.status).toBe("new");
  expect(waiting?.waitingFor).toMatch(
    /^Waiting for dataset Orders, which failed: Column date.*Columns: id, day/,
  );

  await upload("a.csv", "id,date\n1,2024-01-31\n");
  expect(await buildAll()).toEqual(["datasets", "people", "streams", "cohorts"]);
  expect(await findById(db.kysely, customers)).toMatchObject({ status: "ready", statusError: null });
});

test("a result is not built again if its inputs have not changed", async () => {
  await shop();
  await upload("a.csv", "id,date\n1,2024-01-31\n");
  await buildAll();
  await create("cohorts", "Customers", { stream_name: "transaction" });
  expect(await buildAll()).toEqual(["cohorts"]);
});
