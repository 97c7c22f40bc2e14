import { expect, test } from "vitest";
import { type Dates, marksWithin, momentDates, monthDates, rowsInside, snapped, wholeDays } from "./dates.js";

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const month = (from: string, until: string): Dates => ({ from: day(from), until: day(until) });
const months = [
  month("2026-01-01", "2026-02-01"),
  month("2026-02-01", "2026-03-01"),
  month("2026-03-01", "2026-04-01"),
];

test("days are whole, in either direction of the pointer", () => {
  const [a, b] = [new Date("2026-02-03T15:00:00Z"), new Date("2026-02-01T09:00:00Z")];
  expect(wholeDays(a, b)).toEqual(month("2026-02-01", "2026-02-04"));
  expect(wholeDays(b, b)).toEqual(month("2026-02-01", "2026-02-02"));
});

test("a month ends where the next begins", () => {
  expect(monthDates("2026-12")).toEqual(month("2026-12-01", "2027-01-01"));
  expect(monthDates("0099-02")).toEqual(month("0099-02-01", "0099-03-01"));
});

test("days over months become the months that they touch", () => {
  expect(snapped(months, month("2026-01-20", "2026-02-02"))).toEqual(month("2026-01-01", "2026-03-01"));
  expect(snapped(months, month("2026-02-01", "2026-03-01"))).toEqual(month("2026-02-01", "2026-03-01"));
});

test("days over moments stay days", () => {
  const drawn = month("2026-01-20", "2026-02-02");
  expect(snapped([momentDates("2026-01-25T10:00:00Z")], drawn)).toEqual(drawn);
});

test("a moment at the beginning is inside, and one at the end is not", () => {
  const rows = [
    "2026-01-31T23:59:59Z",
    "2026-02-01T00:00:00Z",
    "2026-02-28T10:00:00Z",
    "2026-03-01T00:00:00Z",
  ];
  expect(rowsInside(rows, momentDates, months[1]!)).toEqual(rows.slice(1, 3));
  expect(rowsInside(months, (row) => row, months[1]!)).toEqual([months[1]]);
});

test("marks outside of the rows are left out, and the others come by day", () => {
  const marks = ["2026-03-31", "2025-12-31", "2026-01-01"].map((day) => ({ day, text: day }));
  expect(marksWithin(marks, months).map(({ day }) => day)).toEqual(["2026-01-01", "2026-03-31"]);
  expect(marksWithin(marks, [])).toEqual([]);
});
