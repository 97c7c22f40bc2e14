// Tests of the tables that targets write, for every database whose table is brought up to date by one statement.

import { expect, test } from "vitest";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { WrittenColumn, WrittenTable } from "../../src/builds/connection/database.js";
import { withDatabase } from "../../src/builds/connection/registry.js";
import type { Row } from "../../src/warehouse/engine.js";

interface WrittenIn {
  access(): ConnectionAccess;
  /** In order of the first column, values as text. */
  rowsOf(table: string): Promise<(string | null)[][]>;
  /** A table of somebody else, with one row. */
  createForeign(table: string, total: number): Promise<void>;
  /** All that were executed. */
  statements(): string[];
  /** Whether readers of the table see the statement. */
  isVisible(statement: string, table: string): boolean;
  /** Whether all rows are written again where some change. */
  mergesBySwap?: true;
}

const columns: WrittenColumn[] = [
  { name: "person_id", type: "bigint" },
  { name: "Who is it", type: "text" },
  { name: "p", type: "double precision" },
  { name: "is_in", type: "boolean" },
];
const rowOf = (
  person_id: bigint | number,
  who: string | null,
  p: number | null = 0.5,
  is_in = true,
): Row => ({
  person_id,
  "Who is it": who,
  p,
  is_in,
});
async function* batchesOf(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}

export const testWrittenTables = ({
  access,
  rowsOf,
  createForeign,
  statements,
  isVisible,
  mergesBySwap,
}: WrittenIn): void => {
  const write = (table: string, rows: AsyncIterable<Row[]>, overrides: Partial<WrittenTable> = {}) =>
    withDatabase(access(), (database) =>
      database.writeTable({ table, mark: "Written by us.", columns, key: null, ...overrides }, rows),
    );
  const tables = () => withDatabase(access(), (database) => database.listTables());
  const visibleOf = async (table: string, work: () => Promise<unknown>) => {
    const before = statements().length;
    await work();
    return statements()
      .slice(before)
      .filter((statement) => isVisible(statement, table));
  };

  test("rows keep large integers, nulls and every character", async () => {
    const odd = `it's "odd", \\n\n\`${"é🦉"}`;
    await write(
      "Scores",
      batchesOf([rowOf(2n ** 62n, odd, 0.1)], [rowOf(1, null, null, false), rowOf(2, "")]),
    );
    expect(await rowsOf("Scores")).toEqual([
      ["1", null, null, "false"],
      ["2", "", "0.5", "true"],
      [String(2n ** 62n), odd, "0.1", "true"],
    ]);
    expect(await tables()).not.toContain("Scores__staged");
  });

  test("earlier rows are replaced, in one statement, also by none", async () => {
    const replace = (...rows: Row[]) => visibleOf("Scores", () => write("Scores", batchesOf(rows)));
    expect(await replace(rowOf(9, "Cy"))).toHaveLength(1);
    expect(await rowsOf("Scores")).toEqual([["9", "Cy", "0.5", "true"]]);
    expect(await replace()).toHaveLength(1);
    expect(await rowsOf("Scores")).toEqual([]);
    await replace(rowOf(3, "Cy"));
  });

  test("a write that fails half way keeps the earlier rows, and the next one succeeds", async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [rowOf(4, "Di")];
      throw new Error("no more");
    }
    await expect(write("Scores", failing())).rejects.toThrow("no more");
    expect(await rowsOf("Scores")).toEqual([["3", "Cy", "0.5", "true"]]);
    await write("Scores", batchesOf([rowOf(5, "Ed")]));
    expect(await rowsOf("Scores")).toHaveLength(1);
  });

  test("a change of columns replaces the table, which stays the target's", async () => {
    const other: WrittenColumn[] = [{ name: "n", type: "bigint" }];
    await write("Changing", batchesOf([rowOf(1, "Al")]));
    for (const n of [7, 8]) await write("Changing", batchesOf([{ n }]), { columns: other });
    expect(await rowsOf("Changing")).toEqual([["8"]]);
    expect(await tables()).not.toContain("Changing__staged");
  });

  test("a merge writes only the rows that are new, changed or gone", async () => {
    const merge = (...rows: Row[]) => write("Merged", batchesOf(rows), { key: ["person_id", "is_in"] });
    await merge(rowOf(1, "Al"), rowOf(2, null), rowOf(3, "Cy"));
    const merging = await visibleOf("Merged", () =>
      merge(rowOf(1, "Al", null), rowOf(2, null), rowOf(4, "Di")),
    );
    expect(merging).toEqual([expect.stringContaining(mergesBySwap ? "exchange tables" : "is distinct from")]);
    expect(await rowsOf("Merged")).toEqual([
      ["1", "Al", null, "true"],
      ["2", null, "0.5", "true"],
      ["4", "Di", "0.5", "true"],
    ]);
  });

  test("a merge by all columns adds and removes rows", async () => {
    const merge = (...who: string[]) =>
      write("Names", batchesOf(who.map((name) => ({ who: name }))), {
        columns: [{ name: "who", type: "text" }],
        key: ["who"],
      });
    await merge("Al", "Bo");
    await merge("Bo", "Cy");
    expect(await rowsOf("Names")).toEqual([["Bo"], ["Cy"]]);
  });

  test("a merge is refused where rows are not unique, and keeps the earlier ones", async () => {
    for (const rows of [[rowOf(5, "Ed"), rowOf(5, "Eda")], [{ ...rowOf(6, "Flo"), person_id: null }]])
      await expect(write("Merged", batchesOf(rows), { key: ["person_id"] })).rejects.toMatchObject({
        code: "table-key-repeated",
        params: { columns: "person_id" },
      });
    expect(await rowsOf("Merged")).toHaveLength(3);
  });

  test("a table of the same name that somebody creates during a write is not replaced", async () => {
    async function* late(): AsyncGenerator<Row[]> {
      yield [rowOf(1, "Al")];
      await createForeign("Late", 9);
    }
    await expect(write("Late", late())).rejects.toMatchObject({ code: "table-foreign" });
    expect(await rowsOf("Late")).toEqual([["9"]]);
  });

  test("a table of another owner is not touched, nor one in the staged table's place", async () => {
    await createForeign("Orders", 7);
    await createForeign("New__staged", 8);
    for (const table of ["Orders", "New"])
      await expect(write(table, batchesOf([rowOf(1, "Al")]))).rejects.toMatchObject({
        code: "table-foreign",
      });
    await expect(write("Scores", batchesOf([]), { mark: "another's" })).rejects.toMatchObject({
      code: "table-foreign",
    });
    expect([await rowsOf("Orders"), await rowsOf("New__staged")]).toEqual([[["7"]], [["8"]]]);
  });
};
