import { expect, test } from "vitest";
import { treatmentSentence } from "./treatment.js";

const assignment = { contact: 10_600, control: 10_653, columns: 12, p: 0.43, imbalances: [] };
const effect = {
  until: 0,
  contact: { people: 10_600, attained: 1590 },
  control: { people: 10_653, attained: 1172 },
  conversions: { value: 0.04, low: 0.031, high: 0.049 },
};

test("chance and the effect are said together, and days that are not over without one", () => {
  expect(treatmentSentence({ test: assignment, verdict: "random", effect })).toBe(
    "Chance can have decided who was contacted (p = 0.43). The contacts brought 424 more conversions (95 % interval 329 to 519) " +
      "among 10,600 people: 15 % against 11 %.",
  );
  expect(treatmentSentence({ test: assignment, verdict: "random" })).toBe(
    "Chance can have decided who was contacted (p = 0.43). The days in which conversions count are not over.",
  );
});

test("costs are said as they are, and the profit only beside an effect", () => {
  const costs = {
    contact: { contacts: 10_600, total: 5300, unknown: 0 },
    control: { contacts: 0, total: 0, unknown: 0 },
  };
  const found = { test: assignment, verdict: "random" as const, effect, costs };
  expect(treatmentSentence({ ...found, profit: { value: 5300, low: 2915, high: 7685 } })).toMatch(
    / 10,600 contacts cost 5,300\. Profit 5,300 \(95 % interval 2,915 to 7,685\)\.$/,
  );
  expect(treatmentSentence({ test: assignment, verdict: "random", costs })).toMatch(
    /not over\. 10,600 contacts cost 5,300\.$/,
  );
});

test("contacts that were not drawn by chance have a reason and no figure of an effect", () => {
  const imbalances = [{ name: "orders, number", difference: 0.8 }];
  expect(treatmentSentence({ test: { ...assignment, p: 1e-9, imbalances }, verdict: "not_random" })).toBe(
    "What the contacts did cannot be said: what was known before says who was contacted (p = less than 0.0001), so it was not chance. The largest difference is in " +
      "“orders, number”, which is higher among those who were contacted. People who were chosen would have differed from the others without a contact, too.",
  );
  const split = { promised: 0.6, p: 0.0002 };
  expect(treatmentSentence({ test: { ...assignment, split }, verdict: "not_random" })).toContain(
    "50 % of the people were contacted, and 60 % were promised (p = 0.0002).",
  );
});

test("groups of too few people are counted", () => {
  expect(treatmentSentence({ test: { ...assignment, contact: 12, control: 40 }, verdict: "too_few" })).toBe(
    "Nothing can be said: 12 people were contacted and 40 were not. Each group needs 50 people or more.",
  );
  expect(treatmentSentence({ test: { ...assignment, contact: 90, control: 0 }, verdict: "too_few" })).toBe(
    "Nothing can be said: 90 people were contacted and 0 were not. If a property of the contacts says who was only to be compared, name it as the arm, with its two values.",
  );
});
