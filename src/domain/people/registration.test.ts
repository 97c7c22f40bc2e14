import { expect, test } from "vitest";
import { registrationTrait } from "./registration.js";

const found = (...names: string[]) => registrationTrait(names.map((name) => ({ name })));

test.each([
  "registered_at",
  "Registration date",
  "sign_up_date",
  "signup",
  "created_at",
  "account_created",
  "Customer since",
  "member_since",
  "Kunde seit",
  "date d'inscription",
])("%s says since when people are on file", (name) => {
  expect(found("age", name, "city")).toBe(name);
});

test.each([
  "date_of_birth",
  "last_login",
  "last_order_date",
  "first_order_date",
  "subscription_end",
  "newsletter",
  "updated_at",
])("%s does not", (name) => {
  expect(found(name)).toBeUndefined();
});
