import { expect, test } from "vitest";
import { wordsOf } from "./server-words.js";

test.each([
  [`could not open file "/var/lib/postgresql/data/1"`, `could not open file "…"`],
  [`relation "orders" does not exist`, `relation "orders" does not exist`],
  [`Duplicate entry 'ada@needle.example' for key 'PRIMARY'`, `Duplicate entry …`],
  [`Incorrect integer value: 'O'Nadel' for column 'x' at row 1`, `Incorrect integer value: … at row 1`],
  [`invalid input syntax for type integer: "Ada Needle"`, `invalid input syntax for type integer: …`],
  [`Numeric value 'Needle' is not recognized`, `Numeric value … is not recognized`],
  [`date/time field value out of range: "1980-13-40"`, `date/time field value out of range: …`],
  [
    `violated.\nKey (email)=(ada@needle.example) already exists.`,
    `violated.\nKey (email)=(…) already exists.`,
  ],
])("%s", (message, shown) => {
  expect(wordsOf(new Error(message))).toBe(shown);
});

test("a fault without words has its code", () => {
  expect(wordsOf(Object.assign(new Error(""), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
});
