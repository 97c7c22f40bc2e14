// Delta tables as deltalake writes them, in a bucket and on a server of SFTP: whatever their history is, a dataset has
// the rows that deltalake itself reads.

import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { needing, needs } from "../../../../test/run/needs.js";
import {
  lakeRows as inShops,
  type LakeChange,
  type LakePlace,
  type LakeTruth,
  lakeTablesInTests,
} from "../../../../test/support/lake-table.js";
import { bucketInTests, isBucketInstalled } from "../../../../test/support/owned-bucket.js";
import { isSftpInstalled, sftpInTests } from "../../../../test/support/sftp-server.js";
import { limits } from "../../../domain/resource/limits.js";

const packages = ["deltalake==1.6.6", "pyarrow==26.0.1"];

/**
 * Does what standard input says to a table, and prints the totals of its newest version. Ends without the interpreter's
 * farewell: threads of the two libraries that are still at work then abort it, in one run of about thirteen.
 */
const program = `
import json, os, sys
import pyarrow as pa
from datetime import datetime, timezone
from deltalake import DeltaTable, write_deltalake
place, options, changes = json.load(sys.stdin)
def table(rows):
    return pa.table({
        "email": pa.array([r[0] for r in rows], pa.string()),
        "ordered_at": pa.array([datetime.fromisoformat(r[1]).replace(tzinfo=timezone.utc) for r in rows], pa.timestamp("us", "UTC")),
        "total": pa.array([r[2] for r in rows], pa.float64()),
        **({"shop": pa.array([r[3] for r in rows], pa.string()), "year": pa.array([r[4] for r in rows], pa.int32())} if len(rows[0]) > 3 else {}),
    })
for change in changes:
    what = change.pop("do")
    if what == "write":
        write_deltalake(place, table(change.pop("rows")), storage_options=options, **change)
    else:
        made = DeltaTable(place, storage_options=options)
        if what == "delete": made.delete(change["where"])
        if what == "update": made.update(predicate=change["where"], updates=change["set"])
        if what == "compact": made.optimize.compact()
        if what == "vacuum": made.vacuum(retention_hours=0, enforce_retention_duration=False, dry_run=False)
        if what == "checkpoint": made.create_checkpoint()
made = DeltaTable(place, storage_options=options)
totals = sorted(made.to_pyarrow_table().column("total").to_pylist())
print(json.dumps({"version": str(made.version()), "files": len(made.file_uris()), "totals": totals}), flush=True)
os._exit(0)
`;

interface Place extends LakePlace {
  uri(name: string): string;
  options: Record<string, string> | null;
}

const rows = (from: number, count: number) =>
  inShops(from, count).map(([email, at, total]) => [email, at, total]);

const hasPython = needs["Python's packages"].isThere();

