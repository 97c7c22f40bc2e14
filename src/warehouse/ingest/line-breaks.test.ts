import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Engine, openEngine } from "../engine.js";
import { ident, join, parquet, sql } from "../sql/sql.js";
import { fileReader } from "./read.js";
import { faultOfRow } from "./unreadable.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "line-breaks-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
  await engine.run(sql`set preserve_insertion_order = true`);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

type Line = [id: string, total: string, note: string | null];

const readLines = async (body: string | Buffer) => {
  const file = { path: path.join(root, "orders.csv"), filename: "orders.csv", arrived_at: 1000 };
  await writeFile(file.path, body);
  const options = { type: "hosted_csv" as const, upload_directory: "orders" };
  const reader = await fileReader(engine, { files: [file], options }, root, () => {});
  const { records, files } = await reader.read({});
  const rows = await engine.rows(sql`select c0, c1, c2 from ${records.relation} order by seq`);
  return { names: reader.names, rows: rows.map(Object.values), malformed: files[0]!.malformed.count };
};

const breaks = { LF: "\n", CRLF: "\r\n", CR: "\r" };
const written = ([id, total, note]: Line) => `${id},${total},${note === null ? "" : `"${note}"`}`;

/** Files of few rows: the engine looks for line breaks in the first ones. */
const places: Record<string, (inner: string) => Line[]> = {
  "in the only row": (inner) => [["1", "0.50", `a${inner}b`]],
  "in the first row": (inner) => [
    ["1", "0.50", `a${inner}b`],
    ["2", "1.50", null],
    ["3", "2.50", "plain"],
  ],
  "in the last row": (inner) => [
    ["1", "0.50", "plain"],
    ["2", "1.50", "plain"],
    ["3", "2.50", `a${inner}b`],
  ],
  "in every row": (inner) => [
    ["1", "0.50", `a${inner}`],
    ["2", "1.50", `${inner}a`],
    ["3", "2.50", `a${inner}${inner}b`],
  ],
};

test.each(
  Object.entries(breaks).flatMap(([row, rowBreak]) =>
    Object.entries(breaks).flatMap(([inner, innerBreak]) =>
      Object.entries(places).map(([place, rowsOf]) => ({ row, rowBreak, inner, innerBreak, place, rowsOf })),
    ),
  ),
)("rows end in $row, and quotes hold $inner $place", async ({ rowBreak, innerBreak, rowsOf, place }) => {
  const rows = rowsOf(innerBreak);
  const text = ["id,total,note", ...rows.map(written)].join(rowBreak);
  const end = place === "in the last row" ? "" : rowBreak;
  expect(await readLines(text + end)).toEqual({ names: ["id", "total", "note"], rows, malformed: 0 });
});

test("rows of one file end in different line breaks, compressed or not", async () => {
  const rows: Line[] = [
    ["1", "0.50", "a\r\nb"],
    ["2", "1.50", "c\rd"],
    ["3", "2.50", "e\nf"],
  ];
  const text = `id,total,note\r\n${written(rows[0]!)}\n${written(rows[1]!)}\r${written(rows[2]!)}\r\n`;
  expect((await readLines(text)).rows).toEqual(rows);
  expect((await readLines(gzipSync(text))).rows).toEqual(rows);
});

test("a row that the engine cannot read is named once, by its line and column", async () => {
  const file = path.join(root, "copy.csv");
  await writeFile(file, Buffer.from('2,a,"b\nc"\n4,d,e\n5,"f",\xff\n6,g,\xfe\n', "latin1"));
  const read = (from: string, values: number) => {
    const columns = ["line", "f0", "f1"].slice(0, values + 1).map((name) => sql`${ident(name)}: 'VARCHAR'`);
    return sql`read_csv(${from}, auto_detect = false, header = false, delim = ',', quote = '"', new_line = '\\n', columns = {${join(columns)}})`;
  };
  const copy = { filename: "orders.csv", path: file, read };
  const dialect = { delimiter: ",", quote: '"', names: ["id", "note"] };
  const cause = await engine.writeScratch(sql`select * from ${read(file, 2)}`, `${file}.parquet`).then(
    () => null,
    (error) => error,
  );
  expect(await faultOfRow(engine, { ...copy, dialect }, cause)).toMatchObject({
    code: "file-unreadable",
    message: expect.stringMatching(/^orders\.csv cannot be read at line 5, column note: .*Correct that row/),
  });
  expect(await engine.run(sql`select * from ${parquet([`${file}.none`])}`).catch((e) => e)).toMatchObject({
    isOfMachine: false,
  });
});
