// Redshift's statements, on PostgreSQL.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needing } from "../../../../test/run/needs.js";
import { isInstalled, serverInTests } from "../../../../test/support/connected-postgres.js";
import type { Row } from "../../../warehouse/engine.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { withDatabase } from "../registry.js";

describe("with a PostgreSQL server", needing("PostgreSQL", isInstalled), () => {
  const root = mkdtempSync(path.join(tmpdir(), "redshift-"));
  const server = serverInTests();
  afterAll(() => rmSync(root, { recursive: true }));

  const access = () => {
    const { options, ...rest } = server.access();
    return { ...rest, options: { ...options, type: "redshift" as const } };
  };
  async function* batchesOf(...rows: Row[]): AsyncGenerator<Row[]> {
    yield rows;
  }
  const columns: WrittenColumn[] = [
    { name: "Person_ID", type: "bigint" },
    { name: "who", type: "text" },
  ];
  const write = (rows: Row[], overrides: Partial<WrittenTable> = {}) =>
    withDatabase(access(), ({ writeTable }) =>
      writeTable({ table: "Scores", mark: "ours", columns, key: null, ...overrides }, batchesOf(...rows)),
    );

  test("every type is read as the server writes it, and moments are in UTC", async () => {
    await server.query(`create table odd (w timestamptz, n numeric, b boolean, f double precision);
      insert into odd values ('2025-01-02 03:04:05+02', 1.50, true, 0.5), (null, null, false, null)`);
    const file = path.join(root, "odd.csv");
    await withDatabase(access(), ({ saveTable }) => saveTable("odd", file));
    expect(readFileSync(file, "utf8")).toBe(
      '"w","n","b","f"\n"2025-01-02 01:04:05+00","1.50","true","0.5"\n,,"false",\n',
    );
  });

  test("names are in lower case, and refused if two of them become equal", async () => {
    await write([{ Person_ID: 1, who: "Al" }]);
    await write([{ Person_ID: 2, who: "Bo" }]);
    expect(await server.query("select person_id, who from scores")).toEqual([{ person_id: "2", who: "Bo" }]);
    const twins = [...columns, { name: "WHO", type: "text" as const }];
    await expect(write([], { columns: twins })).rejects.toMatchObject({
      code: "table-columns-clash",
      message: expect.stringContaining("in lower case"),
    });
  });

  test("rows that were written without a key and repeat it are replaced by a merge", async () => {
    const row = { Person_ID: 1, who: "Al" };
    await write([row, row]);
    await write([row], { key: ["Person_ID"] });
    expect(await server.query("select person_id, who from scores")).toEqual([{ person_id: "1", who: "Al" }]);
  });

  test("a text that is too long is refused and not cut, and the earlier rows stay", async () => {
    await expect(write([{ Person_ID: 1, who: "é".repeat(32_768) }])).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("too long"),
    });
    expect(await server.query("select who from scores")).toEqual([{ who: "Al" }]);
  });
});
