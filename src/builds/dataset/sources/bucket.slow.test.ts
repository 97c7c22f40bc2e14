import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../../../../test/run/needs.js";
import { bucketInTests, isBucketInstalled } from "../../../../test/support/owned-bucket.js";
import type { S3Options } from "../../../domain/data/connection.js";
import type { DatasetConfig } from "../../../domain/data/dataset.js";
import type { BucketFileOptions } from "../../../domain/data/dataset-options.js";
import type { DatasetResult } from "../../../domain/proposal/dataset-result.js";
import { limits } from "../../../domain/resource/limits.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import { datasetFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { FileHistory } from "../file-history.js";
import { buildDataset } from "../step.js";

describe("files of a bucket", needing("the S3 server", isBucketInstalled), () => {
  let engine: Engine;
  const root = mkdtempSync(path.join(tmpdir(), "bucket-steps-"));
  const owned = bucketInTests();
  beforeAll(async () => {
    engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  });
  afterAll(() => {
    engine.close();
    rmSync(root, { recursive: true });
  });

  const configOf = (
    options: Partial<BucketFileOptions>,
    others: Partial<DatasetConfig> = {},
  ): DatasetConfig => ({
    connection_id: "c",
    options: { type: "s3", ...options },
    identity_sets: { buyer: { email: "email" } },
    output_to_streams: {
      order: { data_map: { datetime: { column_name: "ordered_at" }, value: { column_name: "total" } } },
    },
    output_to_traits: {},
    ...others,
  });
  const csv = (...rows: string[]) => ["email,ordered_at,total", ...rows, ""].join("\n");

  interface Build {
    dir: string;
    result: DatasetResult;
  }
  const build = async (
    config: DatasetConfig,
    before: Build | null = null,
    { erasedFile, access = {} }: { erasedFile?: string; access?: Partial<S3Options> } = {},
  ): Promise<Build> => {
    const dir = await mkdtemp(path.join(root, "built-"));
    const through = before?.result.arrivals_through ?? 0;
    const previous = before && { dir: before.dir, through, isIntact: true };
    const history: FileHistory = { replaced: [], arrivalsThrough: through, previous, known: null };
    const input = {
      config,
      files: [],
      history,
      bucket: { access: owned.access(access) },
      ...(erasedFile !== undefined && { erasedFile }),
    };
    const tools = { engine, dir, now: Date.now() + 60_000, seed: 1, progress: () => {} };
    return { dir, result: await buildDataset(input, tools) };
  };
  const events = async ({ dir }: Build) => {
    const rows = await engine.rows<{ value: number }>(
      sql`select value from ${relation(datasetFiles(dir).events("order"))} order by value`,
    );
    return rows.map(({ value }) => value);
  };
  const firstSeen = async ({ dir }: Build) =>
    engine.rows<{ email: string; first_seen: number }>(
      sql`select email, first_seen from ${relation(datasetFiles(dir).identities)} order by email`,
    );

  test("a file that comes is read alone, and the result is that of all files", async () => {
    await owned.put("add/2025-01.csv", csv("ada@example.com,2025-01-02,1", "bob@example.com,2025-01-03,2"));
    const first = await build(configOf({ prefix: "add" }));
    expect(first.result).toMatchObject({
      funnel: { total: 2 },
      identities: 2,
      refresh_seconds: 3600,
      bucket: { files: 1, read: "all" },
    });
    await owned.put(
      "add/2025-02.csv.gz",
      gzipSync(csv("ada@example.com,2025-02-02,4", "cyd@example.com,2025-02-03,8")),
    );
    const second = await build(configOf({ prefix: "add" }), first);
    const whole = await build(configOf({ prefix: "add" }));
    expect(second.result.bucket).toMatchObject({ files: 2, read: "added" });
    expect(second.result.funnel).toEqual(whole.result.funnel);
    expect(await events(second)).toEqual([1, 2, 4, 8]);
    expect(await firstSeen(second)).toEqual(await firstSeen(whole));
    expect(second.result.content).not.toBe(first.result.content);
    expect(readdirSync(second.dir)).not.toContain("bucket");
  });

  test("the arrival of a file is the moment at which it was written", async () => {
    await owned.put("late/1.csv", csv("ada@example.com,2025-01-02,1"));
    const { modified } = await owned.head("late/1.csv");
    const { result } = await build(configOf({ prefix: "late" }));
    expect(result.updates).toEqual([{ datetime: modified.getTime(), rows_added: 1 }]);
    expect(result.arrivals_through).toBe(modified.getTime());
  });

  test("where nothing changed, the result is the one of before, also after a file was written again with the same bytes", async () => {
    await owned.put("same/1.csv", csv("ada@example.com,2025-01-02,1"));
    const first = await build(configOf({ prefix: "same" }));
    const again = await build(configOf({ prefix: "same", refresh_hours: 6 }), first);
    expect(again.result).toMatchObject({ bucket: { read: "nothing" }, refresh_seconds: 6 * 3600 });
    expect(again.result.content).toBe(first.result.content);
    await owned.put("same/1.csv", csv("ada@example.com,2025-01-02,1"), { run: "2" });
    const third = await build(configOf({ prefix: "same" }), again);
    expect(third.result).toMatchObject({ bucket: { read: "nothing" }, content: first.result.content });
    expect(await events(third)).toEqual([1]);
  });

  test("a file that is replaced loses its rows, and who stays was first seen when they came", async () => {
    await owned.put("swap/1.csv", csv("ada@example.com,2025-01-02,1", "bob@example.com,2025-01-03,2"));
    await owned.put("swap/2.csv", csv("cyd@example.com,2025-01-04,4"));
    const first = await build(configOf({ prefix: "swap" }));
    await owned.put("swap/1.csv", csv("ada@example.com,2025-01-02,16"));
    const second = await build(configOf({ prefix: "swap" }), first);
    expect(second.result).toMatchObject({ bucket: { read: "all" }, identities: 2 });
    expect(await events(second)).toEqual([4, 16]);
    const before = (await firstSeen(first)).filter(({ email }) => email !== "bob@example.com");
    expect(await firstSeen(second)).toEqual(before);
    expect(second.result.arrivals_through!).toBeGreaterThan(first.result.arrivals_through!);
  });

  test("a file that is deleted takes its rows with it; without any file the build is refused", async () => {
    await owned.put("gone/1.csv", csv("ada@example.com,2025-01-02,1"));
    await owned.put("gone/2.csv", csv("bob@example.com,2025-01-03,2"));
    const first = await build(configOf({ prefix: "gone" }));
    await owned.remove("gone/1.csv");
    const second = await build(configOf({ prefix: "gone" }), first);
    expect(await events(second)).toEqual([2]);
    expect(second.result.identities).toBe(1);
    await owned.remove("gone/2.csv");
    await expect(build(configOf({ prefix: "gone" }), second)).rejects.toMatchObject({
      code: "bucket-empty",
    });
  });

  test("files of another bucket or directory are others, though their names are equal", async () => {
    await owned.put("one/a/1.csv", csv("ada@example.com,2025-01-02,1"));
    await owned.put("two/a/1.csv", csv("ada@example.com,2025-01-02,2"));
    const first = await build(configOf({ prefix: "a" }), null, { access: { prefix: "one" } });
    const second = await build(configOf({ prefix: "a" }), first, { access: { prefix: "two" } });
    expect(await events(second)).toEqual([2]);
  });

  test("the rows of a person to delete are left out, also of files that come, and it is said which file holds them", async () => {
    await owned.put("forget/1.csv", csv("ada@example.com,2025-01-02,1", "bob@example.com,2025-01-03,2"));
    const first = await build(configOf({ prefix: "forget" }));
    const erasedFile = path.join(root, "forgotten.parquet");
    await engine.writeParquet(
      sql`select identity_key from ${relation(datasetFiles(first.dir).identities)} where email = 'ada@example.com'`,
      erasedFile,
    );
    const second = await build(configOf({ prefix: "forget" }), first, { erasedFile });
    expect(await events(second)).toEqual([2]);
    expect(second.result).toMatchObject({
      bucket: { read: "all" },
      forgotten_rows: [{ file: "forget/1.csv", rows: 1 }],
    });
    const unchanged = await build(configOf({ prefix: "forget" }), second, { erasedFile });
    expect(unchanged.result.bucket).toMatchObject({ read: "nothing" });
    await owned.put("forget/2.csv", csv("ada@example.com,2025-01-04,4", "cyd@example.com,2025-01-05,8"));
    expect(await events(await build(configOf({ prefix: "forget" }), second, { erasedFile }))).toEqual([2, 8]);
  });

  test("the newest file alone, a pattern and a preview", async () => {
    await owned.put("latest/a.csv", csv("ada@example.com,2025-01-02,1"));
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await owned.put("latest/b.csv", csv("bob@example.com,2025-01-03,2"));
    const latest = await build(configOf({ prefix: "latest", replace_all_with_latest_file: true }));
    expect(await events(latest)).toEqual([2]);
    expect(await events(await build(configOf({ prefix: "latest/a*.csv" })))).toEqual([1]);
    const preview = await build(
      configOf({ prefix: "latest" }, { preview: true, identity_sets: {}, output_to_streams: {} }),
    );
    expect(preview.result).toMatchObject({
      filenames: ["latest/a.csv", "latest/b.csv"],
      dialect: { delimiter: "," },
      proposal: { identity_sets: { customer: { email: "email" } } },
    });
    const imported = await build(configOf({ prefix: "latest" }), preview);
    const { modified } = await owned.head("latest/a.csv");
    expect(imported.result.updates[0]).toEqual({ datetime: modified.getTime(), rows_added: 1 });
  });

  test("more files than the limit are refused", async () => {
    const directory = path.join(owned.server().objects, "many");
    mkdirSync(directory);
    for (let i = 0; i <= limits.bucketFiles.is; i++) writeFileSync(path.join(directory, `${i}.csv`), "a\n");
    await expect(build(configOf({ prefix: "many" }))).rejects.toMatchObject({
      code: "bucket-files-too-many",
    });
    rmSync(directory, { recursive: true });
  });

  test("a file that unpacks to more than its limit is refused", async () => {
    await owned.put("bomb/1.csv.gz", gzipSync(csv("ada@example.com,2025-01-02,1", "#".repeat(3_000_000))));
    const dir = await mkdtemp(path.join(root, "built-"));
    const bucket = { access: owned.access(), maxUnpackedBytes: 1_000_000 };
    const tools = { engine, dir, now: Date.now(), seed: 1, progress: () => {} };
    const config = configOf({ prefix: "bomb" });
    await expect(buildDataset({ config, files: [], bucket }, tools)).rejects.toMatchObject({
      code: "archive-too-large",
      message: expect.stringContaining("bomb/1.csv.gz"),
    });
  });
});
