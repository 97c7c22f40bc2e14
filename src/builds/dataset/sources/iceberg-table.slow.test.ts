// Iceberg tables as PyIceberg writes them, in a bucket and on a server of SFTP: whatever their history is, a dataset has
// the rows that PyIceberg itself reads.

import { copyFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { needing, needs } from "../../../../test/run/needs.js";
import {
  type LakeChange,
  type LakePlace,
  type LakeTruth,
  lakeTablesInTests,
  lakeRows as rows,
} from "../../../../test/support/lake-table.js";
import { bucketInTests, isBucketInstalled } from "../../../../test/support/owned-bucket.js";
import { isSftpInstalled, sftpInTests } from "../../../../test/support/sftp-server.js";
import { limits } from "../../../domain/resource/limits.js";

const packages = ["pyiceberg[pyarrow,sql-sqlite,pyiceberg-core]==0.12.0", "pyarrow==26.0.1"];
const program = path.resolve("test/builds/change_iceberg.py");

interface Truth extends LakeTruth {
  columns: string[];
  manifests: string[];
  data: string[];
}

interface Place extends LakePlace {
  warehouse: string;
  options: Record<string, string> | null;
}

const hasPython = needs["Python's packages"].isThere();

describe("Iceberg tables", needing("Python's packages", hasPython), () => {
  const lake = lakeTablesInTests("iceberg", packages);
  const { build, totals } = lake;
  const changed = ({ warehouse, options, type }: Place, name: string, ...changes: LakeChange[]): Truth => {
    const catalog = path.join(lake.root, `${type}.db`);
    return lake.answerOf(["-W", "ignore", program], [warehouse, name, catalog, options, changes]);
  };
  const detected = async (place: Place, name: string) => (await lake.detected(place, name)).columns;

  const stories = (name: string, isInstalled: boolean, placeOf: () => Place) =>
    describe(`on ${name}`, needing(name === "a bucket" ? "the S3 server" : "sshd", isInstalled), () => {
      test("rows that come are read alone, and rows that are deleted or overwritten are those of the table", async () => {
        const place = placeOf();
        await lake.follow(place, "orders", (changes) => changed(place, "orders", ...changes), [
          [{ do: "create" }, { do: "append", rows: rows(1, 20) }],
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
        ]);
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

    const refusedWith = (name: string) => lake.refusalOf(onServer(), name);

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
