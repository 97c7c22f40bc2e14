// Tables of lakes for tests: their rows, a Python that writes them, and datasets that are built of what it wrote.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { FileHistory } from "../../src/builds/dataset/file-history.js";
import { buildDataset } from "../../src/builds/dataset/step.js";
import type { DatasetConfig } from "../../src/domain/data/dataset.js";
import type { DatasetResult } from "../../src/domain/proposal/dataset-result.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { datasetFiles, relation } from "../../src/warehouse/relations.js";
import { sql } from "../../src/warehouse/sql/sql.js";
import { pythonEnvironment } from "./python-environment.js";

export type LakeRow = readonly [
  email: string,
  orderedAt: string,
  total: number,
  shop: string | null,
  year: number | null,
];

/** Rows whose totals are `from` and the numbers after it. */
export const lakeRows = (from: number, count: number): LakeRow[] =>
  Array.from({ length: count }, (_, i) => [
    `p${(from + i) % 7}@example.com`,
    `2025-01-${String(1 + ((from + i) % 28)).padStart(2, "0")}T10:00:00`,
    from + i,
    ["Köln Süd", "a/b=c", null][i % 3]!,
    [2024, 2025, null][i % 3]!,
  ]);

/** Of the program that changes tables. */
export type LakeChange = { do: string } & Record<string, unknown>;

/** What the program itself reads after its changes. */
export interface LakeTruth {
  version: string;
  files: number;
  /** Values of `total`, ascending. */
  totals: number[];
}

export interface LakePlace {
  type: "s3" | "sftp";
  access: ConnectionAccess;
}

export interface LakeBuild {
  dir: string;
  result: DatasetResult;
}

/** Changes, and how the build after them reads the table. */
export type LakeStep = [changes: LakeChange[], read: "all" | "added" | "nothing"];

/** Starts and ends with the tests of the file. */
export const lakeTablesInTests = (format: "delta" | "iceberg", packages: readonly string[]) => {
  let programs: string | undefined;
  let engine: Engine;
  const root = mkdtempSync(path.join(tmpdir(), `${format}-`));
  beforeAll(async () => {
    programs = await pythonEnvironment(`${format}-tables`, packages);
    engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  });
  afterAll(() => {
    engine.close();
    rmSync(root, { recursive: true });
  });

  /** The answer, in JSON, of a program that is given `input` so. */
  const answerOf = <T>(args: readonly string[], input: unknown): T =>
    JSON.parse(
      execFileSync(path.join(programs!, "python"), args, { input: JSON.stringify(input), encoding: "utf8" }),
    ) as T;

  let nowMs = Date.now();
  const build = async (
    { access, type }: LakePlace,
    name: string,
    before: LakeBuild | null = null,
    others: Partial<DatasetConfig> = {},
  ): Promise<LakeBuild> => {
    const dir = await mkdtemp(path.join(root, "built-"));
    const through = before?.result.arrivals_through ?? 0;
    const previous = before && { dir: before.dir, through, isIntact: true };
    const history: FileHistory = { replaced: [], arrivalsThrough: through, previous, known: null };
    const config: DatasetConfig = {
      connection_id: "c",
      options: { type, prefix: name, table_format: format },
      identity_sets: { buyer: { email: "email" } },
      output_to_streams: {
        order: { data_map: { datetime: { column_name: "ordered_at" }, value: { column_name: "total" } } },
      },
      output_to_traits: {},
      ...others,
    };
    nowMs += 60_000;
    const tools = { engine, dir, now: nowMs, seed: 1, progress: () => {} };
    return { dir, result: await buildDataset({ config, files: [], history, bucket: { access } }, tools) };
  };

  const totals = async ({ dir }: LakeBuild): Promise<number[]> => {
    const found = await engine.rows<{ value: number }>(
      sql`select value from ${relation(datasetFiles(dir).events("order"))} order by value`,
    );
    return found.map(({ value }) => value);
  };

  /** Builds a dataset after the first truth and after each step, and compares it with what the program reads. */
  const follow = async (
    place: LakePlace,
    name: string,
    changed: (changes: readonly LakeChange[]) => LakeTruth,
    [first, ...later]: [LakeChange[], ...LakeStep[]],
  ): Promise<void> => {
    let built: LakeBuild | null = null;
    for (const [changes, read] of [[first, "all"], ...later] as LakeStep[]) {
      const what = JSON.stringify(changes);
      const truth = changed(changes);
      built = await build(place, name, built);
      const { files, version } = truth;
      expect(built.result.bucket, what).toMatchObject({ files, version, read });
      expect(await totals(built), what).toEqual(truth.totals);
    }
  };

  return {
    root,
    answerOf,
    build,
    totals,
    follow,
    /** A preview, and the columns that it found. */
    detected: async (place: LakePlace, name: string) => {
      const preview = { preview: true, identity_sets: {}, output_to_streams: {} };
      const { result } = await build(place, name, null, preview);
      const columns = Object.fromEntries(result.detected_columns.map((column) => [column.name, column]));
      return { result, columns };
    },
    /** Code and message of the refusal; undefined if it can be built. */
    refusalOf: (place: LakePlace, name: string): Promise<string | undefined> =>
      build(place, name).then(
        () => undefined,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      ),
  };
};
