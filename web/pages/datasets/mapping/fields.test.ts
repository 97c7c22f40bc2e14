import { expect, test } from "vitest";
import { draftOf } from "./draft.js";
import { canIdentify, usesOf, withField } from "./fields.js";

test("a column with two uses lists both", () => {
  const uses = usesOf(
    draftOf({
      identity_sets: {
        shipping: { email: "email", house_number_and_street: ["street", "unit"] },
        billing: { email: "email" },
      },
      output_to_streams: { order: { data_map: { datetime: { column_name: "at" } } } },
      output_to_traits: { unit: { column_name: "unit" } },
    }),
  );
  expect(uses.get("email")).toEqual(["E-mail (shipping)", "E-mail (billing)"]);
  expect(uses.get("unit")).toEqual(["Street (shipping)", "Attribute unit"]);
  expect(uses.get("at")).toEqual(["Date (order)"]);
  expect(uses.get("notes")).toBeUndefined();
});

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
