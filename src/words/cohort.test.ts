import { expect, test } from "vitest";
import type { CohortConfig } from "../domain/cohort/cohort.js";
import { type CohortNames, cohortSentence } from "./cohort.js";

const names: CohortNames = {
  stream: (name) => (name === "web_visit" ? "Web Visit" : undefined),
  place: () => "Store",
  atlas: () => "Stores",
};
const sentence = (cohort: CohortConfig) => cohortSentence(cohort, names);
const of = (cohort: CohortConfig) => sentence({ stream_name: "transaction", ...cohort });

test("counts read as people count", () => {
  expect(of({})).toBe("People who have bought.");
  expect(of({ min_count: 2 })).toBe("People who have bought at least twice.");
  expect(of({ max_count: 1 })).toBe("People who have bought once.");
  expect(of({ max_count: 0 })).toBe("People who have never bought.");
  expect(of({ min_count: 0 })).toBe("People who have bought any number of times, or never.");
  expect(of({ min_count: 0, max_count: 3 })).toBe("People who have bought at most 3 times.");
  expect(of({ min_count: 2, max_count: 4 })).toBe("People who have bought 2 to 4 times.");
  expect(sentence({ stream_name: "web_visit", max_count: 0 })).toBe("People who have never visited.");
  expect(sentence({ stream_name: "appointment", min_count: 2 })).toBe(
    "People who have had an “Appointment” at least twice.",
  );
});

test("amount, conditions and recency follow the count", () => {
  expect(
    of({
      min_count: 2,
      min_value: 100,
      recency: { occurrence: "last", max_days: 90 },
      stream_conditions: [{ property: "category", _in: ["books", "toys"] }],
    }),
  ).toBe(
    "People who have bought at least twice for at least 100 in total where “category” is “books” or “toys”, the last time within the past 90 days.",
  );
  expect(of({ recency: { occurrence: "first", min_days: 30, max_days: 60 } })).toBe(
    "People who have bought, the first time 30 to 60 days ago.",
  );
  expect(of({ recency: { occurrence: "last", min_days: 1 } })).toBe(
    "People who have bought, the last time at least 1 day ago.",
  );
});

test("what must not have happened since comes last", () => {
  expect(of({ not_followed_by: ["cancellation"] })).toBe("People who have bought and not cancelled since.");
  expect(of({ not_followed_by: ["transaction", "cancellation"], min_count: 2 })).toBe(
    "People who have bought at least twice and neither bought again nor cancelled since.",
  );
  expect(of({ recency: { occurrence: "first", max_days: 90 }, not_followed_by: ["cancellation"] })).toBe(
    "People who have bought, the first time within the past 90 days, and not cancelled since.",
  );
});

test("one of the optional conditions is enough", () => {
  expect(
    of({
      stream_conditions: [
        { property: "value", _gte: 10 },
        { property: "channel", _eq: "web", optional: true },
        { property: "channel", _null: true, optional: true },
      ],
    }),
  ).toBe(
    "People who have bought where the amount is at least 10 and (“channel” is “web” or “channel” is not known).",
  );
});

test("a missing value passes where it is asked for", () => {
  expect(of({ stream_conditions: [{ property: "size", _null: true, _gt: 3 }] })).toBe(
    "People who have bought where “size” is not known or is above 3.",
  );
  expect(of({ stream_conditions: [{ property: "size", _nin: ["S", "M"], _nnull: true }] })).toBe(
    "People who have bought where “size” is neither “S” nor “M” and is known.",
  );
});

test("dates read as days", () => {
  expect(of({ stream_conditions: [{ property: "datetime", _gte: "2025-01-31" }] })).toBe(
    "People who have bought where the date is on or after 31 January 2025.",
  );
});

test("traits and places stand without a stream", () => {
  expect(
    sentence({
      traits: [{ name: "plan", _eq: "premium" }],
      place_conditions: [
        { place_id: "1", distance: 5000 },
        { place_id: "1", invert: true },
      ],
    }),
  ).toBe("People whose “plan” is “premium”, within 5 km of “Store”, not at “Store”.");
});

test("a cohort without conditions has none to name", () => {
  expect(sentence({})).toBe("No conditions yet.");
});

test("locations of atlases stand beside events", () => {
  const near = { locations: { atlas_ids: ["1"] }, distance: 5000 };
  expect(cohortSentence({ location_conditions: [near] }, names)).toContain(
    "within 5 km of a location of “Stores”",
  );
  const part = {
    location_reference_keys: ["17", "18"],
    property_conditions: [{ property: "size", _gt: 10 }],
  };
  const some = { ...near, locations: { ...near.locations, ...part } };
  expect(cohortSentence({ location_conditions: [some] }, names)).toContain(
    "a location of “Stores” with the ID “17” or “18” where “size” is above 10",
  );
  const away = { locations: { atlas_ids: ["1", "2"] }, distance: 800, invert: true };
  expect(cohortSentence({ stream_name: "purchase", location_conditions: [away] }, names)).toContain(
    "more than 800 m from a location of “Stores” or “Stores”",
  );
});
