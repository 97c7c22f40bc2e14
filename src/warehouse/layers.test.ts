import { mkdtempSync, rmSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "./engine.js";
import { addRows, replaceRows, withAdded, withReplaced } from "./layers.js";
import { valuesOf } from "./persons/fixtures.js";
import { type Relation, sql } from "./sql/sql.js";

let engine: Engine;
const root = mkdtempSync(path.join(tmpdir(), "layers-"));
beforeAll(async () => {
  engine = await openEngine({ memoryMb: 200, threads: 1, tempDir: root });
});
afterAll(() => {
  engine.close();
  rmSync(root, { recursive: true });
});

const rowsOf = (rows: [id: number, said: string][]): Relation =>
  valuesOf({ id: sql`integer`, said: sql`varchar` }, rows);
const ids = (...rows: number[]): Relation =>
  valuesOf(
    { id: sql`integer` },
    rows.map((id) => [id]),
  );
const at = (name: string) => path.join(root, `${name}.parquet`);
const said = async (relation: Relation): Promise<string> => {
  const rows = await engine.rows<{ said: string }>(sql`select said from ${relation} order by id`);
  return rows.map((row) => row.said).join("");
};

const ten: [number, string][] = [..."abcdefghij"].map((letter, id) => [id, letter]);

test("added rows are read together with earlier ones, over several builds", async () => {
  await engine.writeParquet(sql`select * from ${rowsOf(ten)}`, at("one"));
  await addRows(engine, at("one"), at("two"), sql`select * from ${rowsOf([[10, "k"]])}`);
  await addRows(engine, at("two"), at("three"), sql`select * from ${rowsOf([[11, "l"]])}`);
  expect(await said(withAdded(at("one")))).toBe("abcdefghij");
  expect(await said(withAdded(at("three")))).toBe("abcdefghijkl");
});

test("replaced keys have only their new rows, even after the previous build is deleted", async () => {
  await engine.writeParquet(sql`select * from ${rowsOf(ten)}`, at("base"));
  const layer = (previous: string, file: string, touched: Relation, rows: Relation) =>
    replaceRows(
      engine,
      { previous: at(previous), file: at(file), key: "id" },
      touched,
      sql`select * from ${rows}`,
    );
  await layer(
    "base",
    "first",
    ids(1, 10),
    rowsOf([
      [1, "B"],
      [10, "k"],
    ]),
  );
  expect(await said(withReplaced(at("first"), "id"))).toBe("aBcdefghijk");
  await layer("first", "second", ids(1, 2), rowsOf([[2, "C"]]));
  await rm(at("base"));
  await rm(at("first"));
  expect(await said(withReplaced(at("second"), "id"))).toBe("aCdefghijk");
});

test("a large layer is merged into its base without changing the previous build's base", async () => {
  await engine.writeParquet(sql`select * from ${rowsOf(ten)}`, at("thin"));
  const rows = sql`select * from ${rowsOf([
    [0, "A"],
    [1, "B"],
    [2, "C"],
  ])}`;
  await replaceRows(engine, { previous: at("thin"), file: at("thick"), key: "id" }, ids(0, 1, 2), rows);
  expect((await readdir(root)).filter((name) => name.startsWith("thick"))).toEqual(["thick.parquet"]);
  expect(await said(withReplaced(at("thick"), "id"))).toBe("ABCdefghij");
  expect(await said(withReplaced(at("thin"), "id"))).toBe("abcdefghij");
});
