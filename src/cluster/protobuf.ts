// Protocol Buffers' wire format (https://protobuf.dev/programming-guides/encoding), as far as Spark Connect
// needs it. A table has the fields of a message, and the type of its values follows from it.

interface Scalars {
  /** A whole number from 0 on, or a member of an enum. */
  int: number;
  bool: boolean;
  text: string;
  bytes: Buffer;
}

/** A field without a rule comes once or not at all; a message of which one field is present is "oneOf". */
type Field = readonly [number: number, type: keyof Scalars | Fields, rule?: "repeated" | "oneOf"];

/** Fields of a message, in the order in which they are written. */
export interface Fields {
  readonly [name: string]: Field;
}

/** Values of a message by the names of its fields; undefined: absent. */
export type Message<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> | undefined };

export type OneOf<F extends Fields> = {
  [Name in keyof F]: { readonly [Only in Name]: ValueOf<F[Name]> };
}[keyof F];

type ValueOf<F extends Field> = F extends readonly [number, infer T, "repeated"]
  ? readonly Single<T>[]
  : F extends readonly [number, infer T extends Fields, "oneOf"]
    ? OneOf<T>
    : Single<F[1]>;

type Single<T> = T extends keyof Scalars ? Scalars[T] : T extends Fields ? Message<T> : never;

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

export const encode = <F extends Fields>(fields: F, message: Message<F>): Buffer =>
  Buffer.concat(
    Object.entries<Field>(fields).flatMap(([name, [number, type]]) =>
      [message[name] ?? []].flat().map((value) => encodeField(number, type, value)),
    ),
  );

const encodeField = (number: number, type: Field[1], value: unknown): Buffer => {
  if (type === "int" || type === "bool")
    return Buffer.concat([varint(number * 8 + wireTypes.varint), varint(Number(value))]);
  const bytes =
    type === "text"
      ? Buffer.from(value as string)
      : type === "bytes"
        ? (value as Buffer)
        : encode(type, value as Message<Fields>);
  return Buffer.concat([varint(number * 8 + wireTypes.bytes), varint(bytes.length), bytes]);
};

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
};

/** Skips fields that the table does not have. Throws for bytes that are no message. */
export const decode = <F extends Fields>(fields: F, message: Buffer): Message<F> => {
  const values: Record<string, unknown> = {};
  for (let at = 0; at < message.length; ) {
    const [head, start] = readVarint(message, at);
    const [wire, end] = readValue(message, start, Number(head & 7n));
    for (const [name, [number, type, rule]] of Object.entries<Field>(fields)) {
      const value = BigInt(number) === head >> 3n ? decodeField(type, wire) : undefined;
      if (value === undefined) continue;
      const before = values[name];
      if (rule === "repeated" && Array.isArray(before)) before.push(value);
      else values[name] = rule === "repeated" ? [value] : value;
    }
    at = end;
  }
  return values as Message<F>;
};

/** Undefined for a value of another type. */
const decodeField = (type: Field[1], wire: Buffer | bigint | undefined): unknown => {
  if (typeof wire === "bigint")
    return type === "int" ? Number(wire) : type === "bool" ? wire !== 0n : undefined;
  if (wire === undefined || type === "int" || type === "bool") return undefined;
  return type === "text" ? wire.toString("utf8") : type === "bytes" ? wire : decode(type, wire);
};

/** The value, undefined for a number of fixed size, and where it ends. */
const readValue = (message: Buffer, at: number, wireType: number): [Buffer | bigint | undefined, number] => {
  if (wireType === wireTypes.varint) return readVarint(message, at);
  const fixedLength = { [wireTypes.fixed64]: 8, [wireTypes.fixed32]: 4 }[wireType];
  const [length, start] = wireType === wireTypes.bytes ? readVarint(message, at) : [fixedLength, at];
  if (length === undefined) throw new Error(`a message has a field of the unknown wire type ${wireType}`);
  const end = start + Number(length);
  if (end > message.length) throw new Error("a message ends within a field");
  return [fixedLength === undefined ? message.subarray(start, end) : undefined, end];
};

const readVarint = (message: Buffer, from: number): [bigint, number] => {
  let value = 0n;
  for (let at = from; at < message.length && at < from + 10; at++) {
    const byte = message[at]!;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return [value, at + 1];
  }
  throw new Error("a message ends within a number");
};
