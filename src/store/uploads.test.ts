import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import { findUpload, listUploads, putUpload, removeUpload } from "./uploads.js";

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

  test("a file of the same name takes the place of the one before it", async () => {
    expect(await putUpload(db, file("replaced", "a.csv", "first"))).toBeNull();
    expect(await putUpload(db, file("replaced", "a.csv", "second", now + 1))).toBe("first");
    expect(await findUpload(db, accountId, "replaced", "a.csv")).toEqual(
      expect.objectContaining({ path: "second", bytes: 3_000_000_000, created_at: now + 1 }),
    );
    expect(await listUploads(db, accountId, "replaced")).toHaveLength(1);
  });

  test("files are listed newest first, also those of one millisecond, and by directory", async () => {
    for (const name of ["b.csv", "a.csv", "c.csv", "b.csv"])
      await putUpload(db, file("listed", name, `listed/${name}`));
    await putUpload(db, file("elsewhere", "d.csv", "elsewhere/d.csv"));
    const listed = await listUploads(db, accountId, "listed");
    expect(listed.map((upload) => upload.filename)).toEqual(["b.csv", "c.csv", "a.csv"]);
    expect((await listUploads(db, accountId)).map((upload) => upload.filename)).toContain("d.csv");
  });

  test("a removed file is gone, and removing it again finds nothing", async () => {
    await putUpload(db, file("removed", "a.csv", "there"));
    expect(await removeUpload(db, accountId, "removed", "a.csv")).toBe("there");
    expect(await removeUpload(db, accountId, "removed", "a.csv")).toBeNull();
    expect(await findUpload(db, accountId, "removed", "a.csv")).toBeUndefined();
  });
});
