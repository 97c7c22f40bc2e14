import fc from "fast-check";
import { expect, test } from "vitest";
import { enterPerson, typo } from "./data-entry.js";
import { randomFor } from "./random.js";

const anna = { givenName: "Anna", surname: "O'Brien", email: "anna@example.org" };
const home = { line1: "12 Oak Street", line2: "", city: "Albany", state: "NY", postcode: "12201" };

test("a typo keeps the first letter and changes the length by one at most", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const mistyped = typo("Johnson", randomFor(seed));
      expect(mistyped[0]).toBe("J");
      expect([6, 7]).toContain(mistyped.length);
    }),
  );
});

test("most people are entered without errors, and an e-mail address that is not given is empty", () => {
  const entered = Array.from({ length: 1000 }, (_, i) => enterPerson(anna, home, false, randomFor(1, i)));
  const asIs = entered.filter((person) => person.givenName === "Anna" && person.line1 === home.line1);
  expect(asIs.length).toBeGreaterThan(800);
  expect(entered.some((person) => person.line1 === "12 Oak St")).toBe(true);
  expect(entered.every((person) => person.email === "")).toBe(true);
});
