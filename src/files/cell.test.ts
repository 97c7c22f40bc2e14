import { expect, test } from "vitest";
import { numberStyle, numberText, plain } from "./cell.js";

const text = (written: string, code?: string, is1904 = false): string =>
  numberText(written, code === undefined ? plain : numberStyle(164, code), is1904);

test.each([
  ["0.30000000000000004", "0.3"],
  ["19.989999999999998", "19.99"],
  ["1E+15", "1000000000000000"],
  ["1.5E-7", "0.00000015"],
  ["-1.25E3", "-1250"],
  ["1.2345E+22", "12345000000000000000000"],
  ["12.50", "12.50"],
  ["0", "0"],
  ["-0.1", "-0.1"],
  ["0.1000000000000000055", "0.1"],
  ["12345678901234567890", "12345678901234567890"],
  ["", ""],
  ["n/a", "n/a"],
])("the number %s is the text %s", (written, shown) => {
  expect(text(written)).toBe(shown);
});

test.each([
  ["45482.74851851852", "yyyy-mm-dd hh:mm", "2024-07-09T17:57:52"],
  ["45482", "d/m/yy", "2024-07-09"],
  ["45482", '[$-409]d" of "mmmm', "2024-07-09"],
  ["1", "dd.mm.yyyy", "1900-01-01"],
  ["59", "dd.mm.yyyy", "1900-02-28"],
  ["61", "dd.mm.yyyy", "1900-03-01"],
  ["45482.00001157407", "yyyy-mm-dd", "2024-07-09T00:00:01"],
  ["0.75", "hh:mm", "18:00:00"],
  ["1.104166666666667", "[h]:mm", "26:30:00"],
  ["-5", "yyyy-mm-dd", "-5"],
  ["9999999", "yyyy-mm-dd", "9999999"],
  ["1067", "00000", "01067"],
  ["19.5", '0.00" days"', "19.5"],
  ["19.5", '[Red]#,##0.00 "y"', "19.5"],
  ["19.5", "General", "19.5"],
])("the number %s of the format %s is the text %s", (written, code, shown) => {
  expect(text(written, code)).toBe(shown);
});

test("days of old workbooks of the Mac count from 1904", () => {
  expect(text("44020.5", "yyyy-mm-dd", true)).toBe("2024-07-09T12:00:00");
});

test.each([
  [14, "date"],
  [22, "date"],
  [20, "time"],
  [46, "duration"],
  [2, "plain"],
  [10, "plain"],
])("the built-in format %i is a %s", (id, is) => {
  expect(numberStyle(id, undefined)).toMatchObject({ is });
});
