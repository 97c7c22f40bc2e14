// Columns whose names no list has, and whose values look like what changes a count.

import { expect, test } from "vitest";
import { previewOf } from "./fixtures.js";
import { proposeDataset } from "./propose.js";

/** Thirty orders with another column, called `name`. */
const notesWith = (name: string, written: (i: number) => string) => {
  const { notes } = proposeDataset(
    previewOf("data", [
      `Order|Email|Date|Total|${name}`,
      ...Array.from(
        { length: 30 },
        (_, i) => `${i}|c${i % 9}@x.org|2025-01-${10 + (i % 19)}|${i + 5}.50|${written(i)}`,
      ),
    ]),
  );
  return notes.map(({ code }) => code);
};

test("a few dates, a few flags and an amount that few rows have are shown", () => {
  expect(notesWith("Xq", (i) => (i % 8 === 0 ? "2025-02-01" : ""))).toContain("unread_dates");
  expect(notesWith("Xq", (i) => (i % 8 === 0 ? "yes" : "no"))).toContain("unread_flags");
  expect(notesWith("Xq", (i) => (i % 8 === 0 ? `${i}.25` : "0"))).toContain("unread_amounts");
});

test("what has a known name or what most rows have is not", () => {
  const isShown = (code: string) => /^unread/.test(code);
  const found = [
    notesWith("Shipped at", (i) => (i % 8 === 0 ? "2025-02-01" : "")),
    notesWith("Xq", () => "2025-02-01"),
    notesWith("Newsletter", (i) => (i % 8 === 0 ? "yes" : "no")),
    notesWith("Xq", (i) => (i % 2 === 0 ? "yes" : "no")),
    notesWith("Discount", (i) => (i % 8 === 0 ? `${i}.25` : "0")),
    notesWith("Xq", (i) => String(i % 8)),
  ];
  expect(found.flat().filter(isShown)).toEqual([]);
});
