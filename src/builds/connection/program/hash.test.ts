import { expect, test } from "vitest";
import { googleAddress, plainAddress, plainWords, sha256 } from "./hash.js";

test.each([
  ["Cloudy.SanFrancisco+shopping@GMail.com", "cloudysanfrancisco@gmail.com"],
  ["a.b@googlemail.com", "ab@googlemail.com"],
  ["User.Name+NYC@Example.com", "user.name+nyc@example.com"],
])("Google knows %s as %s", (written, known) => {
  expect(googleAddress(written)).toBe(known);
});

test("an address has no blanks and no capitals, and keeps its dots", () => {
  expect(plainAddress(" Dana.M @Example.com ")).toBe("dana.m@example.com");
});

test.each([
  ["O'Brien-Smith", "obriensmith"],
  ["  Émilie  Zoë ", "émilie zoë"],
  ["José, Jr.", "josé jr"],
  ["王", "王"],
])("a name is letters in lower case: %s", (written, plain) => {
  expect(plainWords(written)).toBe(plain);
});

test("a hash is in lower-case hex", () => {
  expect(sha256("dana@example.com")).toMatch(/^[0-9a-f]{64}$/);
});
