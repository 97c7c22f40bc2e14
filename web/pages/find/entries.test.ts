import { expect, test } from "vitest";
import { entriesFor } from "./entries.js";

const record = (name: string, resource_type: string, more: object = {}) =>
  ({ id: name, name, resource_type, ...more }) as never;
const records = [
  record("Repeat customers", "cohorts"),
  record("Customers", "cohorts"),
  record("Orders", "datasets"),
];
const labels = (text: string) => entriesFor(text, records).map(({ label }) => label);

test("every word must be in the name or the type", () => {
  expect(labels("cust coh")).toEqual(["Repeat customers", "Customers"]);
  expect(labels("customers dataset")).toEqual([]);
});

test("names that begin with the text come first", () => {
  expect(labels("customers")).toEqual(["Customers", "Repeat customers"]);
});

test("without a text, the pages are offered in the order of the menu", () => {
  expect(labels("").slice(0, 3)).toEqual(["Home", "Data", "Predictions"]);
});

test("archived resources are left out", () => {
  const archived = record("Bygone", "cohorts", { archived_at: "2026-01-01T00:00:00Z" });
  expect(entriesFor("bygone", [archived])).toEqual([]);
});
