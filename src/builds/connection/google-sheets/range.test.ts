import { expect, test } from "vitest";
import { a1Of, rangeOf } from "./range.js";

const orders = { id: 0, title: "Orders", rows: 1000, columns: 26 };
const odd = { id: 7, title: "It's 2025!", rows: 40, columns: 800 };
const sheets = [orders, odd];
const named = [
  { name: "Paid", range: { startRowIndex: 2, endRowIndex: 9, startColumnIndex: 1, endColumnIndex: 4 } },
  { name: "Orders", range: { sheetId: 7 } },
  { name: "Gone", range: { sheetId: 99 } },
];

test.each([
  ["Orders", "'Orders'!A1:Z1000"],
  ["It's 2025!", "'It''s 2025!'!A1:ADT40"],
  ["Paid", "'Orders'!B3:D9"],
  ["Orders!B2:D5", "'Orders'!B2:D5"],
  ["Orders!d5:b2", "'Orders'!B2:D5"],
  ["Orders!$A$3:$F", "'Orders'!A3:F1000"],
  ["Orders!A:C", "'Orders'!A1:C1000"],
  ["Orders!2:3", "'Orders'!A2:Z3"],
  ["Orders!A1", "'Orders'!A1:A1"],
  ["Orders!A990:AB5000", "'Orders'!A990:Z1000"],
  ["It's 2025!!ADT2:ADT3", "'It''s 2025!'!ADT2:ADT3"],
  ["'It''s 2025!'!AA1:AB2", "'It''s 2025!'!AA1:AB2"],
])("%s is the cells %s", (name, cells) => {
  expect(a1Of(rangeOf(name, sheets, named)!)).toBe(cells);
});

test.each(["orders", "Gone", "Orders!", "Orders!A", "Orders!:", "Orders!A0:B2", "Nowhere!A1:B2", "A1:B2"])(
  "%s is nothing",
  (name) => {
    expect(rangeOf(name, sheets, named)).toBe(null);
  },
);

test("cells beyond the grid are none", () => {
  const range = rangeOf("Orders!A2000:C3000", sheets, named);
  expect(range).toEqual({ sheet: orders, rows: [1000, 1000], columns: [0, 3] });
});
