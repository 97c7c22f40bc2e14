import { expect, test } from "vitest";
import { limits } from "../domain/resource/limits.js";
import { parseJson } from "./json-bodies.js";

const parse = (text: string | Buffer) => parseJson(Buffer.from(text));
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const fields = (count: number) => `{${Array.from({ length: count }, (_, i) => `"f${i}":1`).join(",")}}`;

test("a body may be as deep and have as many fields and values as the limits say, and not more", () => {
  expect(parse(nested(limits.bodyDepth.is))).toBeInstanceOf(Array);
  expect(() => parse(nested(limits.bodyDepth.is + 1))).toThrow("too complex: it is deeper than 32 levels");
  expect(parse(fields(limits.bodyFields.is))).toHaveProperty("f0", 1);
  expect(() => parse(fields(limits.bodyFields.is + 1))).toThrow(
    "it has 10001 fields, and the limit is 10000",
  );
  expect(() => parse(`[${"1,".repeat(limits.bodyValues.is)}1]`)).toThrow("values, and the limit is 100000");
});

test.each([
  ['{"a":{"name":1,"b":2,"name":3}}', "name is there twice in one object"],
  ['{"a":1,"\\u0061":2}', "a is there twice in one object"],
  ['{"a":[{"__proto__":{"b":1}}]}', "a[0].__proto__ is not allowed as the name of a field"],
  ['{"a":"\\u0000"}', "a has the character NUL"],
  ['{"\\u0000":1}', "The name of a field has the character NUL"],
  ['{"a":"\\ud800"}', "a has half of a surrogate pair, which is no character"],
  ['"\\u0000"', "The body has the character NUL"],
])("%s is refused: %s", (text, why) => {
  expect(() => parse(text)).toThrow(`The body cannot be used: ${why}.`);
});

test("bytes that are not UTF-8 are refused and not replaced", () => {
  expect(() => parse(Buffer.from([0x22, 0xff, 0x22]))).toThrow("it is not valid UTF-8");
});

test("names of Object.prototype are names of fields like others, as are equal names in different objects", () => {
  const text = '{"constructor":{"toString":1},"hasOwnProperty":[{"a":1},{"a":2}]}';
  expect(JSON.stringify(parse(text))).toBe(text);
});

test("an empty name is one name", () => {
  expect(() => parse('{"":1,"":2}')).toThrow("there twice");
});
