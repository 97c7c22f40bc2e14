import { expect, test } from "vitest";
import { decisionSentence, upliftSentence } from "./uplift.js";

const effect = (value: number) => ({ value, low: value - 0.01, high: value + 0.01 });
const proof = {
  contact: { people: 8000, attained: 1200 },
  held_out: { people: 2000, attained: 210 },
  shares: [
    { share: 0.1, by_uplift: effect(0.09), by_chance: effect(0.06), difference: effect(0.03) },
    { share: 0.3, by_uplift: effect(0.0717), by_chance: effect(0.0563), difference: effect(0.0154) },
  ],
};

test("each verdict says what was seen, and what to do", () => {
  expect(upliftSentence({ verdict: "proven", ...proof })).toBe(
    "Some people are moved more than others, and by more than accident explains. Among the 30 % with the highest uplift, a contact brings 7.2 " +
      "conversions for every 100 people; among the 30 % with the highest chance, 5.6.",
  );
  expect(upliftSentence({ verdict: "leaning", ...proof, people_needed: 23_412 })).toBe(
    "Some people may be moved more than others, but it could be accident. Go on choosing by chance. About 24,000 people in campaigns with a hold-out " +
      "would settle it; these are 10,000.",
  );
  expect(upliftSentence({ verdict: "not_seen", ...proof })).toMatch(
    /^No difference between people can be seen/,
  );
  const few = { ...proof, held_out: { people: 200, attained: 12 } };
  expect(upliftSentence({ verdict: "too_few", ...few })).toBe(
    "1,200 of those to contact and 12 of those held out converted. Whom a contact moves can be seen from 100 in each group on.",
  );
});

test("a decision says how to choose, what that brings, and what to hold out", () => {
  const conversions = (value: number) => ({ value, low: value - 150, high: value + 150 });
  const decision = {
    people: 5_000,
    choose: "uplift" as const,
    outlooks: [
      { by: "uplift" as const, conversions: conversions(360) },
      { by: "chance" as const, conversions: conversions(280) },
      { by: "random" as const, conversions: conversions(220.4) },
    ],
    hold_out: 0.1,
  };
  expect(decisionSentence(decision)).toBe(
    "Choose the people with the highest uplift. 5,000 contacts bring 360 (95 % interval 210 to 510) more conversions; with the highest chance 280, " +
      "at random 220. Hold out 10 % of them, so that the next decision has evidence.",
  );
  expect(decisionSentence({ ...decision, choose: "chance", hold_out: 0.4 })).toMatch(
    /^Choose the people with the highest chance\. .*Hold out 40 % once: that would settle whether people differ\.$/,
  );
  const few = [
    { by: "random" as const, conversions: conversions(100), profit: { value: -400, low: -900, high: -20 } },
  ];
  expect(decisionSentence({ ...decision, choose: null, outlooks: few })).toBe(
    "Contact nobody: the contacts cost more than they bring. 5,000 contacts bring 100 (95 % interval −50 to 250) more conversions, whoever they are and " +
      "a profit of −400 (95 % interval −900 to −20).",
  );
});
