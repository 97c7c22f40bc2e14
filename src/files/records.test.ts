import fc from "fast-check";
import { expect, test } from "vitest";
import { type CsvRecord, RecordScanner } from "./records.js";

const syntax = { delimiter: ",".charCodeAt(0), quote: '"'.charCodeAt(0) };

type Seen = Pick<CsvRecord, "line" | "fields" | "fault"> & { text: string };
const seen = ({ bytes, start, end, line, fields, fault }: CsvRecord): Seen => ({
  text: bytes.toString("utf8", start, end),
  line,
  fields,
  fault,
});

/** The records of a text that arrives in chunks of this size. */
const scan = (text: string, chunkBytes = Number.POSITIVE_INFINITY): Seen[] => {
  const scanner = new RecordScanner(syntax);
  const bytes = Buffer.from(text);
  const found: Seen[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    for (const record of scanner.push(bytes.subarray(at, at + chunkBytes))) found.push(seen(record));
  for (const record of scanner.push(Buffer.alloc(0), true)) found.push(seen(record));
  return found;
};

test("a record ends outside quotes, and its line number is that of the file", () => {
  expect(scan('a,b\r\n"1\n2",x\n\n3\r4,"5""6"')).toEqual([
    { text: "a,b", line: 1, fields: 2, fault: null },
    { text: '"1\n2",x', line: 2, fields: 2, fault: null },
    { text: "", line: 4, fields: 1, fault: null },
    { text: "3", line: 5, fields: 1, fault: null },
    { text: '4,"5""6"', line: 6, fields: 2, fault: null },
  ]);
});

test("a malformed record loses only its first line", () => {
  expect(scan('1,"open\n2,x\n3,"ab"cd\n4,"closed"\n5,"end\n6,y')).toEqual([
    { text: '1,"open', line: 1, fields: 0, fault: "trailing" },
    { text: "2,x", line: 2, fields: 2, fault: null },
    { text: '3,"ab"cd', line: 3, fields: 0, fault: "trailing" },
    { text: '4,"closed"', line: 4, fields: 2, fault: null },
    { text: '5,"end', line: 5, fields: 0, fault: "unclosed" },
    { text: "6,y", line: 6, fields: 2, fault: null },
  ]);
});

test("a quote inside a field is a character", () => {
  expect(scan('5" pipe,x')).toMatchObject([{ fields: 2, fault: null }]);
});

test("a row that is too long is rejected once, whatever the chunks", () => {
  const found = scan(`1,a\n2,${"x".repeat(5_000_000)}\r\n3,b\n`, 65_536);
  expect(found.map(({ line, fault }) => [line, fault])).toEqual([
    [1, null],
    [2, "long"],
    [3, null],
  ]);
});

test("records do not depend on chunk boundaries", () => {
  const piece = fc.constantFrom("a", ",", '"', '""', "\n", "\r\n", "\r", " ", "é", '"x\ny"', ',"');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (pieces, size) => {
      const text = pieces.join("");
      expect(scan(text, size)).toEqual(scan(text));
    }),
  );
});

test("well-formed CSV is read back record by record", () => {
  const value = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", " ", "é"), maxLength: 6 });
  const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 10 });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, fc.constantFrom("\n", "\r\n", "\r"), (table, lineBreak) => {
      const records = table.map((row) => row.map(quoted).join(","));
      const found = scan(records.join(lineBreak));
      expect(found.map(({ text }) => text)).toEqual(records);
      expect(found.map(({ fields }) => fields)).toEqual(table.map((row) => row.length));
    }),
  );
});
