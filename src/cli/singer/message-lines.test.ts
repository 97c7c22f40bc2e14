import { expect, test } from "vitest";
import { LineCutter, LineRefused, parseLine } from "./message-lines.js";

const cut = (chunks: readonly string[]) => {
  const cutter = new LineCutter();
  const lines = chunks.flatMap((chunk) => [...cutter.push(Buffer.from(chunk))]);
  return [...lines, ...cutter.end()];
};

test("lines are cut wherever chunks end, and keep their numbers across empty ones", () => {
  expect(cut(['{"a"', ":1}\n\r\n{", '"b":2}\n{"c":3}'])).toEqual([
    { text: '{"a":1}', number: 1 },
    { text: '{"b":2}', number: 3 },
    { text: '{"c":3}', number: 4 },
  ]);
});

test("a line without an end is refused once it is too long", () => {
  const cutter = new LineCutter();
  const endless = () => {
    for (let i = 0; i < 20; i++) [...cutter.push(Buffer.alloc(1 << 20, 97))];
  };
  expect(endless).toThrow("Line 1: it has more than 16777216 bytes");
});

test("whole numbers keep their digits, and NaN is no value", () => {
  expect(parseLine('{"id":12345678901234567890,"text":"NaN 1234567890123456","rate":NaN}', 1)).toEqual({
    id: "12345678901234567890",
    text: "NaN 1234567890123456",
    rate: null,
  });
});

test("what is no JSON is refused with its line", () => {
  expect(() => parseLine("INFO starting", 17)).toThrow(LineRefused);
  expect(() => parseLine("INFO starting", 17)).toThrow("Line 17: it is no JSON message");
});
