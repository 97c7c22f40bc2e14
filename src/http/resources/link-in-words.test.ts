import { expect, test } from "vitest";
import type { LinkReading, PersonLink } from "../../domain/person.js";
import { linkInWords } from "./link-in-words.js";

const link: PersonLink = { left: "1", right: "2", kind: "key", madeAt: 0, agreed: [], reading: null };
const reading: LinkReading = {
  probability: 0.99,
  bits: 7,
  sameness: "moved",
  rival: "relative",
  bitsAgainstRival: 7.2,
  prior: -1,
  parts: [
    { comparison: "address", level: "differs", bits: -0.01 },
    { comparison: "suffix", level: "differs", bits: -2.31 },
    { comparison: "email", level: "is the same", bits: 10.5 },
  ],
};

test("a key is named by what is equal", () => {
  expect(linkInWords({ ...link, agreed: ["customer_id", "name"] })).toBe("The same customer number, name.");
  expect(linkInWords(link)).toBe("The same key.");
});

test("likeness is told against its strongest rival, what tells most first and what tells nothing not at all", () => {
  expect(linkInWords({ ...link, kind: "match", reading })).toBe(
    "One person who has moved rather than a relative who lives elsewhere: the e-mail address is the same (+10.5), the suffix differs (−2.3).",
  );
});

test("a row and its owner's word speak for themselves", () => {
  expect(linkInWords({ ...link, kind: "row" })).toMatch(/one row of a file/);
  expect(linkInWords({ ...link, kind: "owner" })).toBe("You said that they are one person.");
});
