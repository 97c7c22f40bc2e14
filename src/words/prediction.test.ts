import { expect, test } from "vitest";
import type { CohortConfig } from "../domain/cohort/cohort.js";
import type { CalendarFields } from "../domain/outcome/label-window.js";
import { goalWords, isAbsence, predictionSentence } from "./prediction.js";

const bought = { stream_name: "transaction" };
const once = { ...bought, max_count: 1 };
const names = { attainment: "Attained", eligible: "Eligible" };
const ask = (
  attainment: CohortConfig,
  eligible: CohortConfig | null,
  more: { recurring?: boolean; isStatic?: boolean; horizonDays?: number | null; streamNames?: object } = {},
): string =>
  predictionSentence({
    attainment,
    eligible,
    names,
    recurring: false,
    isStatic: false,
    horizonDays: 90,
    ...more,
    streamNames: { ...more.streamNames },
  });

test("a horizon of the calendar is asked about in its own words", () => {
  const words = {
    attainment: bought,
    eligible: bought,
    names,
    recurring: true,
    isStatic: false,
    streamNames: {},
  };
  const said = (fields: CalendarFields) => predictionSentence({ ...words, horizonDays: 30, ...fields });
  expect(said({ horizon_months: 1 })).toMatch(/who will buy again in the next calendar month\?$/);
  expect(said({ horizon_months: 3 })).toMatch(/who will buy again in the next 3 calendar months\?$/);
  expect(said({ horizon_through: "this_month" })).toMatch(/who will buy again by the end of this month\?$/);
});

test("a chance of active people says so, in a question and after “chance to”", () => {
  const words = {
    attainment: bought,
    eligible: null,
    recurring: true,
    isStatic: false,
    streamNames: {},
    horizonDays: 30,
  };
  const active = { ...words, names: { ...names, active: "Visits" } };
  expect(predictionSentence(active)).toMatch(/in the next 30 days, if they are active \(“Visits”\)\?$/);
  expect(goalWords(active)).toBe("buy if active");
});

const attainments: [CohortConfig, string][] = [
  [bought, "will buy for the first time in the next 90 days"],
  [{ ...bought, min_count: 2 }, "will buy a second time in the next 90 days"],
  [{ ...bought, min_count: 8 }, "will buy an eighth time in the next 90 days"],
  [{ ...bought, min_count: 12 }, "will buy a 12th time in the next 90 days"],
  [
    { ...bought, min_value: 500 },
    "will buy for at least 500 in total, earlier amounts included, in the next 90 days",
  ],
  [{ ...bought, min_count: 2, min_value: 500 }, "will enter “Attained” in the next 90 days"],
  [{ ...bought, min_count: 2, max_count: 3 }, "will enter “Attained” in the next 90 days"],
  [{ ...bought, recency: { occurrence: "last", min_days: 90 } }, "won't buy in the next 90 days"],
  [
    { ...bought, recency: { occurrence: "last", min_days: 60 } },
    "will go 60 days without buying at some point in the next 90 days",
  ],
  [
    { ...bought, recency: { occurrence: "first", max_days: 90 } },
    "will enter “Attained” in the next 90 days",
  ],
  [{ stream_name: "cancellation" }, "will cancel for the first time in the next 90 days"],
  [{ stream_name: "store_trip" }, "will have a “Store Trip” for the first time in the next 90 days"],
  [{ stream_name: "store_trips" }, "will have a “Store Trip” for the first time in the next 90 days"],
  [{ stream_name: "coupon_redemptions" }, "will redeem a coupon for the first time in the next 90 days"],
  [
    { ...bought, stream_conditions: [{ property: "category", _eq: "shoes" }] },
    "will buy for the first time where “category” is “shoes” in the next 90 days",
  ],
  [
    {
      ...bought,
      stream_conditions: [{ property: "price", _gt: 20, _lte: 100 }],
      traits: [{ name: "plan", _neq: "free" }],
    },
    "will buy for the first time where “price” is above 20 and is at most 100 and whose “plan” is not “free” in the next 90 days",
  ],
  [
    { ...bought, stream_conditions: [{ property: "sku", _matches: "^A" }] },
    "will enter “Attained” in the next 90 days",
  ],
  [{ traits: [{ name: "plan", _eq: "gold" }] }, "will enter “Attained” in the next 90 days"],
];
test.each(attainments)("a goal %j asks who %s", (attainment, words) => {
  expect(ask(attainment, null)).toBe(`Of all people, who ${words}?`);
});

