import { expect, test } from "vitest";
import { isReadableName, literalBeginning, literalDirectory, namesAt } from "./object-names.js";

test.each([
  ["", ["a.csv", "orders/a.csv"], []],
  ["orders", ["orders", "orders/a.csv", "orders/2025/a.csv"], ["orders-old/a.csv", "a/orders/b.csv"]],
  ["orders/", ["orders/a.csv"], ["orders-old/a.csv"]],
  ["orders/a.csv", ["orders/a.csv"], ["orders/a.csv.gz", "orders/b.csv"]],
  ["orders/*.csv", ["orders/a.csv", "orders/.csv"], ["orders/2025/a.csv", "orders/a.csv.gz", "orders/acsv"]],
  ["orders/**.csv", ["orders/a.csv", "orders/2025/01/a.csv"], ["other/a.csv"]],
  ["*/orders-20*.csv.gz", ["shop/orders-2025.csv.gz"], ["shop/a/orders-2025.csv.gz", "orders-2025.csv.gz"]],
])("%j has its files and no others", (place, inside, outside) => {
  const isAt = namesAt(place);
  expect(inside.filter((name) => !isAt(name))).toEqual([]);
  expect(outside.filter(isAt)).toEqual([]);
  expect(inside.every((name) => name.startsWith(literalBeginning(place)))).toBe(true);
});

test("the directory before a pattern is whole", () => {
  expect(
    ["exports/orders", "exports/orders/2025-*.csv", "*.csv", "orders*/a.csv"].map(literalDirectory),
  ).toEqual(["exports/orders", "exports/orders", "", ""]);
});

test("names of hidden files, of markers, of directories and of other formats are left out", () => {
  const read = [
    "a.csv",
    "x/a.TSV.gz",
    "b.xlsx",
    "c.zip",
    "year=2025/part-00000",
    "d.txt.zst",
    "e.parquet",
    "f.jsonl.gz",
    "g.ndjson",
  ];
  const left = ["_SUCCESS", "x/", "", ".a.csv", "_temporary/0/a.csv", "a.csv.tmp", "a.json", "x/.b/a.csv"];
  expect([...read, ...left].filter((name) => isReadableName(name))).toEqual(read);
});

test.each([
  ["orders", false],
  ["orders/*", false],
  ["orders/*.json", true],
  ["orders/a.json.gz", true],
])("at %s, .json is read: %s", (place, isRead) => {
  expect(isReadableName("orders/a.json", place)).toBe(isRead);
  expect(isReadableName("orders/_a.json", place)).toBe(false);
});
