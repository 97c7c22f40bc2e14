// Protocol Buffers' wire format, as far as Spark Connect needs it: varints, texts and nested messages,
// without generated code (https://protobuf.dev/programming-guides/encoding).

/** A field of a message: its number, and the bytes of a text or nested message, or the value of a number. */
export interface Field {
  number: number;
  value: Buffer | bigint;
}

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

const varint = (value: number | bigint): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
};

const tag = (number: number, wireType: number): Buffer => varint(number * 8 + wireType);

/** A whole number from 0 on, or a member of an enum. */
export const number = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([tag(field, wireTypes.varint), varint(value)]);

export const flag = (field: number, value: boolean): Buffer => number(field, value ? 1 : 0);

export const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value, "utf8"));

/** A nested message. */
export const message = (field: number, ...fields: readonly Buffer[]): Buffer =>
  bytes(field, Buffer.concat(fields));

const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([tag(field, wireTypes.bytes), varint(value.length), value]);

/** Fields of a message in their order. Throws for bytes that are no message. */
export const decode = (message: Buffer): Field[] => {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const [head, start] = readVarint(message, at);
    const [value, end] = readValue(message, start, Number(head & 7n));
    fields.push({ number: Number(head >> 3n), value });
    at = end;
  }
  return fields;
};

const readValue = (message: Buffer, at: number, wireType: number): [Buffer | bigint, number] => {
  switch (wireType) {
    case wireTypes.varint:
      return readVarint(message, at);
    case wireTypes.fixed64:
      return slice(message, at, 8);
    case wireTypes.fixed32:
      return slice(message, at, 4);
    case wireTypes.bytes: {
      const [length, start] = readVarint(message, at);
      return slice(message, start, Number(length));
    }
    default:
      throw new Error(`a message has a field of the unknown wire type ${wireType}`);
  }
};

const slice = (message: Buffer, from: number, length: number): [Buffer, number] => {
  if (from + length > message.length) throw new Error("a message ends within a field");
  return [message.subarray(from, from + length), from + length];
};

/** The value, and where it ends. */
const readVarint = (message: Buffer, from: number): [bigint, number] => {
  let value = 0n;
  for (let at = from; at < message.length && at < from + 10; at++) {
    const byte = message[at]!;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return [value, at + 1];
  }
  throw new Error("a message ends within a number");
};

/** The last bytes of a field: a nested message, or undefined. */
export const bytesOf = (fields: readonly Field[], number: number): Buffer | undefined =>
  valuesOf(fields, number).at(-1);

export const textOf = (fields: readonly Field[], number: number): string | undefined =>
  bytesOf(fields, number)?.toString("utf8");

/** Each of a repeated field. */
export const valuesOf = (fields: readonly Field[], number: number): Buffer[] =>
  fields.flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));

/** 0 if it is absent, as in the format itself. */
export const numberOf = (fields: readonly Field[], number: number): number =>
  Number(fields.findLast((field) => field.number === number && typeof field.value === "bigint")?.value ?? 0);
