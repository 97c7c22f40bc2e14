import fc from "fast-check";
import { expect, test } from "vitest";
import { enterPerson, typo } from "./data-entry.js";
import { randomFor } from "./random.js";

const anna = { givenName: "Anna", surname: "O'Brien", email: "anna@example.org" };
const home = { line1: "12 Oak Street", line2: "", city: "Albany", state: "NY", postcode: "12201" };

test("a slip of the finger keeps the first letter and changes the length by one at most", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const slipped = typo("Johnson", randomFor(seed));
      expect(slipped[0]).toBe("J");
      expect([6, 7]).toContain(slipped.length);
    }),
  );
});

test("most are written as they are; an e-mail address that is not left is empty", () => {
  const written = Array.from({ length: 1000 }, (_, i) => enterPerson(anna, home, false, randomFor(1, i)));
  const asIs = written.filter((person) => person.givenName === "Anna" && person.line1 === home.line1);
  expect(asIs.length).toBeGreaterThan(800);
  expect(written.some((person) => person.line1 === "12 Oak St")).toBe(true);
  expect(written.every((person) => person.email === "")).toBe(true);
});
