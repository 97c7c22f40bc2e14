// Texts in every way of writing them, each of which is read as Python's `csv` reads it: line ends, quotes,
// encodings, the place of what is quoted, delimiters and compression, beside the same rows as JSON.

import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { needing } from "../../../test/run/needs.js";
import { zipOf } from "../../../test/support/zip.js";
import { type Engine, openEngine } from "../engine.js";
import { sql } from "../sql/sql.js";
import { fileReader } from "./read.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "python-csv-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
  await engine.run(sql`set preserve_insertion_order = true`);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const names = ["id", "note", "total"];
const odd = 'é, "one"; two\tthree';
const places = {
  first: [
    [odd, "x"],
    ["b", "y"],
    ["c", "z"],
  ],
  last: [
    ["a", "x"],
    ["b", "y"],
    ["c", odd],
  ],
  "each, with line breaks": [
    [`${odd}\r\n.`, "x"],
    [`${odd}\n.`, "y"],
    [`.\r.${odd}`, "z"],
  ],
} as const;
const encodings = {
  "utf-8": (text: string) => Buffer.from(text),
  "utf-8 with a mark": (text: string) => Buffer.from(`\ufeff${text}`),
  "utf-16": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "windows-1252": (text: string) => Buffer.from(text, "latin1"),
};
const packs = {
  none: (bytes: Buffer) => bytes,
  gzip: (bytes: Buffer) => gzipSync(bytes),
  zip: (bytes: Buffer, ending: string) => zipOf({ [`table.${ending}`]: bytes }),
};

interface Written {
  title: string;
  text: string;
  delimiter: string;
}

const texts: Written[] = Object.entries(places).flatMap(([place, rows]) =>
  [",", ";", "\t"].flatMap((delimiter) =>
    ["\n", "\r\n", "\r"].flatMap((lineEnd) =>
      ["all", "needed"].map((quotes): Written => {
        const quoted = (value: string) =>
          quotes === "all" || /[",;\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
        const lines = [names, ...rows.map(([note, total], i) => [String(i + 1), note, total])];
        const text = lines.map((line) => line.map(quoted).join(delimiter) + lineEnd).join("");
        return { title: JSON.stringify({ place, delimiter, lineEnd, quotes }), text, delimiter };
      }),
    ),
  ),
);

const program = `
import csv, io, json, sys
texts = json.load(sys.stdin)
print(json.dumps([list(csv.reader(io.StringIO(t["text"], newline=""), delimiter=t["delimiter"])) for t in texts]))
`;

const read = async (bytes: Buffer) => {
  const file = { path: path.join(root, "table"), filename: "table", arrived_at: 1000 };
  await writeFile(file.path, bytes);
  const options = { type: "hosted_csv" as const, upload_directory: "tables" };
  const reader = await fileReader(engine, { files: [file], options }, root, () => {});
  const { records } = await reader.read({});
  const rows = await engine.rows(sql`select c0, c1, c2 from ${records.relation} order by seq`);
  return [reader.names, ...rows.map(Object.values)];
};

test("texts in every way of writing them are read as Python reads them", needing("Python 3"), async () => {
  const expected = JSON.parse(
    execFileSync("python3", ["-c", program], { input: JSON.stringify(texts), encoding: "utf8" }),
  ) as string[][][];
  expect(expected.every((rows) => rows.length === 4)).toBe(true);
  for (const [i, { title, text }] of texts.entries())
    for (const [encoding, encode] of Object.entries(encodings)) {
      const [compression, pack] = Object.entries(packs)[(i + encoding.length) % 3]!;
      expect(await read(pack(encode(text), "csv")), `${title} ${encoding} ${compression}`).toEqual(
        expected[i],
      );
    }
});

test("the same rows as JSON and JSON Lines", async () => {
  for (const rows of Object.values(places)) {
    const objects = rows.map(([note, total], i) => ({ id: i + 1, note, total }));
    const expected = [names, ...rows.map(([note, total], i) => [String(i + 1), note, total])];
    for (const text of [JSON.stringify(objects), objects.map((object) => JSON.stringify(object)).join("\n")])
      for (const pack of Object.values(packs))
        expect(await read(pack(Buffer.from(text), "json"))).toEqual(expected);
  }
});
