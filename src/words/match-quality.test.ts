import { expect, test } from "vitest";
import { qualitySentence } from "./match-quality.js";

const few = { drawn_matches: 3, drawn_others: 2, needed: 20 };

test("figures have their intervals, and too few decisions say how many are missing", () => {
  expect(qualitySentence(few)).toBe(
    "Too few decisions to say how many matches are right: 3 of 20 random ones. Too few decisions to say how many are missing: 2 of 20 random pairs of two people.",
  );
  const estimates = {
    precision: { value: 0.9, low: 0.786, high: 0.957 },
    recall: { value: 0.97, low: 0.9, high: 1 },
  };
  expect(qualitySentence({ ...few, ...estimates })).toBe(
    "90 % of matches by likeness are right (95 % interval 79 to 96 %). 97 % of the pairs that should be one person are (95 % interval 90 to 100 %).",
  );
});
