import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { bucketInTests, isBucketInstalled } from "../../../test/support/owned-bucket.js";
import { writeObject } from "./object.js";

describe("the object of a target", needing("the S3 server", isBucketInstalled), () => {
  const owned = bucketInTests();
  const root = mkdtempSync(path.join(tmpdir(), "target-object-"));
  afterAll(() => rmSync(root, { recursive: true }));

  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const now = Date.UTC(2026, 2, 1, 23, 59);
  const write = async (
    key: string,
    text: string,
    { hash = digest(text), targetId = "mine", name = "scores.csv" } = {},
  ) => {
    const file = path.join(root, name);
    writeFileSync(file, text);
    await writeObject(file, hash, { key, now }, { access: owned.access({ prefix: "out" }), targetId });
  };

  test("a file is written with its type and its owner, and replaced by the next", async () => {
    await write("scores.csv", "a\n1\n");
    expect(await owned.text("out/scores.csv")).toBe("a\n1\n");
    expect(await owned.head("out/scores.csv")).toMatchObject({
      type: "text/csv; charset=utf-8",
      metadata: { "bellwether-target": "mine" },
    });
    await write("scores.csv", "a\n2\n", { name: "scores.csv.gz" });
    expect(await owned.text("out/scores.csv")).toBe("a\n2\n");
    expect((await owned.head("out/scores.csv")).type).toBe("application/gzip");
  });

  test("equal bytes are not sent again", async () => {
    await write("same.csv", "first", { hash: "h" });
    await write("same.csv", "never sent", { hash: "h" });
    expect(await owned.text("out/same.csv")).toBe("first");
  });

  test("an object of anybody else stays as it is", async () => {
    await owned.put("out/foreign.csv", "theirs");
    await write("other.csv", "of another target", { targetId: "other" });
    for (const key of ["foreign.csv", "other.csv"])
      await expect(write(key, "mine")).rejects.toMatchObject({
        code: "object-foreign",
        message: expect.stringContaining(`s3://files/out/${key} exists`),
      });
    expect(await owned.text("out/foreign.csv")).toBe("theirs");
  });

  test("with {date}, each day has an object of its own", async () => {
    await write("daily/{date}/scores.csv", "day");
    expect(await owned.text("out/daily/2026-03-01/scores.csv")).toBe("day");
  });

  test("a file of several parts is written whole, and a missing bucket says so", async () => {
    const text = "0123456789abcdef".repeat((20 << 20) / 16);
    await write("large.csv", text);
    expect((await owned.text("out/large.csv")).length).toBe(text.length);
    const access = owned.access({ bucket: "nowhere" });
    await expect(
      writeObject(path.join(root, "scores.csv"), "h", { key: "a.csv", now }, { access, targetId: "mine" }),
    ).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("no bucket nowhere"),
    });
  });
});
