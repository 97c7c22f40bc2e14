import { expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import { createAccount } from "./accounts.js";
import {
  findResumableUpload,
  insertResumableUpload,
  listResumableUploads,
  markFinished,
  removeResumableUpload,
} from "./resumable-uploads.js";

onEveryStore(({ open }) => {
  test("an upload that arrives in parts is its account's, is finished once, and can be given up", async () => {
    const { kysely } = await open();
    const { id: accountId } = await createAccount(kysely, { name: "Shop", email: "" }, 1);
    const { id: other } = await createAccount(kysely, { name: "Other", email: "" }, 1);
    const row = {
      ...{ id: "u", account_id: accountId, directory: "orders", filename: "a.csv", path: "uploads/a" },
      ...{ bytes: 50_000_000_000, created_at: 1, finished_at: null },
    };
    await insertResumableUpload(kysely, row);
    expect(await findResumableUpload(kysely, accountId, "u")).toEqual(row);
    expect(await findResumableUpload(kysely, other, "u")).toBeUndefined();
    expect([await markFinished(kysely, "u", 2), await markFinished(kysely, "u", 3)]).toEqual([true, false]);
    expect(await findResumableUpload(kysely, accountId, "u")).toMatchObject({ finished_at: 2 });
    expect(await listResumableUploads(kysely)).toEqual([{ id: "u", path: "uploads/a" }]);
    await removeResumableUpload(kysely, "u");
    expect(await listResumableUploads(kysely)).toEqual([]);
  });
});
