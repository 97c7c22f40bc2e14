import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openNewStore } from "../../test/support/new-store.js";
import { freePort } from "../../test/support/ports.js";
import type { Db } from "../db/connection.js";
import { requirePair } from "../installation/join.js";
import { createAccount } from "../store/accounts.js";
import { findById, insertResource, recordResult } from "../store/resources.js";
import { findUpload, putUpload } from "../store/uploads.js";
import { quiet } from "./fixtures.js";
import { run } from "./run.js";

let dir: string;
let db: Db;
let accountId: string;
let cohort: string;
const upload = () => path.join(dir, "uploads", accountId, "orders", "orders.csv");
const members = () => path.join(dir, "relations", accountId, cohort, "one", "members.parquet");
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "bw-doctor-"));
  db = await openNewStore(path.join(dir, "bellwether.sqlite"));
  await requirePair({ db, dataDir: dir }, 1);
  accountId = (await createAccount(db.kysely, { name: "Shop", email: "" }, 1)).id;
  await addUpload();
  await addResult();
});
afterEach(async () => {
  await db.close();
  await rm(dir, { recursive: true });
});

const write = async (file: string, text: string) => {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { bytes: text.length, sha256 };
};

const addUpload = async () => {
  const named = {
    account_id: accountId,
    directory: "orders",
    filename: "orders.csv",
    md5: "",
    created_at: 1,
  };
  const file = await write(upload(), "email\na@example.com\n");
  await db.transaction((trx) => putUpload(trx, { ...named, ...file, path: path.relative(dir, upload()) }));
};

const addResult = async () => {
  const draft = {
    accountId,
    type: "cohorts",
    name: "Buyers",
    config: {},
    upstreamIds: [],
    uniqueName: true,
  } as const;
  cohort = (await db.transaction((trx) => insertResource(trx, draft, 1))).id;
  const resultFiles = [{ path: "members.parquet", ...(await write(members(), "members")) }];
  const resultDir = path.dirname(path.relative(dir, members()));
  await recordResult(
    db.kysely,
    cohort,
    {
      result: { population_count: 1, membership: { days: [], weeks: [], months: [] } },
      resultDir,
      resultFiles,
      fingerprint: "f",
    },
    2,
  );
};

const doctor = async (...args: string[]) => {
  const { terminal, out, err } = quiet({ BELLWETHER_DATA: dir });
  return { code: await run(["doctor", ...args], terminal), out: out(), err: err() };
};

test("a healthy directory is well in every respect", async () => {
  const { code, out, err } = await doctor();
  expect([code, err]).toEqual([0, expect.stringContaining("Everything is well.")]);
  expect(out).toContain("SQLite is intact.");
  expect(out).toContain("All are as they arrived (1 upload).");
  expect(out).not.toMatch(/^(look|repairable|broken)/m);
});

test("damage is named with what to do, and nothing is changed without --repair", async () => {
  await writeFile(upload(), "email\nb@example.com\n");
  await rm(members());
  const { code, out, err } = await doctor();
  expect(code).toBe(5);
  expect(out).toContain(
    `orders/orders.csv (account ${accountId}) has another content than when it was complete.`,
  );
  expect(out).toContain("It cannot be made again: upload it again.");
  expect(out).toMatch(/repairable results +cohort Buyers: .*members.parquet is missing/);
  expect(err).toContain("1 can be repaired: run bellwether doctor --repair. 1 cannot be repaired");
  expect(await findById(db.kysely, cohort)).toMatchObject({ damagedFiles: [], fingerprint: "f" });
});

test("--repair has results built again, and marks uploads until they are right again", async () => {
  const damaged = async () => (await findUpload(db.kysely, accountId, "orders", "orders.csv"))?.damaged_at;
  await writeFile(upload(), "email\nb@example.com\n");
  await rm(members());
  const { code, err } = await doctor("--repair");
  expect([code, err]).toEqual([5, expect.stringContaining("the service builds again what it can")]);
  expect(await findById(db.kysely, cohort)).toMatchObject({
    damagedFiles: ["members.parquet"],
    fingerprint: null,
  });
  expect(await damaged()).not.toBeNull();
  await writeFile(upload(), "email\na@example.com\n");
  expect((await doctor("--repair")).code).toBe(0);
  expect(await damaged()).toBeNull();
});

test("a cluster that does not answer is named without its token", async () => {
  const url = `sc://127.0.0.1:${await freePort()}/;token=hush;use_ssl=false`;
  const { terminal, out } = quiet({ BELLWETHER_DATA: dir, BELLWETHER_SPARK_URL: url });
  expect(await run(["doctor"], terminal)).toBe(5);
  expect(out()).toMatch(
    /broken +cluster +sc:\/\/127\.0\.0\.1:\d+ does not answer\.\n +Start the Connect server/,
  );
  expect(out()).not.toContain("hush");
});

test("JSON has the findings; unknown files and open secrets are to be looked at", async () => {
  await write(path.join(dir, "uploads", accountId, "orders", "other.csv"), "x");
  await chmod(path.join(dir, "bellwether.sqlite"), 0o644);
  const { code, out } = await doctor("--json");
  const { findings } = JSON.parse(out) as { findings: { check: string; state: string }[] };
  const looked = findings.filter(({ state }) => state === "warning").map(({ check }) => check);
  expect([code, looked]).toEqual([0, ["unknown files", "permissions"]]);
});
