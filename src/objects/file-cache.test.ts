import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { type S3Server, s3Program, startS3 } from "../../test/support/s3.js";
import type { FileHash } from "../domain/machine/stored-file.js";
import { FileChecker } from "../integrity/file-checker.js";
import { hashFile } from "../integrity/file-hash.js";
import { FileCache } from "./file-cache.js";
import { S3Bucket } from "./s3-bucket.js";

const program = s3Program();

describe("copies of files of a bucket", needing("the S3 server", program !== undefined), () => {
  let server: S3Server;
  let bucket: S3Bucket;
  let root: string;
  let dir: string;
  let nowMs = 0;
  let held = new Set<string>();
  let hashed: string[] = [];
  const credentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const;

  beforeAll(async () => {
    server = await startS3(program!);
    for (const name of credentials) process.env[name] = server.env[name];
    root = await mkdtemp(path.join(tmpdir(), "file-cache-"));
    bucket = new S3Bucket({ bucket: server.bucket, prefix: "p", endpoint: server.endpoint });
  });
  afterAll(async () => {
    bucket.close();
    for (const name of credentials) delete process.env[name];
    await server.stop();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    dir = await mkdtemp(path.join(root, "copies-"));
    held = new Set();
    hashed = [];
  });

  const caching = (maxBytes = 1e9) => {
    const checker = new FileChecker((file) => {
      hashed.push(path.relative(dir, file));
      return hashFile(file);
    });
    const isHeld = (name: string) => held.has(name);
    const tempDir = path.join(dir, "work");
    return new FileCache({ bucket, dir, tempDir, maxBytes, checker, isHeld, monotonicMs: () => nowMs });
  };
  /** An object of so many bytes. */
  const stored = async (name: string, bytes = 1000): Promise<{ path: string; expected: FileHash }> => {
    const content = Buffer.alloc(bytes, name);
    await writeFile(path.join(root, "in"), content);
    await bucket.put(name, path.join(root, "in"));
    return { path: name, expected: { bytes, sha256: createHash("sha256").update(content).digest("hex") } };
  };
  const has = (name: string) => existsSync(path.join(dir, name));

  test("a file is fetched once, however many ask for it at once, and is not hashed again", async () => {
    const [file, cache] = [await stored("relations/a/r/1/x.parquet"), caching()];
    await Promise.all([1, 2, 3].map(() => cache.fetch([file])));
    const { ino } = await stat(path.join(dir, file.path));
    expect(await cache.fetch([file])).toEqual(new Map());
    expect((await stat(path.join(dir, file.path))).ino).toBe(ino);
    expect(hashed).toEqual([]);
  });

  test("a damaged copy is fetched again, and a damaged or missing object is a fault", async () => {
    const [file, cache] = [await stored("uploads/a/orders/1.csv"), caching()];
    await cache.fetch([file]);
    await writeFile(path.join(dir, file.path), "other");
    expect(await cache.fetch([file])).toEqual(new Map());
    expect((await readFile(path.join(dir, file.path))).length).toBe(1000);
    const other = { path: "uploads/a/orders/2.csv", expected: file.expected };
    await stored("uploads/a/orders/3.csv");
    const changed = { path: "uploads/a/orders/3.csv", expected: { ...file.expected, bytes: 1000 } };
    expect(await cache.fetch([other, changed])).toEqual(
      new Map([
        [other.path, "missing"],
        [changed.path, "content"],
      ]),
    );
    expect(has(other.path) || has(changed.path)).toBe(false);
  });

  test("files of several results that are one object are one copy", async () => {
    const [first, cache] = [await stored("relations/a/r/1/base.parquet"), caching()];
    const linked = ["2", "3"].map((build) => ({
      path: `relations/a/r/${build}/base.parquet`,
      expected: { ...first.expected, object: first.path },
    }));
    await cache.fetch([linked[0]!]);
    await cache.fetch([linked[1]!, first]);
    const inodes = [first, ...linked].map(async (file) => (await stat(path.join(dir, file.path))).ino);
    expect(new Set(await Promise.all(inodes)).size).toBe(1);
  });

  test("copies that were not used for longest make room, and those in use stay", async () => {
    const cache = caching(5000);
    const files = [];
    for (let i = 1; i <= 8; i++) {
      nowMs += 600_000;
      const file = await stored(`relations/a/r/${i}/x.parquet`);
      files.push(file);
      if (i === 1) held.add("relations/a/r/1");
      await cache.fetch([file]);
    }
    const present = files.map(({ path: name }) => has(name));
    expect(present[0] && present[7]).toBe(true);
    expect(present.filter((each) => each).length).toBeLessThanOrEqual(5);
    expect(present[1]).toBe(false);
    expect(has("relations/a/r/2")).toBe(false);
    expect(await cache.fetch([files[1]!])).toEqual(new Map());
    expect(has(files[1]!.path)).toBe(true);
  });

  test("copies of what the store gave up are removed after a while, unless they are in use", async () => {
    const cache = caching();
    const files = [
      await stored("uploads/a/orders/1.csv"),
      await stored("relations/a/r/1/x.parquet"),
      await stored("relations/a/r/2/x.parquet"),
    ];
    await cache.fetch(files);
    held.add("relations/a/r/1");
    const named = new Set(["relations/a/r/2"]);
    await cache.removeUnnamed(named, 30_000);
    nowMs += 29_000;
    await cache.removeUnnamed(named, 30_000);
    expect(files.map(({ path: name }) => has(name))).toEqual([true, true, true]);
    nowMs += 2_000;
    await cache.removeUnnamed(named, 30_000);
    expect(files.map(({ path: name }) => has(name))).toEqual([false, true, true]);
  });

  test("nothing stays known of copies that are gone, however many there were", async () => {
    const cache = caching();
    const named = new Set(["relations/a/s/1"]);
    await cache.fetch([await stored("relations/a/s/1/x.parquet")]);
    for (let i = 0; i < 100; i++) await cache.fetch([await stored(`relations/a/r/${i}/x.parquet`)]);
    expect(cache.known).toBe(101);
    await cache.removeUnnamed(named, 1_000);
    nowMs += 2_000;
    await cache.removeUnnamed(named, 1_000);
    await cache.removeUnnamed(named, 1_000);
    expect(cache.known).toBe(1);
  });
});
