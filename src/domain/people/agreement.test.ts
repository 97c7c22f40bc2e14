import { expect, test } from "vitest";
import { agreedFields } from "./agreement.js";

test("records agree on values that are equal in any spelling, and not on missing ones", () => {
  const one = {
    person_full_name: "Lee, Ann",
    email: "Ann.Lee+shop@gmail.com",
    phone: "+1 802 555 0182",
    house_number_and_street: "12 North Main Street",
    postcode: "05401-1234",
  };
  const other = {
    person_first_name: "ANN",
    person_last_name: "Lee",
    email: "annlee@gmail.com",
    phone: "802-555-0182",
    house_number_and_street: "12 N Main St",
    postcode: "05401",
  };
  expect(agreedFields(one, other)).toEqual(["email", "phone", "name", "address"]);
  expect(agreedFields({ customer_id: "7" }, { customer_id: "8" })).toEqual([]);
  expect(agreedFields({}, {})).toEqual([]);
});
