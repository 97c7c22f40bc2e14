import { expect, test } from "vitest";
import {
  campaignSentence,
  contactedSentence,
  detectableSentence,
  pendingSentence,
  profitSentence,
  shareSentence,
} from "./holdout.js";

const groups = {
  contact: { people: 1614, attained: 197 },
  held_out: { people: 180, attained: 17 },
  goal: "Buyers",
};

test("a campaign without a visible effect says so", () => {
  expect(campaignSentence({ ...groups, incremental: { value: 45, low: -8, high: 98 } })).toBe(
    "Of 1,614 people to contact, 197 (12 %) reached “Buyers”; of 180 held out, 17 (9.4 %). " +
      "That is 45 more (95 % interval −8 to 98): no effect can be seen. " +
      "With 1,794 people, an effect is likely to be seen from 76 on; one of 45 would take about 5,100.",
  );
  expect(campaignSentence({ ...groups, incremental: { value: -4.6, low: -20, high: 9 } })).toContain(
    "That is 5 fewer (95 % interval −20 to 9): no effect can be seen.",
  );
});

test("an effect is a number of conversions with its interval", () => {
  expect(campaignSentence({ ...groups, incremental: { value: 45, low: 12, high: 78 } })).toMatch(
    /The campaign brought 45 more \(95 % interval 12 to 78\)\.$/,
  );
  expect(campaignSentence({ ...groups, incremental: { value: -45, low: -78, high: -12 } })).toMatch(
    /The campaign lost 45 \(95 % interval 12 to 78\)\.$/,
  );
  expect(campaignSentence({ ...groups, held_out: { people: 0, attained: 0 } })).toMatch(
    /nothing to compare\.$/,
  );
});

test("the smallest visible effect is a number of conversions, or none", () => {
  const effect = { contact: 1614, held_out: 180, base_rate: 0.094, difference: 0.0612, conversions: 98.8 };
  expect(detectableSentence(effect)).toBe(
    "With 180 held out, the smallest effect that you are likely to see is 6.1 percentage points: 99 people more or fewer of 1,614 " +
      "contacted, where 9.4 % are expected to reach the goal without a campaign.",
  );
  expect(detectableSentence(null)).toMatch(/^So few people/);
  expect(shareSentence({ share: 0.1, contact: 1614, held_out: 180 })).toBe(
    "10 % of the people with a probability are held out: 180 of 1,794.",
  );
});

test("a campaign without figures says when there will be some, or why not", () => {
  expect(pendingSentence({ status: "waiting", horizon_end: "2025-11-30T00:00:00Z" })).toContain(
    "30 November 2025",
  );
  expect(pendingSentence({ status: "without" })).toMatch(/cannot be measured/);
});

test("contacts and profit have sentences of their own", () => {
  expect(contactedSentence({ contact: 1480, held_out: 3 }, { value: 0.031, low: 0.002, high: 0.06 })).toBe(
    "Really contacted: 1,480 of those to contact, and 3 of those held out. For every 100 people contacted: 3.1 more (95 % interval 0.2 to 6.0).",
  );
  expect(contactedSentence({ contact: 3, held_out: 0 }, undefined)).toMatch(/Too few differ/);
  expect(profitSentence({ value: 920, low: -210, high: 2050 })).toBe(
    "Profit 920 (95 % interval −210 to 2,050).",
  );
});
