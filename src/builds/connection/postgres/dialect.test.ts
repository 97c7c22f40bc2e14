import { describe, expect, test } from "vitest";
import { needing } from "../../../../test/run/needs.js";
import { isInstalled, serverInTests } from "../../../../test/support/connected-postgres.js";
import type { Row } from "../../../warehouse/engine.js";
import type { WrittenColumn } from "../database.js";
import { withDatabase } from "../registry.js";

describe("with a PostgreSQL server", needing("PostgreSQL", isInstalled), () => {
  const server = serverInTests();
  async function* once(row: Row): AsyncGenerator<Row[]> {
    yield [row];
  }

  test("long names are shortened, and refused if two of them become equal", async () => {
    const long = (end: string): WrittenColumn => ({ name: `${"x".repeat(62)}${end}`, type: "bigint" });
    const write = (table: string, value: number, ...columns: WrittenColumn[]) =>
      withDatabase(server.access(), ({ writeTable }) =>
        writeTable({ table, mark: "ours", columns, key: null }, once({ [columns[0]!.name]: value })),
      );
    await write("long", 1, long("yz"));
    expect(await server.query("select * from long")).toEqual([{ [`${"x".repeat(62)}y`]: "1" }]);
    await write("long", 2, long("yz"));
    await expect(write("twins", 1, long("ya"), long("yb"))).rejects.toMatchObject({
      code: "table-columns-clash",
      message: expect.stringContaining("keeps 63 bytes of a name"),
    });
  });
});
