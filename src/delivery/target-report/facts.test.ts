import { expect, test } from "vitest";
import type { TargetResult } from "../../domain/target/target.js";
import { targetReport } from "./facts.js";
import { reportPdf } from "./pdf.js";

const result: TargetResult = {
  rows: 1200,
  bytes: 34_000,
  sha256: "",
  columns: [],
  file: "",
  structure: [],
  left_out_count: 12,
  analysis: [
    { name: "probability", fill_rate: 0.5, range: { min: 0.1, mean: 0.4, max: 0.9 } },
    { name: "city", fill_rate: 1 },
    { name: "is_member", fill_rate: 1, values: [{ value: "true", count: 1200 }] },
  ],
  people: {
    geographies: { state: [{ id: "VT", count: 1100 }], postcode: [] },
    traits: [],
    attributes: [],
  },
};

test("a report says what the file holds, and where its people live if it was asked for", () => {
  const { sections } = targetReport({ name: "File", pipeline: "Scoring", result });
  expect(sections.map(({ title }) => title)).toEqual([
    "File",
    "Predictions",
    "Columns",
    "People by postcode",
    "People by state",
  ]);
  expect(sections[1]?.text).toBe("No prediction is in the file.");
  expect(sections[2]?.table?.rows).toEqual([
    ["probability", "50 %", "0.1 to 0.9, 0.4 on average"],
    ["city", "100 %", "many"],
    ["is_member", "100 %", "true (1,200)"],
  ]);
  expect(sections[3]?.text).toBe("No postcode has 10 people or more.");
  expect(sections[4]?.table?.rows).toEqual([["VT", "1,100"]]);
});

test("the same report has the same bytes, whatever letters are in its names", async () => {
  const report = targetReport({ name: "Łódź, 東京 – “winter” −5\u202f%", pipeline: "P", result });
  const [first, second] = [await reportPdf(report, 0), await reportPdf(report, 0)];
  expect(first.equals(second)).toBe(true);
  expect(first.subarray(0, 8).toString()).toBe("%PDF-1.7");
});
