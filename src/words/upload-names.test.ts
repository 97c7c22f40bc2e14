import { expect, test } from "vitest";
import {
  datasetNameFor,
  directoryFor,
  fileNameFor,
  problemOfDirectory,
  problemOfFile,
} from "./upload-names.js";

test("a directory gets the part of the name that files of its type share", () => {
  expect(directoryFor("orders_2025-06.csv", [])).toBe("orders");
  expect(directoryFor("Shopify Orders Export (3).csv.gz", [])).toBe("shopify_orders");
  expect(directoryFor("2025.csv", [])).toBe("2025");
  expect(directoryFor("Käufe Straße Łódź.csv", [])).toBe("kaufe_strasse_lodz");
  expect(directoryFor("購入履歴.csv", [])).toBe("data");
});

test("a directory in use is not suggested again", () => {
  expect(directoryFor("orders.csv", ["orders"])).toBe("orders_2");
  expect(directoryFor("orders.csv", ["orders", "orders_2"])).toBe("orders_3");
});

test("the service accepts every suggestion", () => {
  for (const name of [
    "Orders (June).csv",
    "été 2025.txt",
    "購入履歴.csv",
    "__x.csv",
    "%%%.csv",
    "a.b.csv.zst",
  ]) {
    expect(problemOfDirectory(directoryFor(name, [])), name).toBeUndefined();
    expect(fileNameFor(name), name).toMatch(/^[A-Za-z0-9_][-A-Za-z0-9_.]*\.(csv|txt)(\.zst)?$/);
  }
});

test("a dataset is named in words", () => {
  expect(datasetNameFor("orders_2025-06.csv")).toBe("Orders");
  expect(datasetNameFor("club members.csv")).toBe("Club members");
  expect(datasetNameFor("Bestellübersicht 2025.csv")).toBe("Bestellübersicht");
  expect(datasetNameFor("購入履歴.csv")).toBe("購入履歴");
});

test("a file of another format is refused with what to do", () => {
  expect(problemOfFile({ name: "orders.xlsx", size: 5 })).toBeUndefined();
  expect(problemOfFile({ name: "orders.zip", size: 5 })).toBeUndefined();
  expect(problemOfFile({ name: "orders.parquet", size: 5 })).toBeUndefined();
  expect(problemOfFile({ name: "orders.parquet.gz", size: 5 })).toContain("upload the .parquet file");
  expect(problemOfFile({ name: "orders.tsv.gz", size: 5 })).toBeUndefined();
  expect(problemOfFile({ name: "orders.xls", size: 5 })).toContain("save it as an Excel workbook (.xlsx)");
  expect(problemOfFile({ name: "report.pdf", size: 5 })).toContain("Export the data");
  expect(problemOfFile({ name: "orders.rar", size: 5 })).toContain("pack them as .zip");
  expect(problemOfFile({ name: "orders", size: 5 })).toContain(
    "must end in .csv, .tsv, .txt, .json, .jsonl, .ndjson, .xlsx, .parquet or .zip",
  );
  expect(problemOfFile({ name: "orders.csv", size: 0 })).toContain("is empty");
  expect(problemOfFile({ name: "orders.CSV.gz", size: 5 })).toBeUndefined();
});
