import { describe, expect, test } from "vitest";
import { needing } from "../../../../test/run/needs.js";
import { mariadbInTests } from "../../../../test/support/connected-mariadb.js";
import { isMariadbInstalled } from "../../../../test/support/mariadb.js";
import type { Row } from "../../../warehouse/engine.js";
import type { WrittenColumn, WrittenTable } from "../database.js";
import { withDatabase } from "../registry.js";

async function* batchesOf(...rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

describe("with a MariaDB server", needing("MariaDB", isMariadbInstalled), () => {
  const server = mariadbInTests();
  const columns: WrittenColumn[] = [
    { name: "person_id", type: "bigint" },
    { name: "who", type: "text" },
  ];
  const write = (table: string, rows: AsyncIterable<Row[]>, overrides: Partial<WrittenTable> = {}) =>
    withDatabase(server.access(), ({ writeTable }) =>
      writeTable({ table, mark: "ours", columns, key: null, ...overrides }, rows),
    );
  const tables = async () =>
    (
      await server.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'shop' order by 1",
      )
    ).map(({ name }) => name);

  test("indexes of the owner stay", async () => {
    await write("scores", batchesOf({ person_id: 1, who: "Al" }));
    await server.query("create index by_id on scores (person_id)");
    await write("scores", batchesOf({ person_id: 2, who: "Bo" }));
    expect(await server.query("select person_id, who from scores force index (by_id)")).toEqual([
      { person_id: 2, who: "Bo" },
    ]);
    expect(await server.query("show create table scores")).toMatchObject([
      { "Create Table": expect.stringMatching(/KEY `by_id`.*COMMENT='ours'/s) },
    ]);
  });

  test("what a killed write leaves is dropped by the next one of the same target", async () => {
    async function* killing(): AsyncGenerator<Row[]> {
      yield [{ person_id: 3, who: "Cy" }];
      const [writing] = await server.query<{ id: number }>(
        "select id from information_schema.processlist where user = 'bellwether'",
      );
      await server.query(`kill ${writing!.id}`);
      yield [{ person_id: 4, who: "Di" }];
    }
    await expect(write("scores", killing())).rejects.toMatchObject({ code: "database-unreachable" });
    const left = await tables();
    expect(left).toEqual([expect.stringMatching(/^bellwether_staged_\d+$/), "scores"]);
    expect(await server.query("select * from scores")).toHaveLength(1);
    await write("other", batchesOf(), { mark: "another's" });
    expect(await tables()).toEqual([left[0], "other", "scores"]);
    await write("scores", batchesOf());
    expect(await tables()).toEqual(["other", "scores"]);
  });

  test("a table of the same name that somebody creates during a write is not replaced", async () => {
    async function* late(): AsyncGenerator<Row[]> {
      yield [{ person_id: 1, who: "Al" }];
      await server.query("create table late as select 7 as seven");
    }
    await expect(write("late", late())).rejects.toMatchObject({ code: "table-foreign" });
    expect(await server.query("select * from late")).toEqual([{ seven: 7 }]);
  });

  test("readers see the old rows or the new ones, whole, while a table is replaced or merged", async () => {
    for (const key of [null, ["person_id"]]) {
      const rows = (who: string): Row[] => Array.from({ length: 2_000 }, (_, i) => ({ person_id: i, who }));
      await write("seen", batchesOf(...rows("round 0")), { key });
      let isOver = false;
      const seen = new Set<string>();
      const reading = (async () => {
        while (!isOver) {
          const found = await server.query<{ who: string; n: number }>(
            "select who, count(*) as n from seen group by who",
          );
          seen.add(JSON.stringify(found.map(({ n }) => Number(n))));
        }
      })();
      for (let round = 1; round <= 8; round++)
        await write("seen", batchesOf(...rows(`round ${round}`)), { key });
      isOver = true;
      await reading;
      expect([...seen]).toEqual(["[2000]"]);
    }
  });

  test("names are cut to 64 characters without a space at the end, and refused if two of them become equal", async () => {
    const named = (...names: string[]) => ({
      columns: names.map((name) => ({ name, type: "bigint" as const })),
    });
    const odd = '`x` "y" 🦉 ';
    await write("named", batchesOf({ [odd]: 1 }), named(odd, "x".repeat(70)));
    expect(await server.query("select * from named")).toEqual([{ '`x` "y" _': 1, ["x".repeat(64)]: null }]);
    for (const twins of [
      ["a", "A"],
      [`${"x".repeat(64)}a`, `${"x".repeat(64)}b`],
    ])
      await expect(write("twins", batchesOf(), named(...twins))).rejects.toMatchObject({
        code: "table-columns-clash",
        message: expect.stringContaining("keeps 64 characters of a name and ignores their case"),
      });
  });

  test("five texts can be a key, and a text too long for it is refused with the server's words", async () => {
    const names = ["a", "b", "c", "d", "e"];
    const keyed = { columns: names.map((name) => ({ name, type: "text" as const })), key: names };
    const row = Object.fromEntries(names.map((name) => [name, "é".repeat(153)]));
    await write("keyed", batchesOf(row), keyed);
    await write("keyed", batchesOf(row), keyed);
    expect(await server.query("select * from keyed")).toEqual([row]);
    await expect(write("keyed", batchesOf({ ...row, a: "é".repeat(154) }), keyed)).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("Data too long for column 'a'"),
    });
  });

  test("texts of any length are kept, and no text is executed", async () => {
    const texts = ["x".repeat(100_000), "\\'; drop table seen; --", "\\", "'", "\u0000 \u001a"];
    await write("texts", batchesOf(...texts.map((who, i) => ({ person_id: i, who }))));
    expect(await server.query("select who from texts order by person_id")).toEqual(
      texts.map((who) => ({ who })),
    );
  });
});
