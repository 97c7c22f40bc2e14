import { expect, test } from "vitest";
import { FileChecker } from "../../integrity/file-checker.js";
import { findDamage } from "../../integrity/file-guard.js";
import { hashFile } from "../../integrity/file-hash.js";
import { filesRead } from "./named-files.js";

test("an upload that was replaced before a build read it is fetched, and is no damage if it is gone", async () => {
  const upload = (path: string, replaced_at: number | null) => ({
    directory: "orders",
    filename: "a.csv",
    path,
    bytes: 1,
    sha256: "",
    replaced_at,
  });
  const uploads = [
    upload("uploads/1/orders/2-a.csv", null),
    upload("uploads/1/orders/1-a.csv", 5),
    upload("", 3),
  ];
  const input = {
    files: ["/data/uploads/1/orders/2-a.csv"],
    replaced: ["/data/uploads/1/orders/1-a.csv", ""],
  };
  const files = filesRead(input, "/data", { accountId: "1", resources: [], uploads });
  expect(files.map(({ path, mayBeGone }) => [path, mayBeGone ?? false])).toEqual([
    ["uploads/1/orders/2-a.csv", false],
    ["uploads/1/orders/1-a.csv", true],
  ]);
  const fetched: string[] = [];
  const damaged = await findDamage(files, {
    dataDir: "/data",
    checker: new FileChecker(hashFile),
    source: {
      async fetch(all) {
        fetched.push(...all.map(({ path }) => path));
        return new Map(all.map(({ path }) => [path, "missing" as const]));
      },
    },
  });
  expect(fetched).toEqual(files.map(({ path }) => path));
  expect(damaged.map(({ file }) => file.path)).toEqual(["uploads/1/orders/2-a.csv"]);
});