describe("Delta tables", needing("Python's packages", hasPython), () => {
  const lake = lakeTablesInTests("delta", packages);
  const { build, totals } = lake;
  const changed = ({ uri, options }: Place, name: string, ...changes: LakeChange[]): LakeTruth =>
    lake.answerOf(["-c", program], [uri(name), options, changes]);

  const stories = (name: string, isInstalled: boolean, placeOf: () => Place) =>
    describe(`on ${name}`, needing(name === "a bucket" ? "the S3 server" : "sshd", isInstalled), () => {
      test("rows that come are read alone, and rows that are deleted, updated or compacted are those of the table", async () => {
        const place = placeOf();
        await lake.follow(place, "orders", (changes) => changed(place, "orders", ...changes), [
          [{ do: "write", rows: rows(1, 20) }],
          [[{ do: "write", rows: rows(101, 5), mode: "append" }], "added"],
          [[], "nothing"],
          [[{ do: "delete", where: "total = 3" }], "all"],
          [[{ do: "update", where: "total = 5", set: { total: "total + 1000" } }], "all"],
          [[{ do: "write", rows: rows(201, 3), mode: "append" }], "added"],
          [[{ do: "checkpoint" }, { do: "write", rows: rows(301, 2), mode: "append" }], "added"],
          [[{ do: "compact" }, { do: "vacuum" }], "all"],
          [[{ do: "write", rows: rows(401, 4), mode: "overwrite" }], "all"],
        ]);
      });
    });

  const owned = isBucketInstalled ? bucketInTests() : undefined;
  stories("a bucket", isBucketInstalled, () => {
    const { endpoint, bucket, env } = owned!.server();
    return {
      type: "s3",
      access: owned!.access(),
      uri: (name) => `s3://${bucket}/${name}`,
      options: {
        AWS_ENDPOINT_URL: endpoint,
        AWS_ACCESS_KEY_ID: env.AWS_ACCESS_KEY_ID!,
        AWS_SECRET_ACCESS_KEY: env.AWS_SECRET_ACCESS_KEY!,
        AWS_REGION: "us-east-1",
        AWS_ALLOW_HTTP: "true",
        AWS_S3_ALLOW_UNSAFE_RENAME: "true",
      },
    };
  });

  const server = isSftpInstalled ? sftpInTests() : undefined;
  const onServer = (): Place => ({
    type: "sftp",
    access: server!.access(),
    uri: (name) => path.join(server!.files(), name),
    options: null,
  });
  stories("a server of SFTP", isSftpInstalled, onServer);

  describe("of every kind", needing("sshd", isSftpInstalled), () => {
    const log = (name: string) => path.join(server!.files(), name, "_delta_log");
    const commit = (name: string, version: number) =>
      path.join(log(name), `${String(version).padStart(20, "0")}.json`);

    test("columns by which a table is partitioned have their values, also after a checkpoint", async () => {
      const place = onServer();
      const truth = changed(
        place,
        "parts",
        { do: "write", rows: inShops(1, 9), partition_by: ["shop", "year"] },
        { do: "checkpoint" },
        { do: "write", rows: inShops(101, 9), partition_by: ["shop", "year"], mode: "append" },
      );
      rmSync(commit("parts", 0));
      const { result, columns } = await lake.detected(place, "parts");
      expect(Object.keys(columns).sort()).toEqual(["email", "ordered_at", "shop", "total", "year"]);
      expect(columns.shop!.examples).toEqual(expect.arrayContaining(["Köln Süd", "a/b=c"]));
      expect(columns.year!.examples).toEqual(expect.arrayContaining(["2024", "2025"]));
      const built = await build(place, "parts");
      expect(await totals(built)).toEqual(truth.totals);
      expect(result.proposal).toMatchObject({ identity_sets: { customer: { email: "email" } } });
    });

    test("columns that are mapped by name are those of the table", async () => {
      const place = onServer();
      changed(place, "mapped", { do: "write", rows: rows(1, 3) });
      const file = commit("mapped", 0);
      const written = readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
      // As if \`total\` had been called \`price\` when its files were written, and \`total\` had been another column.
      for (const action of written) {
        if (action.protocol) action.protocol = { minReaderVersion: 2, minWriterVersion: 5 };
        if (!action.metaData) continue;
        action.metaData.configuration = { "delta.columnMapping.mode": "name" };
        const schema = JSON.parse(action.metaData.schemaString);
        for (const field of schema.fields) {
          field.metadata = { "delta.columnMapping.physicalName": field.name };
          if (field.name === "total") field.name = "price";
        }
        action.metaData.schemaString = JSON.stringify(schema);
      }
      writeFileSync(file, written.map((action) => JSON.stringify(action)).join("\n"));
      const { columns } = await lake.detected(place, "mapped");
      expect(Object.keys(columns).sort()).toEqual(["email", "ordered_at", "price"]);
    });

    const refusedWith = (name: string) => lake.refusalOf(onServer(), name);

    test.each<[string, (name: string) => void, RegExp]>([
      [
        "deletion vectors",
        (name) =>
          appended(name, {
            add: { path: "x", size: 1, partitionValues: {}, deletionVector: { storageType: "u" } },
          }),
        /deletion vectors/,
      ],
      [
        "features of another time",
        (name) => appended(name, { protocol: { minReaderVersion: 3, readerFeatures: ["variantType"] } }),
        /variantType/,
      ],
      [
        "a commit that is cut off",
        (name) => writeFileSync(commit(name, 1), '{"add":{"path'),
        /damaged at line 1/,
      ],
      [
        "a commit that is missing",
        (name) => writeFileSync(commit(name, 2), "{}\n"),
        /commit 1 of its log is missing/,
      ],
      ["no log", (name) => rmSync(log(name), { recursive: true }), /no _delta_log/],
    ])("a table with %s is refused in words that help", async (title, harm, said) => {
      const name = title.replaceAll(" ", "-");
      changed(onServer(), name, { do: "write", rows: rows(1, 3) });
      harm(name);
      expect(await refusedWith(name)).toMatch(/^delta-unreadable: The Delta table at sftp:/);
      expect(await refusedWith(name)).toMatch(said);
    });
    const appended = (name: string, action: object) =>
      writeFileSync(commit(name, 1), `${JSON.stringify(action)}\n`);

    test("a file that the log names and somebody has taken away is waited for, and a table without rows is empty", async () => {
      const place = onServer();
      changed(place, "gone", { do: "write", rows: rows(1, 3) });
      const files = readdirSync(path.join(server!.files(), "gone")).filter((name) =>
        name.endsWith(".parquet"),
      );
      rmSync(path.join(server!.files(), "gone", files[0]!));
      expect(await refusedWith("gone")).toMatch(/^bucket-file-changed/);
      changed(place, "empty", { do: "write", rows: rows(1, 3) }, { do: "delete", where: "total > 0" });
      expect(await refusedWith("empty")).toMatch(/^bucket-empty/);
    });

    test("a log with more bytes than the limit, and a table with more files, are refused", async () => {
      const place = onServer();
      changed(place, "large", { do: "write", rows: rows(1, 3) });
      const add = (i: number) =>
        JSON.stringify({ add: { path: `${i}.parquet`, size: 1, partitionValues: {} } });
      const adds = Array.from({ length: limits.bucketFiles.is + 1 }, (_, i) => add(i)).join("\n");
      writeFileSync(commit("large", 1), adds);
      expect(await refusedWith("large")).toMatch(/^bucket-files-too-many/);
      truncateSync(commit("large", 1), limits.tableLogBytes.is);
      expect(await refusedWith("large")).toMatch(/^delta-unreadable: .*Write a checkpoint/);
    });
  });
});
