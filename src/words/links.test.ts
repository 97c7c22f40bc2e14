import { expect, test } from "vitest";
import type { MatchExplanation, PersonLink } from "../domain/people/person.js";
import { linkSentence } from "./links.js";

const link: PersonLink = { left: "1", right: "2", kind: "key", madeAt: 0, agreesOn: [], match: null };
const match: MatchExplanation = {
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

test("a key is named by the equal fields", () => {
  expect(linkSentence({ ...link, agreesOn: ["customer_id", "name"] })).toBe("Same customer ID and name.");
  expect(linkSentence(link)).toBe("Same key.");
});

test("a match is explained against its strongest rival, with the strongest comparisons first and weak ones left out", () => {
  expect(linkSentence({ ...link, kind: "match", match })).toBe(
    "One person who moved rather than two relatives at different addresses: e-mail is the same (+10.5), suffix differs (−2.3).",
  );
});

test("a row and a decision of the owner need no figures", () => {
  expect(linkSentence({ ...link, kind: "row" })).toMatch(/one row of a file/);
  expect(linkSentence({ ...link, kind: "owner" })).toBe("You merged them.");
});
