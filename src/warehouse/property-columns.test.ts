import { expect, test } from "vitest";
import { haveSameColumn, propertyColumn, withOwnColumns } from "./property-columns.js";

const columnsOf = (...names: string[]) => withOwnColumns(names.map((name) => ({ name }))).map(propertyColumn);

test("a property has the column of its name", () => {
  expect(columnsOf("size", "Kind", "2")).toEqual(["p_size", "p_Kind", "p_2"]);
  expect(withOwnColumns([{ name: "Kind" }])).toEqual([{ name: "Kind" }]);
});

test("properties whose names differ in case alone have columns that differ in more, in whatever order they come", () => {
  expect(columnsOf("size", "Size", "kind", "SIZE")).toEqual(["p3_size", "p2_Size", "p_kind", "p_SIZE"]);
  expect(columnsOf("SIZE", "size", "Size")).toEqual(["p_SIZE", "p3_size", "p2_Size"]);
});

test("names of properties need columns of their own only if they differ in case alone", () => {
  expect(haveSameColumn(["size", "Size"])).toBe(true);
  expect(haveSameColumn(["size", "size", "sizes"])).toBe(false);
});
