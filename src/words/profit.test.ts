import { expect, test } from "vitest";
import { bestReachSentence, reachSentence } from "./profit.js";

const points = [
  { people: 100, expected: 30.2, low: 20, high: 40 },
  { people: 1200, expected: 200, low: 100, high: 300 },
];

test("the best number of people is named with its profit", () => {
  expect(bestReachSentence(points, { worth: 20, costPerContact: 2 })).toBe(
    "Contact the 1,200 likeliest people: expected profit 1,600 (95 % interval −400 to 3,600).",
  );
  expect(bestReachSentence(points, { worth: 20, costPerContact: 5 })).toBe(
    "Contact the 100 likeliest people: expected profit 104 (95 % interval −100 to 300).",
  );
  expect(bestReachSentence(points, { worth: 1, costPerContact: 5 })).toBe(
    "Contacting anyone costs more than it is expected to bring.",
  );
});

test("a reach is compared with chance", () => {
  expect(reachSentence(points[0]!, 0.039)).toBe(
    "Reach the 100 likeliest people: 30 buyers expected (95 % interval 20 to 40), against 4 of 100 chosen at random.",
  );
  expect(reachSentence({ people: 10, expected: 2 }, 0.1)).toBe(
    "Reach the 10 likeliest people: 2 buyers expected, against 1 of 10 chosen at random.",
  );
});
