import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf, decode, message, number, numberOf, text, textOf, valuesOf } from "./protobuf.js";

test("messages are spelled as the format's documentation spells them", () => {
  expect(number(1, 150).toString("hex")).toBe("089601");
  expect(text(2, "testing").toString("hex")).toBe("120774657374696e67");
  expect(message(3, number(1, 150)).toString("hex")).toBe("1a03089601");
});

test("what was written is read, whatever the numbers and texts", () => {
  const fieldNumber = fc.integer({ min: 1, max: (1 << 28) - 1 });
  fc.assert(
    fc.property(
      fieldNumber,
      fc.bigInt(0n, (1n << 64n) - 1n),
      fc.string({ unit: "binary" }),
      (field, value, string) => {
        const fields = decode(
          Buffer.concat([number(field, value), text(field + 1, string), message(field + 2, number(1, 7))]),
        );
        expect(fields[0]).toEqual({ number: field, value });
        expect(textOf(fields, field + 1)).toBe(string);
        expect(numberOf(decode(bytesOf(fields, field + 2)!), 1)).toBe(7);
      },
    ),
  );
});

test("fixed numbers are skipped, repeated fields are kept in order, and an absent number is 0", () => {
  const fixed = Buffer.from([(1 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8, (2 << 3) | 5, 1, 2, 3, 4]);
  const fields = decode(Buffer.concat([fixed, text(3, "a"), text(3, "b")]));
  expect(valuesOf(fields, 3).map(String)).toEqual(["a", "b"]);
  expect(textOf(fields, 3)).toBe("b");
  expect(numberOf(fields, 4)).toBe(0);
});

test("bytes that end too early are refused, wherever they are cut", () => {
  const whole = message(1, text(1, "some text"), number(2, 1_000_000));
  for (let length = 1; length < whole.length; length++)
    expect(() => decode(whole.subarray(0, length)), `${length} bytes`).toThrow("a message ends");
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void tryDecoding(bytes)));
});

/** Ends, well or with an error of ours. */
const tryDecoding = (bytes: Uint8Array): void => {
  try {
    decode(Buffer.from(bytes));
  } catch (error) {
    expect((error as Error).message).toMatch(/^a message /);
  }
};
