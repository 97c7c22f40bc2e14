import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, openCluster } from "../../src/warehouse/cluster/cluster.js";
import { probeCluster } from "../../src/warehouse/cluster/probe.js";
import { type Engine, openEngine } from "../../src/warehouse/engine.js";
import { ident, parquet, sql } from "../../src/warehouse/sql/sql.js";
import { sharedSail, sharedSpark } from "./support/shared.js";

/** Spark would put the value of a variable into it. */
const awkward = `it's \\ “so”\n${"$"}{env:HOME}`;

/** Rows that come after a greater one, and the ends of the file. */
const breaksOf = (part: string) => sql`
  select count(*) filter (where before is not null and this < before) as breaks, min(this[1]) as low, max(this[1]) as high from (
    select this, lag(this) over (order by file_row_number) as before from (
      select [${ident("an order")}, id] as this, file_row_number from read_parquet(${part}, file_row_number = true)))`;

describe.each([
  { name: "Sail", start: sharedSail },
  { name: "Spark", start: sharedSpark },
])("$name", ({ start }) => {
  let url: string;
  let dir: string;
  let duckdb: Engine;
  let cluster: Cluster;

  beforeAll(async () => {
    ({ url } = await start());
    dir = mkdtempSync(path.join(tmpdir(), "bw-cluster-"));
    duckdb = await openEngine({ memoryMb: 500, threads: 2, tempDir: path.join(dir, "spill") });
    const exchangeDir = path.join(dir, "exchange");
    cluster = openCluster({ url, session: randomUUID(), exchangeDir, fromEvents: 0 }, duckdb);
  });

  afterAll(async () => {
    await cluster?.close();
    duckdb?.close();
    if (dir) rmSync(dir, { recursive: true });
  });

  test("sorted rows are sorted over all parts, and nothing else is left", async () => {
    const rows = sql`select id, (id * 7919) % 100003 as ${ident("an order")} from range(0, 300000, 1, 6)`;
    const out = path.join(dir, "sorted");
    const shares: number[] = [];
    const written = await cluster.write(rows, out, {
      sortedBy: ["an order", "id"],
      expectedRows: 300_000,
      onProgress: (share) => shares.push(share),
    });
    expect(written.rows).toBe(300_000);
    expect(readdirSync(out)).toEqual(written.parts.map((part) => path.basename(part)));
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    const ends: [number, number][] = [];
    for (const part of written.parts) {
      const { breaks, ...end } = await duckdb.row<{ breaks: number; low: number; high: number }>(
        breaksOf(part),
      );
      expect(breaks, part).toBe(0);
      ends.push([end.low, end.high]);
    }
    expect(ends).toEqual([...ends].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
    expect(readdirSync(cluster.exchangeDir)).toEqual([]);
  });

  test("no rows are a part with columns", async () => {
    const none = sql`select id, cast(id as string) as name from range(10) where id > 100`;
    const { parts, rows } = await cluster.write(none, path.join(dir, "none"), { sortedBy: ["id"] });
    expect(rows).toBe(0);
    expect(await duckdb.rows(sql`describe select * from ${parquet(parts)}`)).toMatchObject([
      { column_name: "id", column_type: "BIGINT" },
      { column_name: "name", column_type: "VARCHAR" },
    ]);
  });

  test("a small answer keeps whole numbers beyond those of a double", async () => {
    expect(
      await cluster.rows(sql`select 9007199254740993 as big, 0.5e0 as half, ${awkward} as said`),
    ).toEqual([{ big: 9007199254740993n, half: 0.5, said: awkward }]);
  });

  test("a query that cannot be read is an error with its text", async () => {
    const unknown = cluster.write(sql`select * from ${ident("nobody's table")}`, path.join(dir, "x"), {
      sortedBy: [],
    });
    await expect(unknown).rejects.toThrow(
      /The cluster refused a query: .*not.*found.*--- statement ---\ninsert .*`nobody's table`/is,
    );
  });

  test("the probe reads and writes the shared directory", async () => {
    await probeCluster(url, path.join(dir, "probe"));
    expect(readdirSync(dir)).not.toContain("probe");
  });
});
