import { expect, test } from "vitest";
import type { ChangeCause } from "../domain/pipeline/score-change.js";
import { bandLabels, type ChangeFacts, changeHeadline, changeSentence } from "./score-change.js";

const quiet: ChangeFacts = {
  earlier: [],
  added: [],
  late: [],
  stream: "order",
  daysPassed: 7,
  quietDays: 46,
  learnedThrough: Date.UTC(2025, 4, 3) / 1000,
  isRedefined: false,
};
const orders = (count: number) => [{ stream: "order", count }];

test.each<[ChangeCause, Partial<ChangeFacts>, string]>([
  ["merged", { earlier: orders(4) }, "Merged with another customer (4 orders)"],
  ["merged", {}, "Merged with another customer"],
  ["corrected", { earlier: orders(-1) }, "Earlier events were corrected: 1 order fewer"],
  ["corrected", {}, "Attributes or earlier events were corrected"],
  ["time", {}, "7 days passed without an order (46 days in all)"],
  ["time", { quietDays: 7 }, "7 days passed without an order"],
  ["time", { quietDays: null, daysPassed: 1 }, "1 day passed"],
  ["time", { added: orders(1), quietDays: 2 }, "7 days passed"],
  ["time", { stream: null }, "7 days passed"],
  ["events", { added: orders(2) }, "2 new orders"],
  [
    "events",
    { added: [...orders(1), { stream: "transaction", count: 3 }] },
    "1 new order and 3 new purchases",
  ],
  ["events", { added: orders(3), late: orders(1) }, "3 new orders, 1 of them late"],
  ["events", { added: orders(1), late: orders(1) }, "1 order that arrived late"],
  ["model", {}, "The model was fitted again, on data before 3 May 2025"],
  ["model", { learnedThrough: null }, "The model was fitted again"],
  ["model", { isRedefined: true }, "The prediction was defined differently"],
  ["adjustment", {}, "Another place in the ranking that reduces bias"],
])("a part by %s with %j reads “%s”", (cause, facts, sentence) => {
  expect(changeSentence(cause, { ...quiet, ...facts })).toBe(sentence);
});

test("bands are named from the largest decrease to the largest increase", () => {
  expect(bandLabels()).toEqual([
    "Down by 20 points or more",
    "Down by 5 to 20 points",
    "Down by 1 to 5 points",
    "Within 1 point",
    "Up by 1 to 5 points",
    "Up by 5 to 20 points",
    "Up by 20 points or more",
  ]);
});

test("the headline counts who rose and who fell, and says when the average stayed", () => {
  const bands = [1, 2, 3, 100, 4, 5, 6];
  expect(changeHeadline({ people: 121, bands, mean_from: 0.0941, mean_to: 0.0942 })).toBe(
    "Of 121 customers with a probability in both builds, 15 rose and 6 fell by a point or more. The average stayed at 9.4 %.",
  );
  expect(changeHeadline({ people: 0, bands, mean_from: 0, mean_to: 0 })).toBe(
    "Nobody has a probability in both builds.",
  );
});
