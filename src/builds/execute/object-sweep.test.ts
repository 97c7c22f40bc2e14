import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { openNewStore } from "../../../test/support/new-store.js";
import { type S3Server, s3Program, startS3 } from "../../../test/support/s3.js";
import { insertCohort, sweeping } from "../../../test/support/sweeping.js";
import type { Db } from "../../db/connection.js";
import { allOf, type Bucket, type StoredObject } from "../../objects/bucket.js";
import { openBucket } from "../../objects/open-bucket.js";
import { createAccount, scheduleDeletion } from "../../store/accounts.js";
import { discard } from "../../store/discards.js";
import { recordResult } from "../../store/resources.js";
import { insertResumableUpload, putUpload, removeUpload } from "../../store/uploads.js";
import { ObjectSweep } from "./object-sweep.js";
import { deleteDueAccounts } from "./sweep.js";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 23);
const program = s3Program();

describe("the sweep of a bucket", needing("the S3 server", program !== undefined), () => {
  let server: S3Server;
  let root: string;
  let db: Db;
  let bucket: Bucket;
  let account: string;
  /** Age of objects beyond what they say. */
  let olderMs: Record<string, number>;
  let requests = 0;
  const credentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const;

  beforeAll(async () => {
    server = await startS3(program!);
    for (const name of credentials) process.env[name] = server.env[name];
  });
  afterAll(async () => {
    for (const name of credentials) delete process.env[name];
    await server.stop();
  });
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "object-sweep-"));
    await writeFile(path.join(root, "in"), "person_id\n1\n");
    db = await openNewStore(path.join(root, "bellwether.sqlite"));
    const prefix = path.basename(root);
    bucket = await openBucket({
      bucket: server.bucket,
      prefix,
      endpoint: server.endpoint,
      onAnswer: () => void requests++,
    });
    account = (await createAccount(db.kysely, { name: "Shop", email: "" }, now)).id;
    olderMs = {};
  });
  afterEach(async () => {
    bucket.close();
    await db.close();
    await rm(root, { recursive: true });
  });

  /** The bucket as it will be when some objects are older. */
  const aged = (): Bucket =>
    new Proxy(bucket, {
      get(target, name: keyof Bucket) {
        if (name !== "list")
          return typeof target[name] === "function" ? target[name].bind(target) : target[name];
        return async function* (beginning: string): AsyncIterable<StoredObject> {
          for await (const object of target.list(beginning))
            yield { ...object, ageMs: object.ageMs + (olderMs[object.name] ?? 0) };
        };
      },
    });
  const start = () => {
    const options = { db, bucket: aged(), trashDays: 7, clock: () => now, log: { info: () => {} } };
    const objects = new ObjectSweep({ ...options, monotonicMs: () => (nowMs += 7 * hour) });
    return { ...sweeping({ db, dataDir: root, objects, clock: () => now }), objects };
  };
  let nowMs = 0;
  const write = async (name: string): Promise<string> => {
    await bucket.put(name, path.join(root, "in"));
    return name;
  };
  const names = async () => (await allOf(bucket.list(""))).map(({ name }) => name);
  const cohort = (name: string) => insertCohort(db, { accountId: account, name }, now);
  /** A result of a file of its own, and of files that earlier results have. */
  const build = async (id: string, name: string, linked: readonly string[] = []): Promise<string> => {
    const resultDir = `relations/${account}/${id}/${name}`;
    const own = await write(`${resultDir}/own.parquet`);
    const hash = { bytes: 12, sha256: "" };
    const resultFiles = [
      { path: "own.parquet", ...hash },
      ...linked.map((object) => ({ path: path.basename(object), ...hash, object })),
    ];
    const built = { result: { population_count: 1 } as never, resultDir, resultFiles, fingerprint: name };
    await db.transaction((trx) => recordResult(trx, id, built, now));
    return own;
  };
  const upload = async (filename: string): Promise<string> => {
    const name = await write(`uploads/${account}/orders/${filename}`);
    const row = { account_id: account, directory: "orders", filename, path: name };
    await db.transaction((trx) =>
      putUpload(trx, { ...row, bytes: 12, md5: "", sha256: "", created_at: now }),
    );
    return name;
  };

  test("a replaced result goes a minute later, and the objects that later results link stay until none does", async () => {
    const { id } = await cohort("Customers");
    const [first, base] = [await build(id, "1"), await write(`relations/${account}/${id}/1/base.parquet`)];
    const second = await build(id, "2", [base]);
    const swept = start();
    await swept.after(30_000);
    expect(await names()).toEqual([base, first, second]);
    await swept.after(minute);
    expect(await names()).toEqual([base, second]);
    const third = await build(id, "3", [base]);
    await swept.after(2 * minute);
    expect(await names()).toEqual([base, third]);
    const before = requests;
    await swept.objects.begin();
    expect(await swept.objects.removeGivenUp(path.dirname(first))).toBe(false);
    expect(requests).toBe(before);
    const fourth = await build(id, "4");
    await swept.after(2 * minute);
    expect(await names()).toEqual([fourth]);
    expect(await db.kysely.selectFrom("discard").selectAll().execute()).toEqual([]);
  });

  test("a deleted upload goes, and what running work reads stays", async () => {
    const [kept, gone] = [await upload("a.csv"), await upload("b.csv")];
    const swept = start();
    const release = swept.reads.hold([kept, gone]);
    for (const filename of ["a.csv", "b.csv"])
      await db.transaction((trx) =>
        removeUpload(trx, { account_id: account, directory: "orders", filename }, now),
      );
    await swept.after(hour);
    expect(await names()).toEqual([kept, gone]);
    release();
    swept.reads.hold([kept]);
    await db.kysely.deleteFrom("replaced_upload").execute();
    await discard(db.kysely, { accountId: account, path: gone, reason: "deleted" }, now);
    await swept.after(2 * minute);
    expect(await names()).toEqual([kept]);
  });

  test("what the store does not know stays for days, and for good if it is much; what a build has just stored stays too", async () => {
    const used = await Promise.all(Array.from({ length: 8 }, (_, i) => upload(`${i}.csv`)));
    const [old, recent] = [`relations/${account}/r/lost/x.parquet`, `relations/${account}/r/new/x.parquet`];
    await write(old);
    await write(recent);
    const swept = start();
    olderMs = { [old]: 6 * day };
    await swept.after(minute);
    expect(await names()).toEqual([old, recent, ...used]);
    olderMs = { [old]: 8 * day };
    await swept.after(minute);
    expect(await names()).toEqual([recent, ...used]);
    const many = await Promise.all([1, 2, 3].map((i) => write(`relations/${account}/r/lost/${i}.parquet`)));
    olderMs = Object.fromEntries(many.map((name) => [name, 8 * day]));
    await swept.after(minute);
    expect((await names()).length).toBe(12);
    expect(swept.troubles.list()[0]?.message).toMatch(/does not know 3 of 12 objects/);
  });

  test("parts of a resumable upload stay until their client has been silent for a day", async () => {
    const place = `uploads/${account}/orders/1-big.csv`;
    const part = await write(`${place}.parts/one`);
    const row = { id: "1", account_id: account, directory: "orders", filename: "big.csv", path: place };
    const upload = { ...row, bytes: 100, created_at: now - 30 * day, finished_at: null, parts: null };
    await insertResumableUpload(db.kysely, upload);
    const swept = start();
    olderMs = { [part]: 23 * hour };
    await swept.after(hour);
    expect(await names()).toEqual([part]);
    olderMs = { [part]: 25 * hour };
    await swept.after(hour);
    await swept.after(hour);
    expect(await names()).toEqual([]);
  });

  test("an account is deleted with its objects, and those of others stay", async () => {
    const { id } = await cohort("Customers");
    await build(id, "1");
    await upload("a.csv");
    const other = await write("uploads/other/orders/a.csv");
    const { objects } = start();
    await db.transaction((trx) => scheduleDeletion(trx, account, now - 1));
    expect(await deleteDueAccounts(db, root, now, objects)).toBe(1);
    expect(await names()).toEqual([other]);
    expect(existsSync(path.join(root, "relations", account))).toBe(false);
  });

  test("what remains of an account is known, and unknown objects of it go without waiting for days", async () => {
    const { id } = await cohort("Customers");
    const [own, lost] = [await build(id, "1"), await write(`relations/${account}/r/lost/x.parquet`)];
    const { objects } = start();
    expect((await objects.unusedOf(account)).map(({ name }) => name)).toEqual([lost]);
    await objects.removeUnknownOf(account);
    expect(await names()).toContain(lost);
    olderMs = { [lost]: 2 * hour };
    await objects.removeUnknownOf(account);
    expect(await names()).toEqual([own]);
    expect(await objects.unusedOf(account)).toEqual([]);
  });
});
