import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import {
  findResumableUpload,
  findUpload,
  insertResumableUpload,
  listArrivalsAfter,
  listNamedUploads,
  listResumableUploads,
  listUploadPositions,
  listUploads,
  markFinished,
  putUpload,
  removeResumableUpload,
  removeUpload,
} from "./uploads.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  let accountId: string;
  beforeAll(async () => {
    db = (await open()).kysely;
    accountId = (await createAccount(db, { name: "Shop", email: "owner@example.com" }, now)).id;
  });

  const file = (directory: string, filename: string, path: string, created_at = now) => ({
    account_id: accountId,
    directory,
    filename,
    path,
    bytes: 3_000_000_000,
    md5: "m",
    sha256: "s",
    created_at,
  });

  test("a file replaces an earlier one of the same name", async () => {
    await putUpload(db, file("replaced", "a.csv", "first"));
    await putUpload(db, file("replaced", "a.csv", "second", now + 1));
    expect(await findUpload(db, accountId, "replaced", "a.csv")).toEqual(
      expect.objectContaining({ path: "second", bytes: 3_000_000_000, created_at: expect.any(Number) }),
    );
    expect(await listUploads(db, accountId, "replaced")).toHaveLength(1);
  });

  test("of the files that arrived after an instant the newest are listed, as many as asked for", async () => {
    const before = await putUpload(db, file("arrivals", "before.csv", "arrivals/before.csv"));
    for (let i = 0; i < 10; i++) await putUpload(db, file("arrivals", `${i}.csv`, `arrivals/${i}.csv`));
    const all = await listArrivalsAfter(db, accountId, before.created_at, 100);
    expect(all).toHaveLength(10);
    expect(all.every(({ directory }) => directory === "arrivals")).toBe(true);
    expect(await listArrivalsAfter(db, accountId, before.created_at, 2)).toEqual(all.slice(0, 2));
    expect(all[0]!.created_at).toBeGreaterThan(all[1]!.created_at);
  });

  test("files are listed newest first, even within a millisecond, and by directory", async () => {
    for (const name of ["b.csv", "a.csv", "c.csv", "b.csv"])
      await putUpload(db, file("listed", name, `listed/${name}`));
    await putUpload(db, file("elsewhere", "d.csv", "elsewhere/d.csv"));
    const listed = await listUploads(db, accountId, "listed");
    expect(listed.map((upload) => upload.filename)).toEqual(["b.csv", "c.csv", "a.csv"]);
    expect((await listUploads(db, accountId)).map((upload) => upload.filename)).toContain("d.csv");
    const positions = await listUploadPositions(db, accountId, "listed");
    expect(positions.map(({ filename }) => filename)).toEqual(["b.csv", "c.csv", "a.csv"]);
    const gone = { directory: "listed", filename: "gone.csv" };
    expect(await listNamedUploads(db, accountId, [...positions.slice(1), gone])).toEqual(listed.slice(1));
  });

  test("a removed file is gone, and removing it again returns null", async () => {
    await putUpload(db, file("removed", "a.csv", "there"));
    expect(
      await removeUpload(db, { account_id: accountId, directory: "removed", filename: "a.csv" }, now),
    ).toBe("there");
    expect(
      await removeUpload(db, { account_id: accountId, directory: "removed", filename: "a.csv" }, now),
    ).toBeNull();
    expect(await findUpload(db, accountId, "removed", "a.csv")).toBeUndefined();
  });

  test("each file arrives later than the one before, also after the clock was set back", async () => {
    const { id } = await createAccount(db, { name: "Clock", email: "" }, 1);
    const at = async (name: string, created_at: number) =>
      (await putUpload(db, { ...file("clock", name, name, created_at), account_id: id })).created_at;
    expect([await at("a.csv", now), await at("b.csv", now), await at("c.csv", now - 5_000)]).toEqual([
      now,
      now + 1,
      now + 2,
    ]);
    expect(await at("d.csv", now + 9)).toBe(now + 9);
  });
});

onEveryStore(({ open }) => {
  test("a resumable upload belongs to its account, is finished once, and can be removed", async () => {
    const { kysely } = await open();
    const { id: accountId } = await createAccount(kysely, { name: "Shop", email: "" }, 1);
    const { id: other } = await createAccount(kysely, { name: "Other", email: "" }, 1);
    const row = {
      id: "u",
      account_id: accountId,
      directory: "orders",
      filename: "a.csv",
      path: "uploads/a",
      bytes: 50_000_000_000,
      created_at: 1,
      finished_at: null,
      parts: null,
    };
    await insertResumableUpload(kysely, row);
    expect(await findResumableUpload(kysely, accountId, "u")).toEqual(row);
    expect(await findResumableUpload(kysely, other, "u")).toBeUndefined();
    expect([await markFinished(kysely, "u", 2), await markFinished(kysely, "u", 3)]).toEqual([true, false]);
    expect(await findResumableUpload(kysely, accountId, "u")).toMatchObject({ finished_at: 2 });
    expect(await listResumableUploads(kysely)).toMatchObject([
      { id: "u", path: "uploads/a", finished_at: 2 },
    ]);
    await removeResumableUpload(kysely, row, 4);
    expect(await listResumableUploads(kysely)).toEqual([]);
  });
});
