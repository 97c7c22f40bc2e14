import { expect, test } from "vitest";
import {
  addressOf,
  decisionSentence,
  matchPhrase,
  matchProbability,
  nameOf,
  oddsText,
  signed,
  titleOf,
} from "./sentences.js";

const ada = {
  person_first_name: "Ada",
  person_last_name: "Lovelace",
  house_number_and_street: "12 Elm St",
  city: "Salem",
  state: "OR",
  postcode: "97301",
};

test("the title of a person is the name, or else another known value", () => {
  expect(nameOf(ada)).toBe("Ada Lovelace");
  expect(titleOf({ email: "ada@example.com", phone: "555" })).toBe("ada@example.com");
  expect(titleOf({})).toBe("Unnamed person");
});

test("an address reads as on an envelope", () => {
  expect(addressOf(ada)).toBe("12 Elm St, Salem, OR 97301");
  expect(addressOf({ city: "Salem" })).toBe("Salem");
});

test("a probability near 100 % is not rounded to it", () => {
  expect(matchProbability(0.9996)).toBe("more than 99 %");
  expect(matchProbability(0.82)).toBe("82 %");
});

test("a match by similarity has a probability, an exact match has none", () => {
  expect(matchPhrase({ kind: "match", probability: 0.82 })).toBe("similar, 82 % likely to be one person");
  expect(matchPhrase({ kind: "key" })).toBe("exact match");
});

test("each positive bit doubles the odds, each negative bit halves them", () => {
  expect(oddsText(1)).toBe("2 times more likely");
  expect(oddsText(-2)).toBe("4 times less likely");
  expect(oddsText(6.04)).toBe("65.8 times more likely");
});

test("a tiny weight makes no difference, and a huge one has no exact factor", () => {
  expect(oddsText(0.01)).toBe("no difference");
  expect(oddsText(30)).toBe("over a million times more likely");
});

test("weights have a sign", () => {
  expect([signed(6.04), signed(-1.77), signed(0.01)]).toEqual(["+6.0", "−1.8", "0"]);
});

test("the sentence of a split counts the records on both sides", () => {
  expect(decisionSentence({ kind: "split", record_ids: ["1"], other_record_ids: ["2", "3"] })).toBe(
    "1 record split off from 2 other records.",
  );
});

test("the sentence of a merge is about two people", () => {
  expect(decisionSentence({ kind: "merge", record_ids: ["1"], other_record_ids: ["2"] })).toBe(
    "Two people merged.",
  );
});
