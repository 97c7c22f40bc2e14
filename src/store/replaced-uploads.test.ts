import { beforeAll, expect, test } from "vitest";
import { onEveryStore } from "../../test/support/stores.js";
import type { Db } from "../db/connection.js";
import { createAccount } from "./accounts.js";
import { listDiscards, pathsInUse } from "./discards.js";
import { forgetReplaced, forgetReplacedBefore } from "./replaced-uploads.js";
import { insertResource } from "./resources.js";
import { listFileVersions, putUpload, removeUpload } from "./uploads.js";

const now = 1_700_000_000_000;

onEveryStore(({ open }) => {
  let db: Db["kysely"];
  beforeAll(async () => {
    db = (await open()).kysely;
  });

  /** An account with a dataset that reads `orders`. */
  const account = async (): Promise<string> => {
    const { id } = await createAccount(db, { name: "Shop", email: "" }, 1);
    const config = {
      identity_sets: {},
      options: { type: "hosted_csv" as const, upload_directory: "orders" },
      output_to_streams: {},
      output_to_traits: {},
    };
    const dataset = { accountId: id, type: "datasets" as const, name: "Orders", config };
    await insertResource(db, { ...dataset, upstreamIds: [], uniqueName: true }, 1);
    return id;
  };
  const put = (account_id: string, directory: string, path: string, created_at: number) =>
    putUpload(db, {
      account_id,
      directory,
      filename: "a.csv",
      path,
      bytes: 1,
      md5: "m",
      sha256: "s",
      created_at,
    });
  const spans = async (id: string) =>
    (await listFileVersions(db, id)).map((each) => [each.path, each.created_at, each.replaced_at]);
  const discarded = async () => (await listDiscards(db)).map(({ path }) => path);

  test("a replaced file is in use until it is forgotten, with the moment from which it does not count", async () => {
    const id = await account();
    await put(id, "orders", "first", now);
    await put(id, "orders", "second", now + 5);
    await put(id, "orders", "third", now + 9);
    expect(await spans(id)).toEqual([
      ["third", now + 9, null],
      ["first", now, now + 5],
      ["second", now + 5, now + 9],
    ]);
    expect(await pathsInUse(db, id)).toEqual(["third", "first", "second"]);
    await forgetReplaced(db, { accountId: id, directory: "orders", until: now + 5 }, now + 10);
    expect(await pathsInUse(db, id)).toEqual(["third", "second"]);
    expect(await discarded()).toEqual(["first"]);
    await forgetReplacedBefore(db, now + 10, now + 10);
    expect(await pathsInUse(db, id)).toEqual(["third"]);
    expect(await discarded()).toEqual(expect.arrayContaining(["first", "second"]));
  });

  test("of a deleted file and the ones that it replaced, nothing stays but when they counted", async () => {
    const id = await account();
    await put(id, "orders", "unread", now);
    await put(id, "orders", "deleted", now + 5);
    await removeUpload(db, { account_id: id, directory: "orders", filename: "a.csv" }, now + 9);
    expect(await pathsInUse(db, id)).toEqual([]);
    expect(await discarded()).toEqual(expect.arrayContaining(["unread", "deleted"]));
    expect(await spans(id)).toEqual([
      ["", now, now + 5],
      ["", now + 5, now + 9],
    ]);
  });

  test("a file that no dataset reads is discarded when it is replaced", async () => {
    const id = await account();
    await put(id, "elsewhere", "nobody's", now);
    await put(id, "elsewhere", "next", now + 5);
    expect(await discarded()).toContain("nobody's");
    expect(await spans(id)).toEqual([["next", now + 5, null]]);
  });
});
