import { expect, test } from "vitest";
import type { CohortConfig } from "./cohort.js";
import { askedInWords } from "./question-in-words.js";

const bought = { stream_name: "transaction" };
const once = { ...bought, max_count: 1 };
const names = { attainment: "Attained", eligible: "Eligible" };
const ask = (
  attainment: CohortConfig,
  eligible: CohortConfig | null,
  more: { recurring?: boolean; isStatic?: boolean; horizonDays?: number | null; streamNames?: object } = {},
): string =>
  askedInWords({
    ...{ attainment, eligible, names, recurring: false, isStatic: false, horizonDays: 90 },
    ...more,
    streamNames: { ...more.streamNames },
  });

const attainments: [CohortConfig, string][] = [
  [bought, "buys for the first time"],
  [{ ...bought, min_count: 2 }, "buys a second time"],
  [{ ...bought, min_count: 8 }, "buys an eighth time"],
  [{ ...bought, min_count: 12 }, "buys a 12th time"],
  [{ ...bought, min_value: 500 }, "buys for at least 500 in all, earlier ones counted"],
  [{ ...bought, min_count: 2, min_value: 500 }, "comes to be in “Attained”"],
  [{ ...bought, min_count: 2, max_count: 3 }, "comes to be in “Attained”"],
  [
    { ...bought, recency: { occurrence: "last", min_days: 90 } },
    "will have gone 90 days without buying, at some moment",
  ],
  [
    { ...bought, recency: { occurrence: "first", max_days: 90 } },
    "comes to be in “Attained”, at some moment",
  ],
  [{ stream_name: "cancellation" }, "cancels for the first time"],
  [{ stream_name: "store_trip" }, "has a “Store Trip” for the first time"],
  [
    { ...bought, stream_conditions: [{ property: "category", _eq: "shoes" }] },
    "buys for the first time where “category” is “shoes”",
  ],
  [
    {
      ...bought,
      stream_conditions: [{ property: "price", _gt: 20, _lte: 100 }],
      traits: [{ name: "plan", _neq: "free" }],
    },
    "buys for the first time where “price” is above 20 and is at most 100 and whose “plan” is not “free”",
  ],
  [{ ...bought, stream_conditions: [{ property: "sku", _matches: "^A" }] }, "comes to be in “Attained”"],
  [{ traits: [{ name: "plan", _eq: "gold" }] }, "comes to be in “Attained”"],
];
test.each(attainments)("of %j is asked who … %s", (attainment, words) => {
  expect(ask(attainment, null)).toBe(`Of all people, who ${words} within 90 days?`);
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
  [{ ...bought, min_value: 100, max_value: 200 }, "who have bought for 100 to 200 in all"],
  [
    { ...once, recency: { occurrence: "last", min_days: 30, max_days: 90 } },
    "who have bought once, the last time 30 to 90 days ago",
  ],
  [
    { ...bought, recency: { occurrence: "first", max_days: 1 } },
    "who have bought, the first time at most 1 day ago",
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
    `Of the people ${words}, who buys a second time within 90 days?`,
  );
});

test("who may do it again is asked who does", () => {
  const recurring = { recurring: true };
  expect(ask(bought, bought, recurring)).toBe(
    "Of the people who have bought, who buys again within 90 days?",
  );
  expect(ask(bought, null, recurring)).toBe("Of all people, who buys within 90 days?");
  expect(ask({ ...bought, min_count: 2 }, bought, recurring)).toContain("who buys at least twice within");
  expect(ask({ ...bought, min_value: 50 }, bought, recurring)).toContain(
    "who buys for at least 50 in all within",
  );
});

test("a stream goes by the name that its owner gave it", () => {
  const streamNames = { transaction: "Shop order" };
  expect(ask({ ...bought, min_count: 2 }, once, { streamNames })).toBe(
    "Of the people who have had a “Shop order” once, who has a “Shop order” a second time within 90 days?",
  );
  expect(ask(bought, once, { streamNames: { transaction: "Transaction" } })).toContain("have bought once");
});

test("without dates nobody is asked what they will do", () => {
  expect(ask({ traits: [{ name: "plan", _eq: "gold" }] }, null, { isStatic: true })).toBe(
    "Of all people, who is like those whose “plan” is “gold”?",
  );
  expect(ask({ ...bought, min_count: 0 }, once, { isStatic: true })).toBe(
    "Of the people who have bought once, who is like the people in “Attained”?",
  );
});

test("a horizon that is not known yet is said to be chosen", () => {
  expect(ask(bought, null, { horizonDays: null })).toContain("within a time that is chosen from the data?");
  expect(ask(bought, null, { horizonDays: 1 })).toContain("within 1 day?");
});
