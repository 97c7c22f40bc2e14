import { expect, test } from "vitest";
import { BrokenJson, depthOfRecords, flattened, JsonScanner, looksLikeJson } from "./json-records.js";

const read = (text: string, bytes = 3) => {
  const scanner = JsonScanner.strict(depthOfRecords(text, true));
  const all = Buffer.from(text);
  const found = [];
  for (let i = 0; i < all.length; i += bytes) found.push(...scanner.push(all.subarray(i, i + bytes)));
  scanner.end();
  return found.map(({ record, line }) => [line, record]);
};

test("an array, an object that holds one, and JSON Lines have the same records", () => {
  const [a, b] = ['{"id":1,"t":"a \\"]}"}', '{"id":2,"t":"é"}'];
  const records = [
    { id: 1, t: 'a "]}' },
    { id: 2, t: "é" },
  ];
  for (const text of [`[${a},\n${b}]`, `{"total":2,"orders":[${a},\n${b}]}`, `${a}\n${b}\n`])
    expect(read(text)).toEqual([
      [1, records[0]],
      [2, records[1]],
    ]);
  expect(read(`{"id":1,"tags":["x"]}`)).toEqual([[1, { id: 1, tags: ["x"] }]]);
});

test("what is no record is refused with its line, and levels and ends are bounded", () => {
  expect(() => read('{"a":1}\n{"a":}')).toThrow(BrokenJson);
  expect(() => read('[{"a":1}')).toThrow("the file ends in the middle");
  expect(() => read(`[{"a":${"[".repeat(50)}`)).toThrow("levels");
  expect([looksLikeJson('[{"a":1}]'), looksLikeJson("id,{x}"), looksLikeJson("[x] a,b")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("nested objects are flattened, and a list of objects becomes rows", () => {
  const { common, lines } = flattened({
    id: 1,
    customer: { email: "a@x.org" },
    tags: ["a", "b"],
    lines: [{ sku: "T" }, { sku: "U", n: 2 }],
  });
  expect(Object.fromEntries(common)).toEqual({ id: "1", "customer.email": "a@x.org", tags: '["a","b"]' });
  expect([...lines()].map((line) => Object.fromEntries(line))).toEqual([
    { "lines.sku": "T" },
    { "lines.sku": "U", "lines.n": "2" },
  ]);
});

test("a key of more digits than a number has stays exact, and values between records are refused", () => {
  expect(read('{"id":12345678901234567890,"t":"9999999999999999999"}')).toEqual([
    [1, { id: "12345678901234567890", t: "9999999999999999999" }],
  ]);
  expect(() => read('[{"a":1},\n7]')).toThrow("a record is expected");
});
