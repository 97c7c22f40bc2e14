import { expect, test } from "vitest";
import { decisionSentence, policySentence, upliftSentence } from "./uplift.js";

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

test("a rule on the last list says what it would have brought instead of all, and instead of as many in order", () => {
  const about = (value: number) => ({ value, low: value - 21, high: value + 21 });
  const both = (value: number) => ({ inverse_propensity: about(value + 3), doubly_robust: about(value) });
  const policy = {
    campaign: 0,
    people: 1794,
    contact_share: 0.9,
    by: "uplift" as const,
    list: { contacts: 1794, ...both(200) },
    now: { contacts: 500, ...both(191) },
    over_list: both(-9),
    over_order: both(14),
  };
  expect(policySentence(policy)).toBe(
    "On the last list of 1,794 people, contacting the 500 with the highest uplift alone would have brought 9 fewer conversions (95 % interval −12 to 30) than contacting " +
      "all of them, and 14 more (95 % interval −7 to 35) than contacting its first 500.",
  );
  const { over_order: _, ...byChance } = { ...policy, by: "chance" as const };
  const over_list = { ...both(4), profit: about(-30) };
  expect(policySentence({ ...byChance, over_list })).toBe(
    "On the last list of 1,794 people, contacting the first 500 alone would have brought 4 more conversions (95 % interval −17 to 25) than contacting all of them. " +
      "The profit would have been 30 lower (95 % interval 9 to 51) than with all of them.",
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
