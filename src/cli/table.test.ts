import { expect, test } from "vitest";
import { table } from "./table.js";

test("words line up to the left, numbers to the right", () => {
  expect(
    table(
      ["name", "rate"],
      [
        ["Anna", "0.5"],
        ["Bo", "10.25"],
      ],
    ),
  ).toEqual(["  name   rate", "  Anna    0.5", "  Bo    10.25"]);
});

test("a table without rows is its header", () => {
  expect(table(["name"], [])).toEqual(["  name"]);
});
