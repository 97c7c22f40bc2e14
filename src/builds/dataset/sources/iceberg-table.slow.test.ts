// Iceberg tables as PyIceberg writes them, in a bucket and on a server of SFTP: whatever their history is, a dataset has
// the rows that PyIceberg itself reads.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing, needs } from "../../../../test/run/needs.js";
import { bucketInTests, isBucketInstalled } from "../../../../test/support/owned-bucket.js";
import { pythonEnvironment } from "../../../../test/support/python-environment.js";
import { isSftpInstalled, sftpInTests } from "../../../../test/support/sftp-server.js";
import type { DatasetConfig } from "../../../domain/data/dataset.js";
import type { DatasetResult } from "../../../domain/proposal/dataset-result.js";
import { limits } from "../../../domain/resource/limits.js";
import { type Engine, openEngine } from "../../../warehouse/engine.js";
import { datasetFiles, relation } from "../../../warehouse/relations.js";
import { sql } from "../../../warehouse/sql/sql.js";
import type { ConnectionAccess } from "../../connection/access.js";
import type { FileHistory } from "../file-history.js";
import { buildDataset } from "../step.js";

const packages = ["pyiceberg[pyarrow,sql-sqlite,pyiceberg-core]==0.12.0", "pyarrow==26.0.1"];
const program = path.resolve("test/builds/change_iceberg.py");

type Row = readonly [
  email: string,
  orderedAt: string,
  total: number,
  shop?: string | null,
  year?: number | null,
];
type Change = { do: string } & Record<string, unknown>;
interface Truth {
  version: string;
  files: number;
  columns: string[];
  totals: number[];
  manifests: string[];
  data: string[];
}

const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, i) => [
    `p${(from + i) % 7}@example.com`,
    `2025-01-${String(1 + ((from + i) % 28)).padStart(2, "0")}T10:00:00`,
    from + i,
    ["Köln Süd", "a/b=c", null][i % 3]!,
    [2024, 2025, null][i % 3]!,
  ]);

const hasPython = needs["Python's packages"].isThere();

