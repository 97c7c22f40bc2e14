import { expect, test } from "vitest";
import { levelSentence } from "./level.js";

test.each([
  [1121, 734, "The test expected 1,121 people to reach the goal; 734 did: half again too many."],
  [1000, 740, "The test expected 1,000 people to reach the goal; 740 did: 35 % too many."],
  [198.6, 97, "The test expected 199 people to reach the goal; 97 did: twice too many."],
  [300, 97, "The test expected 300 people to reach the goal; 97 did: 3.1 times too many."],
  [60, 100, "The test expected 60 people to reach the goal; 100 did: 40 % too few."],
])("%d expected and %d actual", (expected, attained, sentence) => {
  expect(levelSentence({ expected, attained })).toBe(sentence);
});

test("the words of the goal may be given", () => {
  const words = { expected: "buyers", attained: "came" };
  expect(levelSentence({ expected: 1121, attained: 734 }, undefined, words)).toBe(
    "The test expected 1,121 buyers; 734 came: half again too many.",
  );
});
