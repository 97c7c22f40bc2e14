import { expect, test } from "vitest";
import type { SearchEntry } from "../../src/words/search-entry.js";
import { search } from "./search.js";

const entry = (kind: string, title: string, detail: string, words = ""): SearchEntry => ({
  kind,
  title,
  detail,
  words,
  url: `/docs#${title}`,
});
const entries = [
  entry("guide", "Privacy", "Privacy", "delete people from cohorts"),
  entry("schema", "Cohort", "Schema", "name stream_name"),
  entry("operation", "List cohorts", "GET /cohorts", "getcohorts"),
  entry("operation", "Read a cohort", "GET /cohorts/{id}", "getcohort"),
  entry("operation", "Create a cohort", "POST /cohorts", "createcohort created built background"),
  entry("error", "cohort-bounds-inverted", "Error 400", "minimum above maximum"),
];
const found = (query: string): string[] => search(entries, query).map(({ title }) => title);

test.each([
  ["create cohort", "Create a cohort"],
  ["Create a cohort", "Create a cohort"],
  ["createCohort", "Create a cohort"],
  ["post /cohorts", "Create a cohort"],
  ["GET /cohorts/{id}", "Read a cohort"],
  ["background", "Create a cohort"],
  ["cohort-bounds", "cohort-bounds-inverted"],
  ["a cohort, created", "Create a cohort"],
  ["cohort", "Cohort"],
  ["delete peop", "Privacy"],
  ["maximum", "cohort-bounds-inverted"],
])("%s finds %s first", (query, title) => {
  expect(found(query)[0]).toBe(title);
});

test("entries with more of the words come first, and words that are nowhere find nothing", () => {
  expect(found("cohort nonsense minimum")[0]).toBe("cohort-bounds-inverted");
  expect(found("nonsense")).toEqual([]);
  expect(found(" ")).toEqual([]);
});

test.each([
  ["how do I create a cohort?", "Create a cohort"],
  ["creating cohorts", "Create a cohort"],
  ["gdpr", "Privacy"],
  ["GDPR deletion of a customer", "Privacy"],
])("%s, in the words of newcomers, finds %s first", (query, title) => {
  expect(found(query)[0]).toBe(title);
});
