import { expect, test } from "vitest";
import { figureCsv } from "./figure.js";

const columns = [
  { header: "Name, as given", value: (row: { name: string; people?: number }) => row.name },
  { header: "People", value: (row: { name: string; people?: number }) => row.people },
];

test("the CSV of a figure is quoted where needed and holds raw numbers", () => {
  expect(figureCsv([{ name: 'The "best"', people: 1234.5 }, { name: "plain" }], columns)).toBe(
    '"Name, as given",People\r\n"The ""best""",1234.5\r\nplain,\r\n',
  );
});

test("a spreadsheet runs no text of the CSV as a formula", () => {
  expect(figureCsv([{ name: "=1+1" }], columns)).toContain("'=1+1,");
});
