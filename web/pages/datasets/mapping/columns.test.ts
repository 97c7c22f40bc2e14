import { expect, test } from "vitest";
import { type ColumnInfo, columnChoices, mappableColumns, whoIn } from "./columns.js";

const column = (name: string, type: ColumnInfo["type"], ...examples: string[]): ColumnInfo => ({
  name,
  type,
  fillRate: 1,
  examples,
  values: examples,
});

test("columns of the wanted type come first, each with an example", () => {
  const choices = columnChoices([column("total", "double", "12.50"), column("at", "date", "2025-04-03")], {
    first: "date",
  });
  expect(choices.map(({ label }) => label)).toEqual(["not in this file", "at (2025-04-03)", "total (12.50)"]);
});

test("a chosen column that the files lack is still offered", () => {
  expect(columnChoices([column("a", "string")], { chosen: "b" }).map(({ label }) => label)).toContain(
    "b (not in the files)",
  );
});

test("a column of a table that was not read is offered, without samples", () => {
  const unread_columns = [{ name: "paid", data_type: "boolean" }];
  const dataset = { detected_columns: [], table_version: { unread_columns } } as unknown as Parameters<
    typeof mappableColumns
  >[0];
  const columns = mappableColumns(dataset);
  expect(columns).toMatchObject([{ name: "paid", type: "boolean", fillRate: null }]);
  expect(columnChoices(columns).map(({ label }) => label)).toEqual(["not in this file", "paid"]);
});

test("a row is shown by its customer", () => {
  const row = { first: "Ada", last: "Lee", street: "12 Elm St", unit: null, city: "Barre", zip: "05641" };
  expect(
    whoIn(row, {
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street", "unit"],
      city: "city",
      postcode: "zip",
    }),
  ).toBe("Ada Lee, 12 Elm St, Barre 05641");
  expect(whoIn(row, {})).toBe("");
});
