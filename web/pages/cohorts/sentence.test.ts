import { expect, test } from "vitest";
import type { Definition } from "./draft.js";
import { cohortSentence, type ResourceNames } from "./sentence.js";

const shown: ResourceNames = {
  stream: (name) => (name === "web_visit" ? "Web Visit" : "Transaction"),
  trait: (name) => name,
  place: () => "Store",
};
const inWords = (definition: Definition) => cohortSentence(definition, shown);
const of = (definition: Definition) => inWords({ stream_name: "transaction", ...definition });

test("counts are said as people count", () => {
  expect(of({})).toBe("People with at least 1 transaction.");
  expect(of({ min_count: 2 })).toBe("People with at least 2 transactions.");
  expect(of({ max_count: 1 })).toBe("People with exactly 1 transaction.");
  expect(of({ max_count: 0 })).toBe("People without any transaction.");
  expect(of({ min_count: 0 })).toBe("People with any number of transactions, or none.");
  expect(of({ min_count: 0, max_count: 3 })).toBe("People with at most 3 transactions.");
  expect(of({ min_count: 2, max_count: 4 })).toBe("People with 2 to 4 transactions.");
});

test("value, recency and conditions follow the count", () => {
  expect(
    of({
      min_count: 2,
      min_value: 100,
      recency: { occurrence: "last", max_days: 90 },
      stream_conditions: [{ property: "category", _in: ["books", "toys"] }],
    }),
  ).toBe(
    "People with at least 2 transactions worth at least 100 in all where “category” is one of “books” or “toys”, the last within the past 90 days.",
  );
  expect(of({ recency: { occurrence: "first", min_days: 30, max_days: 60 } })).toBe(
    "People with at least 1 transaction, the first 30 to 60 days ago.",
  );
  expect(of({ recency: { occurrence: "last", min_days: 1 } })).toBe(
    "People with at least 1 transaction, the last at least 1 day ago.",
  );
});

test("optional conditions are one group of which one is enough", () => {
  expect(
    of({
      stream_conditions: [
        { property: "value", _gte: 10 },
        { property: "channel", _eq: "web", optional: true },
        { property: "channel", _null: true, optional: true },
      ],
    }),
  ).toBe(
    "People with at least 1 transaction where the value is at least 10 and (“channel” is “web” or “channel” is not known).",
  );
});

test("dates are said as days", () => {
  expect(of({ stream_conditions: [{ property: "datetime", _gte: "2025-01-31" }] })).toMatch(
    /where the date is on or after .*2025/,
  );
});

test("traits and places stand without a stream", () => {
  expect(
    inWords({
      traits: [{ name: "plan", _eq: "premium" }],
      place_conditions: [
        { place_id: "1", distance: 5000 },
        { place_id: "1", invert: true },
      ],
    }),
  ).toBe("People whose plan is “premium”, within 5 km of “Store”, not at “Store”.");
  expect(inWords({ stream_name: "web_visit", max_count: 0 })).toBe("People without any web visit.");
});

test("nothing asked for chooses nobody", () => {
  expect(inWords({})).toBe("No conditions yet.");
});
