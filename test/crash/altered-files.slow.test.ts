// Files altered under a running service, of every kind and in every way: no answer has other bytes than its
// ETag says, what can be made again is, with the same bytes, and what cannot is named.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { generateShop, type Shop } from "../../examples/shop/shop.js";
import type { Client } from "../../src/cli/client.js";
import type { BuildRecord } from "../../src/cli/waiting.js";
import type { StoredFile } from "../../src/domain/machine/stored-file.js";
import { type Account, deliveredRows, signUp } from "../support/drive.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { allReady, startWorkflows } from "./shop-account.js";

const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

interface Running {
  service: RunningService;
  account: Account;
  shop: Shop;
}

/** Kinds of results beyond those of the two workflows, and a packed file. */
const createMore = async (client: Client): Promise<void> => {
  const [customers] = (await client.get<BuildRecord[]>("/cohorts")).filter(
    ({ name }) => name === "Customers",
  );
  const [scope] = await client.get<BuildRecord[]>("/scopes");
  await client.post("/persona_sets", { name: "Groups", cohort_id: customers!.id });
  await client.post("/recommenders", {
    name: "Next category",
    stream_name: "transaction",
    stream_property_name: "product_category",
  });
  await client.post("/targets", {
    name: "Packed",
    scope_id: scope!.id,
    representation: { mode: "identified" },
    options: { type: "hosted_csv", gzip: true },
  });
};

const everythingReady = async (client: Client): Promise<void> => {
  for (const kind of ["persona_sets", "recommenders"])
    while ((await client.get<BuildRecord[]>(`/${kind}`)).some(({ status }) => status !== "ready"))
      await sleep(100);
  await allReady(client);
};

interface ResultFile {
  /** Such as `datasets/identities.parquet`: one of each kind is altered. */
  kind: string;
  /** The same for the builds of one resource. */
  key: string;
  file: string;
}

/** The files of the present results. */
const resultFiles = ({ dataDir }: RunningService): ResultFile[] => {
  const store = new DatabaseSync(path.join(dataDir, "bellwether.sqlite"), { readOnly: true });
  const rows = store
    .prepare(
      "select id, type, result_dir, files from resource join result on resource_id = id order by sequence",
    )
    .all() as { id: string; type: string; result_dir: string; files: string }[];
  store.close();
  return rows.flatMap(({ id, type, result_dir, files }) =>
    (JSON.parse(files) as StoredFile[]).map((each) => ({
      kind: `${type}/${each.path.replace(/^(events|snapshots|kept|models)\/.*/, "$1")}`,
      key: `${id}/${each.path}`,
      file: path.join(dataDir, result_dir, each.path),
    })),
  );
};

const oneOfEachKind = (service: RunningService): ResultFile[] => [
  ...new Map(resultFiles(service).map((each) => [each.kind, each])).values(),
];

type Alter = (file: string, older: Buffer) => Promise<void>;

const alterations: Record<string, Alter> = {
  "a flipped bit": async (file) => {
    const bytes = await readFile(file);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(file, bytes);
  },
  truncation: async (file) => truncate(file, (await readFile(file)).length >> 1),
  removal: (file) => rm(file),
  "an older version": async (file, older) => writeFile(file, older),
};

interface Read {
  status: number;
  sha256: string | null;
}

/** Hosted files by address. A body that breaks off has no hash. */
const readAll = async (
  { service, account }: Running,
  counts: { wrong: number },
): Promise<Map<string, Read>> => {
  const headers = { authorization: `Bearer ${account.key}` };
  const reads = new Map<string, Read>();
  const targets = await account.client.get<BuildRecord[]>("/targets");
  const urls = targets.map(({ id }) => `/targets/${id}/download.csv`);
  for (const url of [
    ...urls,
    "/uploads/transactions/transactions.csv",
    "/uploads/cancellations/cancellations.csv",
  ]) {
    const answer = await fetch(`${service.url}${url}`, { headers });
    const body = await answer.arrayBuffer().catch(() => null);
    const sha256 = body && answer.ok ? createHash("sha256").update(Buffer.from(body)).digest("hex") : null;
    if (sha256 !== null && answer.headers.get("etag") !== `"${sha256}"`) counts.wrong++;
    reads.set(url, { status: answer.status, sha256 });
  }
  return reads;
};

