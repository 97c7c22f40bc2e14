// Avro container file: a schema, and blocks of records that are written by it. Manifests of Iceberg are such files.
// Counts and lengths are checked against the bytes that are left, so that a small file never makes a long list.
// Format: Apache Avro 1.11, "Object Container Files" and "Binary Encoding".

import { inflateRawSync } from "node:zlib";
import { isObject, type JsonObject } from "../domain/resource/json.js";

/** Why a file cannot be read, in words that follow the name of the file. */
export class UnreadableAvro extends Error {
  override name = "UnreadableAvro";
}

export interface AvroFile {
  /** Type of the records. Fields may have further properties, such as `field-id`. */
  schema: unknown;
  records: JsonObject[];
}

export interface AvroBounds {
  records: number;
  /** Bytes of all blocks, unpacked. */
  bytes: number;
}

/** The file whole: a long is a number, a fixed and bytes are a Buffer. Throws `UnreadableAvro`. */
export const readAvro = (file: Buffer, most: AvroBounds): AvroFile => {
  const cursor = new Cursor(file);
  if (cursor.take(4).toString("latin1") !== "Obj\x01") throw new UnreadableAvro("is no Avro file");
  const described = decoded({ type: "map", values: "bytes" }, cursor, new Map(), 0);
  const { "avro.schema": written, "avro.codec": codec } = described as Record<string, Buffer | undefined>;
  const schema = schemaOf(written);
  const names = namesIn(schema);
  const mark = cursor.take(16);
  const records: JsonObject[] = [];
  let bytes = 0;
  while (cursor.left > 0) {
    const count = cursor.long();
    const block = unpacked(cursor.take(cursor.long()), codec?.toString() ?? "null", most.bytes - bytes);
    bytes += block.length;
    if (!(count >= 0) || records.length + count > most.records)
      throw new UnreadableAvro(`has more than ${most.records} records`);
    const inside = new Cursor(block);
    for (let i = 0; i < count; i++) records.push(recordOf(decoded(schema, inside, names, 0)));
    if (!cursor.take(16).equals(mark)) throw new UnreadableAvro("is damaged between two blocks");
  }
  return { schema, records };
};

const schemaOf = (written: Buffer | undefined): unknown => {
  try {
    return JSON.parse(String(written)) as unknown;
  } catch {
    throw new UnreadableAvro("has no schema");
  }
};

/** Types that have a name, which stand for themselves wherever the name is met again. */
const namesIn = (schema: unknown, names = new Map<string, unknown>(), depth = 0): Map<string, unknown> => {
  if (depth > deepest) throw new UnreadableAvro("has types that contain each other without end");
  const within = Array.isArray(schema) ? schema : isObject(schema) ? partsOf(schema) : [];
  if (isObject(schema) && typeof schema.name === "string") names.set(schema.name, schema);
  for (const each of within) namesIn(each, names, depth + 1);
  return names;
};

const partsOf = ({ type, items, values, fields }: JsonObject): unknown[] => [
  ...(typeof type === "object" ? [type] : []),
  ...[items, values],
  ...(Array.isArray(fields) ? fields.map((field) => (isObject(field) ? field.type : null)) : []),
];

const unpacked = (block: Buffer, codec: string, left: number): Buffer => {
  if (codec !== "null" && codec !== "deflate")
    throw new UnreadableAvro(`is compressed with ${codec.slice(0, 20)}, and only deflate is read`);
  try {
    if (codec === "deflate") return inflateRawSync(block, { maxOutputLength: Math.max(left, 1) });
  } catch {
    throw new UnreadableAvro("has a block that is damaged or too large");
  }
  if (block.length > left) throw new UnreadableAvro("is too large");
  return block;
};

const recordOf = (value: unknown): JsonObject => {
  if (!isObject(value)) throw new UnreadableAvro("has no records");
  return value;
};

class Cursor {
  private at = 0;
  private steps = 0;

  constructor(private readonly bytes: Buffer) {}

  get left(): number {
    return this.bytes.length - this.at;
  }

  /** A value is about to be read. Values without bytes are no reason for more of them than there are bytes. */
  step(): void {
    if (++this.steps > stepsPerByte * this.bytes.length + 1_000)
      throw new UnreadableAvro("has more values than bytes");
  }

  take(length: number): Buffer {
    if (!(length >= 0 && length <= this.left)) throw new UnreadableAvro("is cut off");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** Seven bits in a byte, the lowest first, and the sign in the lowest of all. Exact up to ±2^53. */
  long(): number {
    let [value, factor] = [0n, 0n];
    for (let i = 0; i < 10; i++) {
      const byte = this.take(1)[0]!;
      value |= BigInt(byte & 127) << factor;
      if (byte < 128) return Number(value & 1n ? -(value >> 1n) - 1n : value >> 1n);
      factor += 7n;
    }
    throw new UnreadableAvro("has a number that does not end");
  }
}

/** Types that contain each other deeper than this are none that a manifest has. */
const deepest = 30;

/** A value that may be missing takes two steps and a byte. */
const stepsPerByte = 8;

const decoded = (type: unknown, cursor: Cursor, names: Map<string, unknown>, depth: number): unknown => {
  cursor.step();
  if (depth > deepest) throw new UnreadableAvro("has types that contain each other without end");
  const inner = (each: unknown) => decoded(each, cursor, names, depth + 1);
  if (Array.isArray(type)) {
    const branch = cursor.long();
    if (!(branch in type)) throw new UnreadableAvro("has a value of no type");
    return inner(type[branch]);
  }
  if (typeof type === "string")
    return scalar(type, cursor) ?? (type === "null" ? null : inner(names.get(type)));
  if (!isObject(type)) throw new UnreadableAvro("has a schema that is none");
  const { fields, items, values, size, symbols } = type;
  switch (type.type) {
    case "record":
      return Object.fromEntries(
        listOf(fields).map((field) => [
          String((field as JsonObject).name),
          inner((field as JsonObject).type),
        ]),
      );
    case "array":
      return blocks(cursor, () => inner(items));
    case "map":
      return Object.fromEntries(
        blocks(cursor, () => [cursor.take(cursor.long()).toString("utf8"), inner(values)] as const),
      );
    case "fixed":
      return cursor.take(Number(size));
    case "enum":
      return listOf(symbols)[cursor.long()];
    default:
      return inner(type.type);
  }
};

const listOf = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw new UnreadableAvro("has a schema that is none");
  return value;
};

/** Undefined for null and for names of types. */
const scalar = (type: string, cursor: Cursor): unknown => {
  switch (type) {
    case "boolean":
      return cursor.take(1)[0] === 1;
    case "int":
    case "long":
      return cursor.long();
    case "float":
      return cursor.take(4).readFloatLE();
    case "double":
      return cursor.take(8).readDoubleLE();
    case "bytes":
      return cursor.take(cursor.long());
    case "string":
      return cursor.take(cursor.long()).toString("utf8");
    default:
      return undefined;
  }
};

/** Items of an array or a map. */
const blocks = <T>(cursor: Cursor, next: () => T): T[] => {
  const items: T[] = [];
  for (;;) {
    let count = cursor.long();
    if (count === 0) return items;
    // A negative count is followed by the bytes of the block, for readers that skip it.
    if (count < 0) [count] = [-count, cursor.long()];
    for (let i = 0; i < count; i++) items.push(next());
  }
};
