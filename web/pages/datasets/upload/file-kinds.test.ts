import { expect, test } from "vitest";
import { columnsIn, groupByHeader, readColumns } from "./file-kinds.js";

test("files with the same columns are one dataset, whatever their order and case", () => {
  expect(
    groupByHeader([
      { name: "transactions.csv", columns: ["household", "day", "amount"] },
      { name: "demographics.csv", columns: ["household", "age"] },
      { name: "more.csv", columns: ["Day", "household", "Amount"] },
      { name: "coupons.csv", columns: ["household", "day", "coupon"] },
    ]),
  ).toEqual([[0, 2], [1], [3]]);
});

test("files whose columns are unknown are grouped by name", () => {
  expect(
    groupByHeader([
      { name: "orders_2024.xlsx", columns: null },
      { name: "orders_2025.xlsx", columns: null },
      { name: "people.xlsx", columns: null },
    ]),
  ).toEqual([[0, 1], [2]]);
});

test.each([
  ["id,day\n1,2024-01-01\n", ["id", "day"]],
  ['"id; no";"Straße, Nr"\n1;2\n', ["id; no", "Straße, Nr"]],
  ["Report: Orders, all\n\nid;day;amount\n1;2024-01-01;3,5\n2;2024-01-02;4,0\n", ["id", "day", "amount"]],
  ["email\na@example.com\n", ["email"]],
  ["", null],
  ["PK\u0003\u0004", null],
])("the column names of %j", (text, columns) => {
  expect(columnsIn(text)).toEqual(columns);
});

test("the first bytes of a file are enough, also of a compressed one", async () => {
  const text = `id,day\n${"1,2024-01-01\n".repeat(50_000)}`;
  expect(await readColumns(new File([text], "a.csv"))).toEqual(["id", "day"]);
  const packed = new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")));
  expect(await readColumns(new File([await packed.blob()], "a.csv.gz"))).toEqual(["id", "day"]);
  const utf16 = Uint16Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0));
  expect(await readColumns(new File([utf16], "a.txt"))).toEqual(["id", "day"]);
  expect(await readColumns(new File([text], "a.xlsx"))).toBeNull();
});
