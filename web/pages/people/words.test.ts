import { expect, test } from "vitest";
import { addressOf, certaintyOf, nameOf, sure, titleOf } from "./words.js";

const ada = {
  person_first_name: "Ada",
  person_last_name: "Lovelace",
  house_number_and_street: "12 Elm St",
  city: "Salem",
  state: "OR",
  postcode: "97301",
};

test("a person is called by name, and else by what is known", () => {
  expect(nameOf(ada)).toBe("Ada Lovelace");
  expect(titleOf({ email: "ada@example.com", phone: "555" })).toBe("ada@example.com");
  expect(titleOf({})).toBe("Somebody without a name");
});

test("an address reads as on an envelope", () => {
  expect(addressOf(ada)).toBe("12 Elm St, Salem, OR 97301");
  expect(addressOf({ city: "Salem" })).toBe("Salem");
});

test("what is almost certain is not called certain", () => {
  expect(sure(0.9996)).toBe("more than 99 %");
  expect(sure(0.82)).toBe("82 %");
});

test("a link by likeness says how sure it is; by a key there is nothing to doubt", () => {
  expect(certaintyOf({ kind: "match", probability: 0.82 })).toBe(
    "They are alike: one person with a probability of 82 %",
  );
  expect(certaintyOf({ kind: "key" })).toBe("What identifies a person is equal");
});