describe("Iceberg tables", needing("Python's packages", hasPython), () => {
  let python: string | undefined;
  let engine: Engine;
  const root = mkdtempSync(path.join(tmpdir(), "iceberg-"));
  beforeAll(async () => {
    python = await pythonEnvironment("iceberg-tables", packages);
    engine = await openEngine({ memoryMb: 300, threads: 1, tempDir: root });
  });
  afterAll(() => {
    engine.close();
    rmSync(root, { recursive: true });
  });

  interface Place {
    warehouse: string;
    options: Record<string, string> | null;
    access: ConnectionAccess;
    type: "s3" | "sftp";
  }
  const changed = ({ warehouse, options, type }: Place, name: string, ...changes: Change[]): Truth => {
    const catalog = path.join(root, `${type}.db`);
    const input = JSON.stringify([warehouse, name, catalog, options, changes]);
    return JSON.parse(
      execFileSync(path.join(python!, "python"), ["-W", "ignore", program], { input, encoding: "utf8" }),
    ) as Truth;
  };

  const configOf = (type: Place["type"], prefix: string): DatasetConfig => ({
    connection_id: "c",
    options: { type, prefix, table_format: "iceberg" },
    identity_sets: { buyer: { email: "email" } },
    output_to_streams: {
      order: { data_map: { datetime: { column_name: "ordered_at" }, value: { column_name: "total" } } },
    },
    output_to_traits: {},
  });
  interface Build {
    dir: string;
    result: DatasetResult;
  }
  let nowMs = Date.now();
  const build = async (
    { access, type }: Place,
    name: string,
    before: Build | null = null,
    others: Partial<DatasetConfig> = {},
  ): Promise<Build> => {
    const dir = await mkdtemp(path.join(root, "built-"));
    const through = before?.result.arrivals_through ?? 0;
    const previous = before && { dir: before.dir, through, isIntact: true };
    const history: FileHistory = { replaced: [], arrivalsThrough: through, previous, known: null };
    const config = { ...configOf(type, name), ...others };
    nowMs += 60_000;
    const tools = { engine, dir, now: nowMs, seed: 1, progress: () => {} };
    return { dir, result: await buildDataset({ config, files: [], history, bucket: { access } }, tools) };
  };
  const totals = async ({ dir }: Build) => {
    const found = await engine.rows<{ value: number }>(
      sql`select value from ${relation(datasetFiles(dir).events("order"))} order by value`,
    );
    return found.map(({ value }) => value);
  };
  const detected = async (place: Place, name: string) => {
    const preview = { preview: true, identity_sets: {}, output_to_streams: {} };
    const { result } = await build(place, name, null, preview);
    return Object.fromEntries(result.detected_columns.map((column) => [column.name, column]));
  };

  const stories = (name: string, isInstalled: boolean, placeOf: () => Place) =>
    describe(`on ${name}`, needing(name === "a bucket" ? "the S3 server" : "sshd", isInstalled), () => {
      test("rows that come are read alone, and rows that are deleted or overwritten are those of the table", async () => {
        const place = placeOf();
        const first = changed(place, "orders", { do: "create" }, { do: "append", rows: rows(1, 20) });
        let built = await build(place, "orders");
        const found = { files: first.files, version: first.version, read: "all" };
        expect(built.result.bucket).toMatchObject(found);
        expect(await totals(built)).toEqual(first.totals);
        const steps: [Change[], string][] = [
          [[{ do: "append", rows: rows(101, 5) }], "added"],
          [[], "nothing"],
          [[{ do: "delete", total: 3 }], "all"],
          [[{ do: "append", rows: rows(201, 3) }], "added"],
          [[{ do: "positions", name: "some", totals: [5, 102, 202] }], "all"],
          [
            [
              { do: "append", rows: rows(301, 2) },
              { do: "append", rows: rows(311, 2) },
            ],
            "added",
          ],
          [[{ do: "positions", name: "more", totals: [6, 301] }], "all"],
          [[{ do: "overwrite", rows: rows(401, 4) }], "all"],
        ];
        for (const [changes, read] of steps) {
          const truth = changed(place, "orders", ...changes.map((each) => ({ ...each })));
          built = await build(place, "orders", built);
          const what = JSON.stringify(changes);
          const { files, version } = truth;
          expect(built.result.bucket, what).toMatchObject({ files, version, read });
          expect(await totals(built), what).toEqual(truth.totals);
        }
      });
    });

  const owned = isBucketInstalled ? bucketInTests() : undefined;
  stories("a bucket", isBucketInstalled, () => {
    const { endpoint, bucket, env } = owned!.server();
    return {
      type: "s3",
      access: owned!.access(),
      warehouse: `s3://${bucket}`,
      options: {
        "s3.endpoint": endpoint,
        "s3.access-key-id": env.AWS_ACCESS_KEY_ID!,
        "s3.secret-access-key": env.AWS_SECRET_ACCESS_KEY!,
        "s3.region": "us-east-1",
      },
    };
  });

  const server = isSftpInstalled ? sftpInTests() : undefined;
  const onServer = (): Place => ({
    type: "sftp",
    access: server!.access(),
    warehouse: `file://${server!.files()}`,
    options: null,
  });
  stories("a server of SFTP", isSftpInstalled, onServer);

  describe("of every kind", needing("sshd", isSftpInstalled), () => {
    const at = (...parts: string[]) => path.join(server!.files(), ...parts);
    const newestMetadata = (name: string) =>
      readdirSync(at(name, "metadata"))
        .filter((file) => file.endsWith(".metadata.json"))
        .sort()
        .at(-1)!;

    test.each([1, 2])("columns of version %i have the names of today, by their ids", async (version) => {
      const place = onServer();
      const name = `evolved-${version}`;
      changed(place, name, { do: "create", version }, { do: "append", rows: rows(1, 6) });
      const truth = changed(
        place,
        name,
        { do: "rename", from: "email", to: "mail" },
        { do: "rename", from: "shop", to: "email" },
        { do: "widen" },
        { do: "add column", name: "points" },
        { do: "append", rows: rows(101, 6) },
        { do: "drop", name: "year" },
        // Another column than the one that went, whatever the name.
        { do: "add column", name: "year" },
      );
      const columns = await detected(place, name);
      expect(Object.keys(columns).sort()).toEqual(["email", "mail", "ordered_at", "points", "total"]);
      expect(columns.mail!.examples).toEqual(expect.arrayContaining(["p1@example.com"]));
      expect(columns.email!.examples).toEqual(expect.arrayContaining(["Köln Süd", "a/b=c"]));
      const built = await build(place, name, null, { identity_sets: { buyer: { email: "mail" } } });
      expect(await totals(built)).toEqual(truth.totals);
    });

    test("a column that is renamed has its name in all files of a dataset that was built before", async () => {
      const place = onServer();
      changed(place, "renamed", { do: "create" }, { do: "append", rows: rows(1, 6) });
      const before = await build(place, "renamed");
      changed(place, "renamed", { do: "rename", from: "total", to: "price" });
      const { result } = await build(place, "renamed", before, {
        output_to_streams: {
          order: { data_map: { datetime: { column_name: "ordered_at" }, value: { column_name: "price" } } },
        },
      });
      expect(result.bucket).toMatchObject({ read: "all" });
    });

    test("partitions, also such as came later, change nothing but where files are", async () => {
      const place = onServer();
      const truth = changed(
        place,
        "parts",
        { do: "create", partition_by: ["shop", "day"] },
        { do: "append", rows: rows(1, 9) },
        { do: "partition", by: "year" },
        { do: "append", rows: rows(101, 9) },
      );
      expect(truth.files).toBeGreaterThan(10);
      expect(Object.keys(await detected(place, "parts")).sort()).toEqual(truth.columns.sort());
      expect(await totals(await build(place, "parts"))).toEqual(truth.totals);
    });

    test("columns of the partition that files do not have get their values from the manifests", async () => {
      const place = onServer();
      const truth = changed(
        place,
        "stripped",
        { do: "create", partition_by: ["shop", "year"] },
        { do: "append", rows: rows(1, 9) },
        { do: "strip", columns: ["shop", "year"] },
      );
      const columns = await detected(place, "stripped");
      expect(columns.shop!.examples).toEqual(expect.arrayContaining(["Köln Süd", "a/b=c"]));
      expect(columns.year!.examples).toEqual(expect.arrayContaining(["2024", "2025"]));
      expect(await totals(await build(place, "stripped"))).toEqual(truth.totals);
    });

    test("files of another program have the columns that the table's mapping of names says", async () => {
      const place = onServer();
      const truth = changed(place, "foreign", { do: "create" }, { do: "add files", rows: rows(1, 6) });
      expect(truth.totals).toHaveLength(6);
      expect(await totals(await build(place, "foreign"))).toEqual(truth.totals);
      changed(place, "foreign", { do: "rename", from: "shop", to: "place" });
      expect(Object.keys(await detected(place, "foreign"))).toContain("place");
    });

    test("rows that are equal to those of a delete file go, but not such as came after it", async () => {
      const place = onServer();
      changed(
        place,
        "equal",
        { do: "create" },
        { do: "append", rows: rows(1, 14) },
        { do: "equality", name: "gone", emails: ["p1@example.com", "p5@example.com"] },
        { do: "append", rows: rows(101, 3) },
      );
      // p1 and p5 are those whose total leaves 1 or 5 when it is divided by 7.
      expect(await totals(await build(place, "equal"))).toEqual([
        2, 3, 4, 6, 7, 9, 10, 11, 13, 14, 101, 102, 103,
      ]);
    });

    const refusedWith = (name: string) =>
      build(onServer(), name).then(
        () => undefined,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      );

    test.each<[string, (name: string, truth: Truth) => void, RegExp]>([
      [
        "metadata of two commits",
        (name) => {
          const file = newestMetadata(name);
          copyFileSync(at(name, "metadata", file), at(name, "metadata", file.replace(/-.*?\./, "-ab.")));
        },
        /2 files of its metadata have the number 1.*catalog/,
      ],
      [
        "metadata that is cut off",
        (name) => truncateSync(at(name, "metadata", newestMetadata(name)), 100),
        /no JSON/,
      ],
      [
        "metadata of another time",
        (name) => writeFileSync(at(name, "metadata", "00009-a.metadata.json"), '{"format-version": 3}'),
        /version 3/,
      ],
      [
        "a manifest that is cut off",
        (_, { manifests }) => truncateSync(new URL(manifests[0]!), 2_000),
        /avro is cut off/,
      ],
      [
        "too much metadata",
        (name) => truncateSync(at(name, "metadata", newestMetadata(name)), limits.tableMetadataBytes.is + 1),
        /too large\. Expire/,
      ],
      [
        "no metadata",
        (name) => rmSync(at(name, "metadata"), { recursive: true }),
        /no metadata with the name/,
      ],
    ])("a table with %s is refused in words that help", async (title, harm, said) => {
      const name = title.replaceAll(" ", "-");
      const truth = changed(onServer(), name, { do: "create" }, { do: "append", rows: rows(1, 3) });
      harm(name, truth);
      expect(await refusedWith(name)).toMatch(/^iceberg-unreadable: The Iceberg table at sftp:/);
      expect(await refusedWith(name)).toMatch(said);
    });

    test("a file that somebody has taken away is waited for, and a table without rows is empty", async () => {
      const place = onServer();
      const truth = changed(place, "gone", { do: "create" }, { do: "append", rows: rows(1, 3) });
      rmSync(new URL(truth.data[0]!));
      expect(await refusedWith("gone")).toMatch(/^bucket-file-changed/);
      changed(place, "empty", { do: "create" });
      expect(await refusedWith("empty")).toMatch(/^bucket-empty/);
    });
  });
});
