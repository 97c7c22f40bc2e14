import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { type AvroBounds, readAvro, UnreadableAvro } from "./avro.js";

const long = (value: number): Buffer => {
  let left = BigInt(value) >= 0n ? BigInt(value) * 2n : -BigInt(value) * 2n - 1n;
  const bytes = [];
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128);
  return Buffer.from([...bytes, Number(left)]);
};
const text = (value: string | Buffer) =>
  Buffer.concat([long(Buffer.byteLength(value)), Buffer.from(value as string)]);
const mark = Buffer.alloc(16, 7);
const block = (count: number, bytes: Buffer) => Buffer.concat([long(count), text(bytes), mark]);
const file = (schema: unknown, blocks: Buffer[], codec?: string) =>
  Buffer.concat([
    Buffer.from("Obj\x01"),
    long(codec === undefined ? 1 : 2),
    ...[text("avro.schema"), text(JSON.stringify(schema))],
    ...(codec === undefined ? [] : [text("avro.codec"), text(codec)]),
    ...[long(0), mark],
    ...blocks,
  ]);
const record = (...fields: unknown[]) => ({
  type: "record",
  name: "r",
  fields: fields.map((type, i) => ({ name: "abcdefghi"[i], type })),
});
const most: AvroBounds = { records: 100, bytes: 1_000_000 };

test("values of each type are those that were written", () => {
  const inner = { type: "record", name: "inner", fields: [{ name: "x", type: "int" }] };
  const schema = record(
    "long",
    ["null", inner],
    { type: "array", items: "inner" },
    { type: "map", values: "string" },
    ...[
      "double",
      "boolean",
      { type: "fixed", name: "f", size: 2 },
      { type: "enum", name: "e", symbols: ["u", "v"] },
    ],
    { type: "long", logicalType: "timestamp-micros" },
  );
  const double = Buffer.alloc(8);
  double.writeDoubleLE(1.5);
  const bytes = Buffer.concat([
    ...[long(-(2 ** 53) + 1), long(0), long(-2), long(2), long(3), long(-4), long(0)],
    ...[
      long(1),
      text("k"),
      text("é"),
      long(0),
      double,
      Buffer.from([0]),
      Buffer.from("hi"),
      long(1),
      long(2 ** 52),
    ],
  ]);
  const expected = {
    a: -(2 ** 53) + 1,
    b: null,
    c: [{ x: 3 }, { x: -4 }],
    d: { k: "é" },
    e: 1.5,
    f: false,
    g: Buffer.from("hi"),
    h: "v",
    i: 2 ** 52,
  };
  expect(readAvro(file(schema, [block(1, bytes)]), most).records).toEqual([expected]);
  const packed = file(
    schema,
    [block(1, deflateRawSync(bytes)), block(2, deflateRawSync(Buffer.concat([bytes, bytes])))],
    "deflate",
  );
  expect(readAvro(packed, most).records).toEqual([expected, expected, expected]);
});

const endless = { type: "record", name: "r", fields: [{ name: "a", type: "r" }] };
const nothings = record({ type: "array", items: "null" });
const nested = JSON.parse(`${'{"type":"array","items":'.repeat(50)}"null"${"}".repeat(50)}`) as unknown;
test.each<[string, Buffer, RegExp]>([
  ["is something else", Buffer.from("PAR1"), /no Avro/],
  ["ends in its header", file(record("int"), []).subarray(0, 20), /cut off/],
  ["ends in a block", file(record("int"), [block(1, long(5))]).subarray(0, -17), /cut off/],
  ["has a number without an end", file(record("long"), [block(1, Buffer.alloc(30, 255))]), /does not end/],
  ["has more records than it may", file(record("null"), [block(101, Buffer.alloc(0))]), /more than 100/],
  ["says a negative count", file(record("null"), [block(-1, Buffer.alloc(0))]), /more than 100/],
  [
    "has items without bytes",
    file(nothings, [block(1, Buffer.concat([long(2 ** 40), long(0)]))]),
    /more values than bytes/,
  ],
  ["has a type that contains itself", file(endless, [block(1, Buffer.alloc(0))]), /without end/],
  ["has a schema of many levels", file(nested, []), /without end/],
  ["has a branch that there is not", file(record(["null"]), [block(1, long(3))]), /no type/],
  ["is compressed with snappy", file(record("int"), [block(1, long(5))], "snappy"), /snappy/],
  [
    "unpacks to more than it may",
    file(record("int"), [block(1, deflateRawSync(Buffer.alloc(2_000_000)))], "deflate"),
    /too large/,
  ],
  ["is too large as it is", file(record("bytes"), [block(1, text(Buffer.alloc(2_000_000)))]), /too large/],
  [
    "has another mark after a block",
    Buffer.concat([file(record("int"), [block(1, long(5)).subarray(0, -16)]), Buffer.alloc(16)]),
    /damaged between/,
  ],
])("a file that %s is refused", (_, bytes, said) => {
  expect(() => readAvro(bytes, most)).toThrow(UnreadableAvro);
  expect(() => readAvro(bytes, most)).toThrow(said);
});
