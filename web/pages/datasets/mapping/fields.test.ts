import { expect, test } from "vitest";
import { canIdentify, withField } from "./fields.js";

test("a street may have several columns, other fields have one", () => {
  expect(withField({}, "house_number_and_street", ["a", "", "b"])).toEqual({
    house_number_and_street: ["a", "b"],
  });
  expect(withField({ city: "a" }, "city", ["b"])).toEqual({ city: "b" });
  expect(withField({ city: "a" }, "city", [""])).toEqual({});
});

test.each([
  [{ email: "e" }, true],
  [{ person_last_name: "l", postcode: "p" }, true],
  [{ person_full_name: "n", birth_date: "b" }, true],
  [{ person_first_name: "f", postcode: "p" }, false],
  [{ person_last_name: "l", city: "c" }, false],
  [{}, false],
])("%j can identify a person: %s", (set, expected) => {
  expect(canIdentify(set)).toBe(expected);
});
