import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, encode, type Fields } from "./protobuf.js";

const inner = { id: [1, "int"], note: [2, "text"] } as const satisfies Fields;
const outer = {
  name: [2, "text"],
  inner: [3, inner],
  choice: [4, inner, "oneOf"],
  data: [5, "bytes"],
  isLast: [16, "bool"],
  many: [2047, inner, "repeated"],
} as const satisfies Fields;

const nothing = {
  name: undefined,
  inner: undefined,
  choice: undefined,
  data: undefined,
  isLast: undefined,
  many: undefined,
};

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

test("messages are spelled as the format's documentation spells them", () => {
  expect(encode(inner, { id: 150, note: "testing" })).toEqual(hex("08 9601 12 07 74657374696e67"));
  expect(encode(outer, { ...nothing, inner: { id: 150, note: undefined } })).toEqual(hex("1a 03 08 9601"));
});

test("what was written is read, whatever the values", () => {
  const note = fc.string({ unit: "grapheme", maxLength: 20 });
  const value = fc.record({ id: fc.maxSafeNat(), note });
  const data = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each));
  const many = fc.array(value, { minLength: 1, maxLength: 4 });
  const choice = value.map(({ id }) => ({ id }));
  fc.assert(
    fc.property(
      fc.record({ name: note, inner: value, choice, data, isLast: fc.boolean(), many }),
      (message) => {
        expect(decode(outer, encode(outer, message))).toEqual(message);
      },
    ),
  );
});

test("a field that the table does not have, or has as another type, is skipped", () => {
  const fixed = "09 0102030405060708 25 01020304";
  expect(decode(inner, hex(`${fixed} 12 01 61 10 05 0a 01 62 18 07 12 01 63`))).toEqual({ note: "c" });
  expect(decode(outer, hex(`1d 01020304 2d 01020304 12 01 61 8201 00`))).toEqual({ name: "a" });
});

test("a field or a choice that the table does not have is refused where it is written", () => {
  // @ts-expect-error the field is `note`
  expect(encode(inner, { id: 1, notes: "a" })).toEqual(hex("08 01"));
  // @ts-expect-error a choice has one field
  encode(outer, { ...nothing, choice: {} });
  // @ts-expect-error a number is no text
  encode(inner, { id: "1", note: undefined });
});

test("bytes that end too early are refused, wherever they are cut", () => {
  const whole = encode({ inner: [3, inner] }, { inner: { id: 1_000_000, note: "some text" } });
  for (let length = 1; length < whole.length; length++)
    expect(() => decode(outer, whole.subarray(0, length)), `${length} bytes`).toThrow("a message ends");
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void tryDecoding(bytes)));
});

test("a length of 2^63 is refused before anything is read", () => {
  expect(() => decode(outer, hex("2a 80808080808080808001 61"))).toThrow("a message ends within a field");
});

/** Ends, well or with an error of ours. */
const tryDecoding = (bytes: Uint8Array): void => {
  try {
    decode(outer, Buffer.from(bytes));
  } catch (error) {
    expect((error as Error).message).toMatch(/^a message /);
  }
};
