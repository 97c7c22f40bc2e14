import { expect, test } from "vitest";
import type { MatchExplanation, PersonLink } from "../../domain/person.js";
import { linkSentence } from "./link-in-words.js";

const link: PersonLink = { left: "1", right: "2", kind: "key", madeAt: 0, agreesOn: [], match: null };
const reading: MatchExplanation = {
  probability: 0.99,
  bits: 7,
  matchClass: "moved",
  rival: "relative",
  bitsAgainstRival: 7.2,
  prior: -1,
  comparisons: [
    { comparison: "address", level: "differs", bits: -0.01 },
    { comparison: "suffix", level: "differs", bits: -2.31 },
    { comparison: "email", level: "is the same", bits: 10.5 },
  ],
};

test("a key is named by what is equal", () => {
  expect(linkSentence({ ...link, agreesOn: ["customer_id", "name"] })).toBe(
    "The same customer number, name.",
  );
  expect(linkSentence(link)).toBe("The same key.");
});

test("likeness is told against its strongest rival, what tells most first and what tells nothing not at all", () => {
  expect(linkSentence({ ...link, kind: "match", match: reading })).toBe(
    "One person who has moved rather than a relative who lives elsewhere: the e-mail address is the same (+10.5), the suffix differs (−2.3).",
  );
});

test("a row and its owner's word speak for themselves", () => {
  expect(linkSentence({ ...link, kind: "row" })).toMatch(/one row of a file/);
  expect(linkSentence({ ...link, kind: "owner" })).toBe("You said that they are one person.");
});
