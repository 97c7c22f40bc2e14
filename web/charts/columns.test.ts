import { expect, test } from "vitest";
import { figureCsv } from "./columns.js";

const columns = [
  { header: "Name, as given", value: (row: { name: string; people?: number }) => row.name },
  { header: "People", value: (row: { name: string; people?: number }) => row.people },
];

test("the CSV of a picture is quoted where it must be, and holds numbers as they are", () => {
  expect(figureCsv([{ name: 'The "best"', people: 1234.5 }, { name: "plain" }], columns)).toBe(
    '"Name, as given",People\r\n"The ""best""",1234.5\r\nplain,\r\n',
  );
});

test("no text of the CSV is run as a formula by a spreadsheet", () => {
  expect(figureCsv([{ name: "=1+1" }], columns)).toContain("'=1+1,");
});
