// Any table has the same rows as JSON, as JSON Lines and as CSV, whatever stands in its cells and however it is packed.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf } from "../../../test/support/zip.js";
import { type Engine, openEngine } from "../engine.js";
import { ident, join, sql } from "../sql/sql.js";
import { fileReader } from "./read.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "json-table-"));
  engine = await openEngine({ memoryMb: 500, threads: 2, tempDir: root });
  await engine.run(sql`set preserve_insertion_order = true`);
});
afterAll(async () => {
  engine.close();
  await rm(root, { recursive: true });
});

const read = async (bytes: Buffer) => {
  const scratch = await mkdtemp(path.join(root, "read-"));
  const file = { path: path.join(scratch, "table"), filename: "table", arrived_at: 1000 };
  await writeFile(file.path, bytes);
  const options = { type: "hosted_csv" as const, upload_directory: "tables" };
  const reader = await fileReader(engine, { files: [file], options }, scratch, () => {});
  const { records, files } = await reader.read({});
  const columns = join(reader.names.map((_, i) => ident(`c${i}`)));
  const rows = await engine.rows(sql`select ${columns} from ${records.relation} as r order by r.seq`);
  const table = rows.map((row) =>
    Object.fromEntries(reader.names.map((name, i) => [name, row[`c${i}`]] as const)),
  );
  return { table, malformed: files.reduce((sum, { malformed }) => sum + malformed.count, 0) };
};

const cell = fc.oneof(
  fc.stringMatching(/^[a-zA-Zäß語 ,;"'{}[\]\n\t\\.0-9-]{0,12}$/),
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt({ min: 10n ** 17n, max: 10n ** 30n }),
);
/** The first column has a value in each row, so that no row is blank as CSV. */
const rows = fc.array(fc.tuple(fc.integer({ min: 1 }), cell, cell), { minLength: 2, maxLength: 8 });
const names = ["id", "customer.note", "total"] as const;

const inJson = (value: unknown): string =>
  typeof value === "bigint" ? String(value) : JSON.stringify(value);
const nested = ([id, note, total]: readonly unknown[]): string =>
  `{"id":${inJson(id)},"customer":{"note":${inJson(note)}},"total":${inJson(total)}}`;
const inCsv = (value: unknown): string => `"${String(value ?? "").replaceAll('"', '""')}"`;

test("any table has the same rows as CSV, as an array, within an object and as JSON Lines", async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom("none", "gzip", "zip"), async (table, packing) => {
      const csv = [names, ...table].map((row) => row.map(inCsv).join(",")).join("\n");
      const expected = await read(Buffer.from(csv));
      const records = table.map(nested);
      const pack = (text: string, ending: string) => {
        if (packing === "zip") return zipOf({ [`table.${ending}`]: Buffer.from(text) });
        return packing === "gzip" ? gzipSync(text) : Buffer.from(text);
      };
      for (const [text, ending] of [
        [`[${records.join(",\n")}]`, "json"],
        [`{"count":${records.length},"orders":[${records.join(",")}]}`, "json"],
        [records.join("\n"), "jsonl"],
        [`\ufeff${records.join("\r\n")}\r\n`, "ndjson"],
      ] as const)
        expect(await read(pack(text, ending)), text).toEqual(expected);
    }),
    { numRuns: 25, seed: 20261130 },
  );
});

test("whatever is done to a line of JSON Lines, the other lines are read, and it is read or rejected", async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.nat(),
      fc.nat(),
      fc.constantFrom("", '"', "{", "}", "[", "]", "\\", ","),
      async (table, which, where, put) => {
        const at = which % table.length;
        const whole = table.map(nested);
        const cut = where % whole[at]!.length;
        const lines = whole.map((line, i) => (i === at ? line.slice(0, cut) + put : line));
        // A first line that does not begin as a record makes it another file.
        fc.pre(at > 0 && lines[at]!.trim() !== "");
        const { table: found, malformed } = await read(Buffer.from(lines.join("\n")));
        const intact = new Set(found.map(({ id }) => id));
        for (const [i, [id]] of table.entries()) if (i !== at) expect(intact.has(String(id))).toBe(true);
        expect(found.length + malformed).toBeGreaterThanOrEqual(table.length);
      },
    ),
    { numRuns: 40, seed: 20261130 },
  );
});
