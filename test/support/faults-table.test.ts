import { expect, test } from "vitest";
import { faultsTable } from "./faults-table.js";

test("the table has one line per kind of fault, with the sums of all tests", () => {
  const reports = [
    { kind: "service killed", faults: 50, lost: 0, wrongBytes: 0 },
    { kind: "disk full", faults: 20, lost: 1, wrongBytes: 0 },
    { kind: "service killed", faults: 9, lost: 0, wrongBytes: 2 },
  ];
  const lines = faultsTable(reports.map((report) => JSON.stringify(report)).join("\n"))
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s{2,}/));
  expect(lines.slice(1)).toEqual([
    ["service killed", "59", "0", "2"],
    ["disk full", "20", "1", "0"],
  ]);
});

test("a run without faults prints nothing", () => {
  expect(faultsTable("")).toBe("");
});
