import { expect, test } from "vitest";
import { changedFields } from "./changed-fields.js";

test("a change is the path of the field, without its value", () => {
  const before = { name: "A", options: { password: "old", host: "h" }, ids: [1, 2] };
  const after = { name: "A", options: { password: "new", host: "h" }, ids: [2, 1], limit: null };
  expect(changedFields(before, after)).toEqual(["options.password", "ids", "limit"]);
});

test("fields that come and go are changes, also those named like members of every object", () => {
  expect(changedFields({ a: { b: 1 } }, { constructor: 1 })).toEqual(["a", "constructor"]);
});

test("equal configurations have no changes", () => {
  expect(changedFields({ a: { b: [1] }, c: undefined }, { a: { b: [1] } })).toEqual([]);
});
