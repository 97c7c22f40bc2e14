import { expect, test } from "vitest";
import { type Cell, cellText } from "./cell-text.js";

const number = (numberValue: number, type?: string, pattern?: string): Cell => ({
  effectiveValue: { numberValue },
  ...(type && { effectiveFormat: { numberFormat: { type, ...(pattern && { pattern }) } } }),
});

test.each<[Cell, string]>([
  [{}, ""],
  [{ effectiveValue: { stringValue: " two\nlines" } }, " two\nlines"],
  [{ effectiveValue: { boolValue: false } }, "false"],
  [{ effectiveValue: { errorValue: { type: "N_A", message: "not found" } } }, ""],
  [number(0), "0"],
  [number(0.1 + 0.2), "0.3"],
  [number(-12.5, "CURRENCY", '"€"#,##0.00'), "-12.5"],
  [number(0.25, "PERCENT", "0.00%"), "0.25"],
  [number(1_234_567_890_123, "NUMBER", "0"), "1234567890123"],
  [number(1e21, "SCIENTIFIC"), "1000000000000000000000"],
  [number(1067, "NUMBER", "00000"), "01067"],
  [number(45_658), "45658"],
  [number(45_658, "DATE", "dd/mm/yyyy"), "2025-01-01"],
  [number(45_658.5, "DATE"), "2025-01-01T12:00:00"],
  [number(45_658 + 1 / 86_400, "DATE_TIME"), "2025-01-01T00:00:01"],
  [number(45_658, "DATE_TIME"), "2025-01-01"],
  [number(60, "DATE"), "1900-02-28"],
  [number(61, "DATE"), "1900-03-01"],
  [number(2, "DATE"), "1900-01-01"],
  [number(-30_000, "DATE"), "1817-11-10"],
  [number(1e12, "DATE"), "1000000000000"],
  [number(0.75, "TIME"), "18:00:00"],
  [number(1.5, "TIME", "[h]:mm"), "36:00:00"],
])("%j is %j", (cell, text) => {
  expect(cellText(cell)).toBe(text);
});
