import { expect, test } from "vitest";
import { readOptions } from "./demo.js";

const now = new Date("2025-07-01T12:34:56Z");

test("without options it is a shop of 5,000 in a directory of its own", () => {
  const dir = "data/demo-2025-07-01T12-34-56";
  expect(readOptions({}, now)).toEqual({ customers: 5000, seed: 1, dir, keep: false });
});

test("options are read, and refused in words", () => {
  expect(readOptions({ customers: "20000", keep: true }, now)).toMatchObject({
    customers: 20_000,
    keep: true,
  });
  expect(() => readOptions({ customers: "many" }, now)).toThrow(
    "--customers is many, but must be a whole number",
  );
});
