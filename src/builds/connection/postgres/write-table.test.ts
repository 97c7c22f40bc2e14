import { describe, expect, test } from "vitest";
import { isInstalled, serverInTests } from "../../../test/support/connected-postgres.js";
import type { Row } from "../../warehouse/engine.js";
import { withPostgres } from "./postgres.js";
import { replaceTable, type WrittenColumn } from "./replace-table.js";

async function* batchesOf(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}

describe.skipIf(!isInstalled)("with a PostgreSQL server", () => {
  const server = serverInTests();
  const columns: WrittenColumn[] = [
    { name: "person_id", type: "bigint" },
    { name: "who", type: "text" },
    { name: "p", type: "double precision" },
  ];
  const write = (
    table: string,
    rows: AsyncIterable<Row[]>,
    overrides: { columns?: WrittenColumn[]; comment?: string } = {},
  ) =>
    withPostgres(server.access(), (client) =>
      replaceTable(client, { schema: "shop", table, comment: "ours", columns, ...overrides }, rows),
    );
  const rowsOf = async (table: string) => (await server.query(`select * from shop.${table} order by 1`)).rows;

  test("rows keep large integers, nulls and every character", async () => {
    const odd = `it's "odd", \\n\n${"é🦉"}`;
    await write(
      "scores",
      batchesOf([{ person_id: 2n ** 62n, who: odd, p: 0.1 }], [{ person_id: 1, who: null, p: null }]),
    );
    expect(await rowsOf("scores")).toEqual([
      { person_id: "1", who: null, p: null },
      { person_id: String(2n ** 62n), who: odd, p: 0.1 },
    ]);
  });

  test("earlier rows are replaced, and a view on the table stays", async () => {
    await server.query("create view shop.likely as select who from shop.scores");
    await write("scores", batchesOf([{ person_id: 3, who: "Cy", p: 0.5 }]));
    expect(await rowsOf("likely")).toEqual([{ who: "Cy" }]);
  });

  test("a write that fails half way keeps the earlier rows, which readers see until a write is complete", async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [{ person_id: 4, who: "Di", p: 0.5 }];
      expect(await rowsOf("scores")).toHaveLength(1);
      throw new Error("no more");
    }
    await expect(write("scores", failing())).rejects.toThrow("no more");
    expect(await rowsOf("scores")).toEqual([{ person_id: "3", who: "Cy", p: 0.5 }]);
  });

  test("a change of columns creates the table again", async () => {
    await write("changing", batchesOf([{ person_id: 1, who: "Al", p: 1 }]));
    await write("changing", batchesOf([{ is_in: true }]), { columns: [{ name: "is_in", type: "boolean" }] });
    expect(await rowsOf("changing")).toEqual([{ is_in: true }]);
  });

  test("a table of another owner is not touched", async () => {
    await server.query("create table shop.orders as select 7 as total");
    for (const table of ["orders", "scores"])
      await expect(write(table, batchesOf([]), { comment: "another's" })).rejects.toMatchObject({
        code: "table-foreign",
      });
    expect(await rowsOf("orders")).toEqual([{ total: 7 }]);
  });

  test("long names are shortened, and refused if two of them become equal", async () => {
    const long = (end: string): WrittenColumn => ({ name: `${"x".repeat(62)}${end}`, type: "bigint" });
    await write("long", batchesOf([{ [long("yz").name]: 1 }]), { columns: [long("yz")] });
    expect(await rowsOf("long")).toEqual([{ [`${"x".repeat(62)}y`]: "1" }]);
    await write("long", batchesOf([{ [long("yz").name]: 2 }]), { columns: [long("yz")] });
    await expect(write("twins", batchesOf([]), { columns: [long("ya"), long("yb")] })).rejects.toMatchObject({
      code: "table-columns-clash",
    });
  });
});
