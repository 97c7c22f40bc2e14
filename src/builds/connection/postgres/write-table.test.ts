import { describe, expect, test } from "vitest";
import { isInstalled, serverInTests } from "../../../../test/support/connected-postgres.js";
import type { Row } from "../../../warehouse/engine.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { withPostgres } from "./session.js";
import { writeTable } from "./write-table.js";

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
  const write = (table: string, rows: AsyncIterable<Row[]>, overrides: Partial<WrittenTable> = {}) =>
    withPostgres(server.access(), (client) =>
      writeTable(client, "shop", { table, mark: "ours", columns, key: null, ...overrides }, rows),
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

  test("a merge writes only the rows that are new, changed or gone", async () => {
    const merge = (...rows: Row[]) => write("merged", batchesOf(rows), { key: ["person_id"] });
    const placed = async () =>
      (await server.query("select ctid, xmin, person_id, who from shop.merged order by person_id")).rows;
    await merge(
      { person_id: 1, who: "Al", p: 0.1 },
      { person_id: 2, who: null, p: 0.2 },
      { person_id: 3, who: "Cy", p: 0.3 },
    );
    const [, before] = await placed();
    await merge(
      { person_id: 1, who: "Al", p: null },
      { person_id: 2, who: null, p: 0.2 },
      { person_id: 4, who: "Di", p: 0.4 },
    );
    expect(await rowsOf("merged")).toEqual([
      { person_id: "1", who: "Al", p: null },
      { person_id: "2", who: null, p: 0.2 },
      { person_id: "4", who: "Di", p: 0.4 },
    ]);
    expect((await placed())[1]).toEqual(before);
  });

  test("a merge is refused where rows are not unique, and keeps the earlier ones", async () => {
    const merge = (...rows: Row[]) => write("merged", batchesOf(rows), { key: ["person_id"] });
    for (const id of [5, null])
      await expect(
        merge({ person_id: 5, who: "Ed", p: 1 }, { person_id: id, who: "Eda", p: 1 }),
      ).rejects.toMatchObject({
        code: "table-key-repeated",
        params: { columns: "person_id" },
      });
    expect(await rowsOf("merged")).toHaveLength(3);
  });

  test("with another key the table is made again", async () => {
    const row = { person_id: 1, who: "Al", p: 0.1 };
    await write("merged", batchesOf([row, { ...row, who: "Bo" }]), { key: ["person_id", "who"] });
    expect(await rowsOf("merged")).toHaveLength(2);
    await write("merged", batchesOf([row]));
    expect(await rowsOf("merged")).toHaveLength(1);
  });

  test("a change of columns creates the table again", async () => {
    await write("changing", batchesOf([{ person_id: 1, who: "Al", p: 1 }]));
    await write("changing", batchesOf([{ is_in: true }]), { columns: [{ name: "is_in", type: "boolean" }] });
    expect(await rowsOf("changing")).toEqual([{ is_in: true }]);
  });

  test("a table of another owner is not touched", async () => {
    await server.query("create table shop.orders as select 7 as total");
    for (const table of ["orders", "scores"])
      await expect(write(table, batchesOf([]), { mark: "another's" })).rejects.toMatchObject({
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
