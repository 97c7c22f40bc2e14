import { expect, test } from "vitest";
import { findColumn, unionOfColumns } from "./columns.js";

test("columns of several files form one list by name, in order of appearance", () => {
  expect(
    unionOfColumns([
      ["id", "date"],
      ["Date", "plan", "id"],
    ]),
  ).toEqual({
    names: ["id", "date", "plan"],
    places: [
      [0, 1],
      [1, 2, 0],
    ],
  });
});

test("names that differ in case stay separate where one file has both", () => {
  expect(unionOfColumns([["id", "ID"], ["Id"], ["ID", "id"]])).toEqual({
    names: ["id", "ID"],
    places: [[0, 1], [0], [1, 0]],
  });
});

test("columns of fifty files with a thousand columns each are united at once, however they are spelled", () => {
  const spelled = (file: number) =>
    Array.from({ length: 1000 }, (_, i) =>
      [..."abcdefghij"]
        .map((letter, bit) => ((i + file) & (1 << bit) ? letter.toUpperCase() : letter))
        .join(""),
    );
  const { names, places } = unionOfColumns(Array.from({ length: 50 }, (_, i) => spelled(i % 10)));
  expect(names).toHaveLength(1000);
  expect(new Set(places.at(-1))).toEqual(new Set(places[0]));
});

test("a column is found as written, or by the only similar name", () => {
  expect(findColumn(["id", "ID"], "ID", "x").index).toBe(1);
  expect(findColumn(["Id "], "id", "x").index).toBe(0);
  expect(() => findColumn(["id", "ID"], "Id", "x")).toThrow("Columns: id, ID");
});
