import { expect, test } from "vitest";
import { basisText } from "./basis.js";

test.each([
  [
    { of: "500 customers", through: "2026-06-01T00:00:00Z", currency: "EUR" },
    "Of 500 customers, data through 1 June 2026, amounts in EUR",
  ],
  [{ through: "2026-06-01T00:00:00Z" }, "Data through 1 June 2026"],
  [{ of: "this person", currency: null }, "Of this person, amounts in the currency of the files"],
  [{}, ""],
])("the basis of %o", (basis, text) => {
  expect(basisText(basis)).toBe(text);
});
