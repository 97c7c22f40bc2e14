import { expect, test } from "vitest";
import type { ListEntry, PrivacyFindings } from "../domain/people/privacy.js";
import { matchesInWords, privacyWarnings } from "./privacy-list.js";

const entry = (line: number, people: number, file: string | null = "gone.csv"): ListEntry => ({
  file,
  line,
  people,
  hash: null,
});
const found = (more: Partial<PrivacyFindings>): PrivacyFindings => ({
  mode: "delete",
  rows: 10,
  matched_rows: 10,
  people: 12,
  crowded_rows: 0,
  entries: [],
  print: "",
  ...more,
});

test("a list whose rows all match has no warnings", () => {
  expect(privacyWarnings(found({}))).toEqual([]);
  expect(matchesInWords(found({}))).toBe("10 of 10 rows match 12 people.");
});

test("rows that matched nobody are named by file and line", () => {
  const entries = [entry(2, 0), entry(5, 0), entry(3, 0, "more.csv")];
  expect(privacyWarnings(found({ matched_rows: 7, entries }))).toEqual([
    "3 of 10 rows of this list matched nobody (gone.csv, lines 2 and 5; more.csv, line 3). Compare their spelling with your data, and list everything that identifies these people.",
  ]);
});

test("of many rows the first are named", () => {
  const entries = [...Array(8).keys()].map((i) => entry(i + 2, 0));
  expect(privacyWarnings(found({ matched_rows: 2, entries }))[0]).toContain(
    "8 of 10 rows of this list matched nobody (gone.csv, lines 2, 3, 4, 5 and 6 and 3 more).",
  );
});

test("a contact of many people is pointed out", () => {
  expect(privacyWarnings(found({ crowded_rows: 1, entries: [entry(4, 12), entry(5, 1)] }))).toEqual([
    "1 row of this list excludes more than 3 people (gone.csv, line 4: 12 people). Whoever has a listed contact is excluded, also if several people share it; remove the row if that is wrong.",
  ]);
});

test("a row of combined datasets has a position", () => {
  const entries = [entry(4, 0, null)];
  expect(privacyWarnings(found({ matched_rows: 9, entries }))[0]).toContain("(combined rows, row 4)");
});