const doctor = async (dataDir: string): Promise<string> => {
  const env = { ...process.env, BELLWETHER_DATA: dataDir, DATABASE_URL: "" };
  const run = promisify(execFile)(process.execPath, [program, "doctor", "--repair"], { env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout;
};

/** A service whose results have been built twice, and the bytes of the first time. */
const startShop = async (dir: string): Promise<Running & { older: Map<string, Buffer> }> => {
  const shop = await generateShop({ customers: 150, seed: 1, out: dir });
  const service = await startService({ env: { BELLWETHER_PATROL_DAYS: "0" } });
  const account = await signUp(service.url);
  const lines = (await readFile(shop.transactions, "utf8")).split("\n");
  const half = path.join(dir, "half.csv");
  await writeFile(half, `${lines.slice(0, Math.floor(lines.length * 0.9)).join("\n")}\n`);
  await startWorkflows(account.client, shop);
  await createMore(account.client);
  await account.client.upload("transactions", "transactions.csv", half);
  await everythingReady(account.client);
  const older = new Map<string, Buffer>();
  for (const { key, file } of resultFiles(service)) older.set(key, await readFile(file));
  await account.client.upload("transactions", "transactions.csv", shop.transactions);
  await everythingReady(account.client);
  return { service, account, shop, older };
};

test("no altered file is served, and every result is made again with the same bytes", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-altered-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const { older, ...running } = await startShop(dir);
  onTestFinished(() => running.service.kill());
  const counts = { wrong: 0 };
  const before = await readAll(running, counts);
  const people = await idsOfPeople(running);
  let faults = 0;
  for (const [name, alter] of Object.entries(alterations)) {
    // Two rounds are found by the doctor, two by the patrol of a service that starts.
    const isPatrolled = name === "truncation" || name === "an older version";
    const altered = oneOfEachKind(running.service).filter(({ kind }) => !kept(isPatrolled).includes(kind));
    for (const { key, file } of altered) {
      await alter(file, older.get(key) ?? Buffer.from("older"));
      faults++;
    }
    await readAll(running, counts);
    if (isPatrolled) running.service = await restarted(running.service);
    else await doctor(running.service.dataDir);
    await untilMended(running, before, counts);
    expect(await doctor(running.service.dataDir), name).not.toMatch(/^(broken|repairable)/m);
    expect(await idsOfPeople(running), name).toEqual(people);
  }
  expect(faults).toBeGreaterThanOrEqual(50);
  expect(counts.wrong).toBe(0);
  faults += await alterUploads(running, before, counts);
  expect(counts.wrong).toBe(0);
  reportFaults("file altered", { faults, lost: 0, wrongBytes: counts.wrong });
});

/** Ids of people are kept in two places. One of them is left each time. */
const kept = (isPatrolled: boolean): string[] =>
  isPatrolled
    ? ["people/persons.parquet", "people/origins.parquet"]
    : ["datasets/identities.parquet", "datasets/arrivals.parquet", "datasets/origins.parquet"];

/** IDs of the people in each delivered file, in order. */
const idsOfPeople = async ({ account: { client } }: Running): Promise<string[][]> => {
  const targets = await client.get<BuildRecord[]>("/targets");
  const ids: string[][] = [];
  for (const { id, name } of targets)
    if (name !== "Packed") ids.push((await deliveredRows(client, id)).map((row) => row.person_id!).sort());
  return ids;
};

const restarted = async ({ dataDir, port, stop }: RunningService): Promise<RunningService> => {
  await stop();
  return startService({ dataDir, port, env: { BELLWETHER_PATROL_DAYS: "1" } });
};

/** Reads while everything is made again, until all bytes are as before. */
const untilMended = async (
  running: Running,
  before: ReadonlyMap<string, Read>,
  counts: { wrong: number },
): Promise<void> => {
  for (let tries = 0; ; tries++) {
    const now = await readAll(running, counts);
    await everythingReady(running.account.client);
    const after = await readAll(running, counts);
    const known = resultFiles(running.service);
    if (tries > 20) throw new Error(JSON.stringify([...before, ...after], null, 1));
    if (isEqual(now, before) && isEqual(after, before) && (await areThere(known))) return;
    await sleep(200);
  }
};

const isEqual = (a: ReadonlyMap<string, Read>, b: ReadonlyMap<string, Read>): boolean =>
  [...b].every(([url, { sha256 }]) => a.get(url)?.sha256 === sha256);

/** Whether the present results are what they were recorded with. */
const areThere = async (files: readonly ResultFile[]): Promise<boolean> => {
  const found = await Promise.all(files.map(({ file }) => readFile(file).catch(() => null)));
  return found.every((bytes) => bytes !== null);
};

/** Uploads cannot be made again: they are named, what was made of them is served, and uploading them again mends it. */
const alterUploads = async (
  running: Running,
  before: ReadonlyMap<string, Read>,
  counts: { wrong: number },
): Promise<number> => {
  const { service, account, shop } = running;
  const url = "/uploads/transactions/transactions.csv";
  for (const [name, alter] of Object.entries(alterations)) {
    await alter(uploadPath(service), Buffer.from("email,transaction_date\na@example.com,2020-01-01\n"));
    expect(await doctor(service.dataDir), name).toContain("transactions/transactions.csv");
    const reads = await readAll(running, counts);
    expect(reads.get(url), name).toEqual({ status: 409, sha256: null });
    for (const [address, { sha256 }] of before)
      if (address.startsWith("/targets")) expect(reads.get(address)?.sha256, name).toBe(sha256);
    const [dataset] = (await account.client.get<BuildRecord[]>("/datasets")).filter(
      (each) => each.name === "Transactions",
    );
    expect(dataset?.status_error).toContain(
      "transactions/transactions.csv is damaged on the server. Upload it again.",
    );
    await account.client.upload("transactions", "transactions.csv", shop.transactions);
    await everythingReady(account.client);
  }
  return Object.keys(alterations).length;
};

const uploadPath = ({ dataDir }: RunningService): string => {
  const store = new DatabaseSync(path.join(dataDir, "bellwether.sqlite"), { readOnly: true });
  const row = store.prepare("select path from upload where directory = 'transactions'").get() as {
    path: string;
  };
  store.close();
  return path.join(dataDir, row.path);
};
