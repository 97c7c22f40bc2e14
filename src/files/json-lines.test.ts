import { expect, test } from "vitest";
import { isJsonLines, JsonLineScanner } from "./json-lines.js";

test.each([
  ['{"a":1}\n{"a":2}\n', true],
  ['{"a":1}\n\nFatal error\n', true],
  ['{"a":1}\r\n{"a":2', true],
  ['{"a":1}\nFatal error\nat line 7\n', false],
  ['[{"a":1},\n{"a":2}]', false],
  ['[\n{"a":1}\n]', false],
  ['{"orders":[\n{"a":1},\n{"a":2}\n]}', false],
  ['{\n  "a": 1,\n  "b": {"c": 2}\n}\n{\n  "a": 2\n}', false],
  ['{"a":1}', false],
])("whether %j has a record on each line: %s", (text, areLines) => {
  expect(isJsonLines(text, true)).toBe(areLines);
});

test("of the beginning of a file the last line may be cut off, and one line is enough", () => {
  expect(isJsonLines('{"a":1}\n{"a":', false)).toBe(true);
});

test("lines are found wherever a chunk ends, and two records on a line have its number", () => {
  const text = Buffer.from('{"t":"ä"}\n\n{"t":2} {"t":3}\nno\n{"t":4}');
  for (let size = 1; size < text.length; size++) {
    const scanner = new JsonLineScanner();
    const found = [];
    for (let i = 0; i < text.length; i += size) found.push(...scanner.push(text.subarray(i, i + size)));
    found.push(...scanner.end());
    expect(found).toEqual([
      { line: 1, record: { t: "ä" } },
      { line: 3, record: { t: 2 } },
      { line: 3, record: { t: 3 } },
      { line: 4, text: "no", reason: "a value stands where a record is expected" },
      { line: 5, record: { t: 4 } },
    ]);
  }
});

test.each([
  ['{"a":1', "the line ends in the middle of a record"],
  ['["a"]', "the line is no object"],
  [`{"a":${"[".repeat(40)}`, "more than 32 levels"],
])("the line %j is broken: %s", (line, reason) => {
  const scanner = new JsonLineScanner();
  scanner.push(Buffer.from(line));
  expect(scanner.end()).toEqual([{ line: 1, text: line, reason }]);
});
