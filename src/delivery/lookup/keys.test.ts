import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { lookupKeys, storedKeys, type WrittenIdentity } from "./keys.js";

/** The people that a request finds among these records, numbered in order. */
const found = (
  people: readonly (readonly WrittenIdentity[])[],
  request: WrittenIdentity,
): number | undefined => {
  const holders = new Map<bigint, Set<number>>();
  people.forEach((records, person) => {
    for (const { key, isVeto } of records.flatMap((record) => storedKeys(record)))
      holders.set(key, (holders.get(key) ?? new Set()).add(isVeto ? -1 : person));
  });
  for (const key of lookupKeys(request)) {
    const [only, ...others] = holders.get(key) ?? [];
    if (only !== undefined && only >= 0 && others.length === 0) return only;
  }
  return undefined;
};

const ada: WrittenIdentity = {
  person_first_name: "Ada",
  person_last_name: "Lee",
  email: "Ada.L+x@gmail.com",
  phone: "(802) 555-0182",
  house_number_and_street: "12 North Main Street, Apt. 4",
  city: "Burlington",
  state: "VT",
  postcode: "05401",
  customer_id: "C-7",
  national_id: "123-45-6780",
};

test.each<[string, WrittenIdentity]>([
  ["customer number", { customer_id: " C-7 " }],
  ["national id", { national_id: "123456780" }],
  ["address of another spelling", { email: "adal@googlemail.com" }],
  ["hash of the address", { email_hash: createHash("sha256").update("ada.l@gmail.com").digest("hex") }],
  ["telephone number", { phone: "+1 802 555 0182" }],
  ["contact with a first name", { email: "ADA.L@gmail.com", person_first_name: "Ms. Ada" }],
  [
    "name and postcode",
    { person_full_name: "Lee, Ada", house_number_and_street: "12 N Main St #4", postcode: "05401-9999" },
  ],
  [
    "name and city",
    {
      person_first_name: "ada",
      person_last_name: "LEE",
      house_number_and_street: "12 N. Main St. Apt 4",
      city: "burlington",
      state: "vt",
    },
  ],
])("a person is found by their %s", (_, request) => {
  expect(found([[ada], [{ email: "bo@example.com" }]], request)).toBe(0);
});

test("a contact with another first name finds nobody", () => {
  const request = { email: "ada.l@gmail.com", person_first_name: "Bob" };
  expect(found([[ada]], request)).toBeUndefined();
  expect(found([[ada, { email: "ada.l@gmail.com" }]], request)).toBeUndefined();
});

test("a contact of a nameless record is found with any name", () => {
  const request = { email: "bo@example.com", person_first_name: "Bo" };
  expect(found([[ada], [{ email: "bo@example.com", customer_id: "9" }]], request)).toBe(1);
});

test("a shared contact needs the first name, and finds nobody without it", () => {
  const bob = { ...ada, person_first_name: "Bob", customer_id: "C-8" };
  expect(found([[ada], [bob]], { phone: "802-555-0182" })).toBeUndefined();
  expect(found([[ada], [bob]], { phone: "802-555-0182", person_first_name: "Bob" })).toBe(1);
});

test("a request without enough fields has no keys", () => {
  for (const request of [{}, { city: "Burlington" }, { person_full_name: "Ada Lee" }, { email: "none" }])
    expect(lookupKeys(request)).toEqual([]);
});

test("a phone number without a country code is one of the account's country", () => {
  const [stored] = storedKeys({ phone: "+49 30 1234567" }, "DE");
  expect(lookupKeys({ phone: "030 1234567" }, "DE")).toEqual([stored!.key]);
  expect(lookupKeys({ phone: "030 1234567" }, "US")).not.toEqual([stored!.key]);
});
