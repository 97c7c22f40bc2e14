import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCsv } from "./csv.js";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "csv-"));
});
afterAll(() => rm(dir, { recursive: true }));

const read = async (csv: string): Promise<Record<string, string>[]> => {
  const file = path.join(dir, "file.csv");
  await writeFile(file, csv);
  return Readable.from(readCsv(file)).toArray();
};

test("rows become records by the names in the header, whatever ends a line", async () => {
  const records = [
    { a: "1", b: "" },
    { a: "x", b: "y" },
  ];
  expect(await read("a,b\n1,\nx,y\n")).toEqual(records);
  expect(await read("a,b\r\n1,\r\nx,y")).toEqual(records);
});

test("a byte order mark, as spreadsheets write it, is no part of the first column's name", async () => {
  expect(await read("\ufeffa,b\n1,2\n")).toEqual([{ a: "1", b: "2" }]);
});

test("a header alone has no records", async () => {
  expect(await read("a,b\n")).toEqual([]);
});

test("whatever is written in quotes is read as it was", async () => {
  const field = fc.stringMatching(/^[a",\n é]{0,6}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(field, field), { minLength: 1, maxLength: 5 }), async (rows) => {
      const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(","));
      const expected = rows.map(([a, b]) => ({ a, b }));
      expect(await read(`a,b\n${quoted.join("\n")}\n`)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
