import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "../store/accounts.js";
import { listDiscards } from "../store/discards.js";
import { installationId } from "../store/installation.js";
import { insertResource, recordResult } from "../store/resources.js";
import { putUpload } from "../store/uploads.js";
import { join, requirePair } from "./join.js";

const now = Date.UTC(2026, 10, 22);

const directory = async (): Promise<string> => {
  const dir = await mkdtemp(path.join(tmpdir(), "installation-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
};
const write = async (dataDir: string, name: string): Promise<string> => {
  await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true });
  await writeFile(path.join(dataDir, name), "x");
  return name;
};
const idIn = async (dataDir: string): Promise<string> =>
  JSON.parse(await readFile(path.join(dataDir, "installation.json"), "utf8")).id;

/** An account with an upload and a result. */
const fill = async (db: Db, dataDir: string) => {
  const { id: accountId } = await createAccount(db.kysely, { name: "Shop", email: "" }, now);
  const file = await write(dataDir, `uploads/${accountId}/orders/1-a.csv`);
  const row = { directory: "orders", filename: "a.csv", path: file, bytes: 1, md5: "", sha256: "" };
  const { id } = await db.transaction(async (trx) => {
    await putUpload(trx, { account_id: accountId, ...row, created_at: now });
    const cohort = { accountId, type: "cohorts", name: "C", upstreamIds: [], uniqueName: false } as const;
    return insertResource(trx, { ...cohort, config: {} as never }, now);
  });
  const resultDir = `relations/${accountId}/${id}/one`;
  const result = await write(dataDir, `${resultDir}/members.parquet`);
  const built = { result: { population_count: 1 } as never, resultDir, resultFiles: [], fingerprint: "one" };
  await db.transaction((trx) => recordResult(trx, id, built, now));
  return { accountId, id, files: [file, result] };
};

onEveryStore(({ open }) => {
  test("a new pair gets one id, which only the owner of the file can read, and keeps it", async () => {
    const [db, dataDir] = [await open(), await directory()];
    await requirePair({ db, dataDir }, now);
    const id = await idIn(dataDir);
    expect(await installationId(db.kysely)).toBe(id);
    expect((await stat(path.join(dataDir, "installation.json"))).mode & 0o777).toBe(0o600);
    await requirePair({ db, dataDir }, now);
    expect(await idIn(dataDir)).toBe(id);
  });

  test("what a store does not know of a directory that it is joined with waits in the trash", async () => {
    const [db, dataDir] = [await open(), await directory()];
    const { accountId, id, files } = await fill(db, dataDir);
    const replaced = await write(dataDir, `relations/${accountId}/${id}/before/members.parquet`);
    const unknown = await write(dataDir, `uploads/${accountId}/orders/0-a.csv`);
    await join({ db, dataDir }, "1", now);
    expect(await idIn(dataDir)).toBe("1");
    expect([...files, replaced].every((name) => existsSync(path.join(dataDir, name)))).toBe(true);
    expect(existsSync(path.join(dataDir, "trash/2026-11-22", unknown))).toBe(true);
    expect((await listDiscards(db.kysely)).map((each) => each.path)).toEqual([path.dirname(replaced)]);
  });

  test.each<[string, RegExp, (full: string) => Promise<string>]>([
    ["a store with another directory", /belongs to another data directory/, directory],
    [
      "the directory of another installation",
      /belong to different installations/,
      async () => {
        const dataDir = await directory();
        await writeFile(path.join(dataDir, "installation.json"), '{ "id": "other" }');
        return dataDir;
      },
    ],
  ])("%s is refused, and nothing changes", async (_what, message, other) => {
    const [db, dataDir] = [await open(), await directory()];
    await requirePair({ db, dataDir }, now);
    await fill(db, dataDir);
    const id = await installationId(db.kysely);
    await expect(requirePair({ db, dataDir: await other(dataDir) }, now)).rejects.toThrow(message);
    expect(await installationId(db.kysely)).toBe(id);
  });

  test("an empty store beside a full directory is refused, with and without an id in the directory", async () => {
    const [db, dataDir] = [await open(), await directory()];
    await requirePair({ db, dataDir }, now);
    const { files } = await fill(db, dataDir);
    const empty = await open();
    await expect(requirePair({ db: empty, dataDir }, now)).rejects.toThrow("does not know the uploads");
    await unlink(path.join(dataDir, "installation.json"));
    await expect(requirePair({ db: empty, dataDir }, now)).rejects.toThrow("does not know the uploads");
    expect(await installationId(empty.kysely)).toBeNull();
    expect(files.every((name) => existsSync(path.join(dataDir, name)))).toBe(true);
  });

  test("a store that lost its directory is refused", async () => {
    const [db, dataDir] = [await open(), await directory()];
    await fill(db, dataDir);
    await expect(requirePair({ db, dataDir: await directory() }, now)).rejects.toThrow(
      /names uploads and results/,
    );
  });

  test("a damaged identity is refused with what to do", async () => {
    const [db, dataDir] = [await open(), await directory()];
    await writeFile(path.join(dataDir, "installation.json"), "{");
    await expect(requirePair({ db, dataDir }, now)).rejects.toThrow(/is damaged. Restore it/);
  });
});