const members: [CohortConfig, string][] = [
  [bought, "who have bought"],
  [once, "who have bought once"],
  [{ ...bought, min_count: 1, max_count: 1 }, "who have bought once"],
  [{ ...bought, min_count: 2, max_count: 2 }, "who have bought exactly twice"],
  [{ ...bought, min_count: 3 }, "who have bought at least 3 times"],
  [{ ...bought, max_count: 4 }, "who have bought 1 to 4 times"],
  [{ ...bought, min_count: 0, max_count: 4 }, "who have bought at most 4 times"],
  [{ ...bought, max_count: 0 }, "who have never bought"],
  [{ ...bought, min_count: 0 }, "in “Eligible”"],
  [{ ...bought, min_value: 100, max_value: 200 }, "who have bought for 100 to 200 in total"],
  [
    { ...once, recency: { occurrence: "last", min_days: 30, max_days: 90 } },
    "who have bought once, the last time 30 to 90 days ago",
  ],
  [
    { ...bought, recency: { occurrence: "first", max_days: 1 } },
    "who have bought, the first time within the past 1 day",
  ],
  [
    { ...bought, min_count: 2, stream_conditions: [{ property: "category", _in: ["shoes", "hats"] }] },
    "who have bought at least twice where “category” is “shoes” or “hats”",
  ],
  [{ traits: [{ name: "plan", _eq: "gold" }] }, "whose “plan” is “gold”"],
  [{ ...once, traits: [{ name: "age", _gte: 30 }] }, "who have bought once and whose “age” is at least 30"],
  [{ traits: [{ name: "a", _nnull: true, optional: true }] }, "in “Eligible”"],
  [{ ...bought, place_conditions: [{ place_id: "p" }] }, "in “Eligible”"],
];
test.each(members)("the members of %j are the people %s", (eligible, words) => {
  expect(ask({ ...bought, min_count: 2 }, eligible)).toBe(
    `Of the people ${words}, who will buy a second time in the next 90 days?`,
  );
});

test("a repeatable goal asks who does it again", () => {
  const recurring = { recurring: true };
  expect(ask(bought, bought, recurring)).toBe(
    "Of the people who have bought, who will buy again in the next 90 days?",
  );
  expect(ask(bought, null, recurring)).toBe("Of all people, who will buy in the next 90 days?");
  expect(ask({ ...bought, min_count: 2 }, bought, recurring)).toContain("who will buy at least twice in");
  expect(ask({ ...bought, min_value: 50 }, bought, recurring)).toContain(
    "who will buy for at least 50 in total in",
  );
});

test("a stream goes by the name that its owner gave it", () => {
  const streamNames = { transaction: "Shop order" };
  expect(ask({ ...bought, min_count: 2 }, once, { streamNames })).toBe(
    "Of the people who have had a “Shop order” once, who will have a “Shop order” a second time in the next 90 days?",
  );
  expect(ask(bought, once, { streamNames: { transaction: "Transaction" } })).toContain("have bought once");
});

test("without dates the question is who is similar", () => {
  expect(ask({ traits: [{ name: "plan", _eq: "gold" }] }, null, { isStatic: true })).toBe(
    "Of all people, who is similar to the people whose “plan” is “gold”?",
  );
  expect(ask({ ...bought, min_count: 0 }, once, { isStatic: true })).toBe(
    "Of the people who have bought once, who is similar to the people in “Attained”?",
  );
});

test("a horizon that is not known yet is chosen from the data", () => {
  expect(ask(bought, null, { horizonDays: null })).toContain("within a horizon chosen from the data?");
  expect(ask(bought, null, { horizonDays: 1 })).toContain("in the next 1 day?");
});

const goals: [CohortConfig, CohortConfig | null, string][] = [
  [{ ...bought, min_count: 2 }, once, "buy again"],
  [{ ...bought, min_count: 2 }, bought, "buy again"],
  [{ ...bought, min_count: 2 }, null, "buy a second time"],
  [{ ...bought, min_count: 4 }, bought, "buy a fourth time"],
  [bought, null, "buy"],
  [{ stream_name: "cancellation" }, bought, "cancel"],
  [{ ...bought, recency: { occurrence: "last", min_days: 90 } }, bought, "stop buying"],
  [{ ...bought, recency: { occurrence: "first", max_days: 90 } }, bought, "enter Attained"],
  [{ ...bought, min_value: 500 }, bought, "enter Attained"],
  [{ ...bought, stream_conditions: [{ property: "category", _eq: "shoes" }] }, bought, "enter Attained"],
  [{ traits: [{ name: "plan", _eq: "gold" }] }, null, "enter Attained"],
];
test.each(goals)("the chance of %j for %j is one to %s", (attainment, eligible, words) => {
  const prediction = { attainment, eligible, names, streamNames: {}, recurring: false, horizonDays: 90 };
  expect(goalWords({ ...prediction, isStatic: false })).toBe(words);
  expect(goalWords({ ...prediction, isStatic: true })).toBe("be like Attained");
});

test("only who does nothing for a while attains by absence", () => {
  const recencies: (CohortConfig["recency"] | undefined)[] = [
    undefined,
    { occurrence: "last", min_days: 90 },
    { occurrence: "last", min_days: 30, max_days: 90 },
    { occurrence: "first", min_days: 90 },
  ];
  expect(recencies.map((recency) => isAbsence({ ...bought, recency } as CohortConfig))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
