import { expect, test } from "vitest";
import { arrange, valuesOf } from "./list.js";

interface Row {
  name: string;
  people?: number;
}
const rows: Row[] = [{ name: "Buyers 10", people: 3 }, { name: "buyers 9" }, { name: "Members", people: 12 }];
const columns = [
  { header: "Name", value: (row: Row) => row.name },
  { header: "People", value: (row: Row) => row.people },
];
const names = (arrangement: Partial<Parameters<typeof arrange<Row>>[2]>) =>
  arrange(rows, columns, { order: undefined, search: "", wanted: {}, text: undefined, ...arrangement }).map(
    ({ name }) => name,
  );

test("names sort numerically and ignore case", () => {
  expect(names({ order: { column: 0, isDescending: false } })).toEqual(["buyers 9", "Buyers 10", "Members"]);
});

test("rows without a value come last in either direction", () => {
  expect(names({ order: { column: 1, isDescending: true } })).toEqual(["Members", "Buyers 10", "buyers 9"]);
  expect(names({ order: { column: 1, isDescending: false } })).toEqual(["Buyers 10", "Members", "buyers 9"]);
});

test("a row must have every searched word", () => {
  expect(names({ search: "10 BUYERS" })).toEqual(["Buyers 10"]);
  expect(names({ search: "10 members" })).toEqual([]);
});

test("a filter keeps rows with exactly its value, and offers the values that occur", () => {
  expect(names({ wanted: { People: "3", Name: "" } })).toEqual(["Buyers 10"]);
  expect(valuesOf(rows, columns[1]!)).toEqual(["3", "12"]);
});
