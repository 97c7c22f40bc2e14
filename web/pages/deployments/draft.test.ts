import { expect, test } from "vitest";
import { bodyOf, type DeploymentDraft, draftOf, emptyDraft, patchOf, type Target } from "./draft.js";
import { unfinished } from "./unfinished.js";

const draft: DeploymentDraft = { ...emptyDraft, name: "Mailing", scopeId: "s" };

test("a plain file says its format, and nothing of filters and limits", () => {
  expect(bodyOf(draft)).toEqual({
    name: "Mailing",
    scope_id: "s",
    representation: { mode: "identified", aggregate: "person" },
    options: { type: "hosted_csv", delimiter: ",", gzip: false, quote_all: false },
    human_readable: true,
  });
});

test("a lookup leaves out what was chosen for a file", () => {
  const body = bodyOf({
    ...draft,
    type: "lookup_api",
    mode: "hashed",
    conditions: [{ part: "cohort_membership", is: { cohort_id: "c", _eq: true } }],
    limit: { method: "percentile", outcomeId: "o", min: 90, max: 100 },
  });
  expect(body.representation).toEqual({ mode: "identified" });
  expect(body.options).toEqual({ type: "lookup_api" });
  expect(body).not.toHaveProperty("filter");
  expect(body).not.toHaveProperty("limit");
});

test("a change clears what is not asked for any more", () => {
  expect(patchOf(draft)).toMatchObject({
    filter: null,
    limit: null,
    custom_structure: null,
    connection_id: null,
  });
  const filtered = patchOf({ ...draft, conditions: [{ part: "trait", is: { name: "plan", _eq: "gold" } }] });
  expect(filtered.filter).toMatchObject({ trait: [{ name: "plan", _eq: "gold" }], cohort_membership: null });
});

test("what is read is written again as it was", () => {
  const target = {
    name: "Areas",
    scope_id: "s",
    representation: { mode: "aggregated", aggregate: "state" },
    options: { type: "hosted_csv", delimiter: ";", gzip: true, output_url: "https://example.com/a.csv" },
    filter: { outcome_percentile: [{ outcome_id: "o", _gte: 90, _lt: 99 }] },
    limit: { method: "row_count", threshold: 50, outcome_id: "o", direction: "ascending" },
    human_readable: false,
  } as Target;
  expect(bodyOf(draftOf(target))).toEqual({
    name: "Areas",
    scope_id: "s",
    representation: { mode: "aggregated", aggregate: "state" },
    options: { type: "hosted_csv", delimiter: ";", gzip: true, quote_all: false },
    filter: { outcome_percentile: [{ outcome_id: "o", _gte: 90, _lt: 99 }] },
    limit: { method: "row_count", threshold: 50, outcome_id: "o", direction: "ascending" },
    human_readable: false,
  });
});

test("each question that is still open is named", () => {
  expect(unfinished(draft)).toBeUndefined();
  expect(unfinished(emptyDraft)).toMatch("Choose the pipeline");
  expect(unfinished({ ...draft, mode: "referenced" })).toMatch("key");
  expect(unfinished({ ...draft, type: "postgres" })).toMatch("connection");
  expect(unfinished({ ...draft, type: "postgres", connectionId: "c" })).toMatch("called");
  expect(unfinished({ ...draft, structure: [] })).toMatch("at least one column");
  expect(unfinished({ ...draft, conditions: [{ part: "trait", is: { name: "plan", _eq: "" } }] })).toMatch(
    "condition",
  );
  const limit = { method: "percentile", outcomeId: "o", min: 95, max: 90 } as const;
  expect(unfinished({ ...draft, limit })).toMatch("above the highest");
});

test("a lookup is not asked for the key of a file", () => {
  expect(unfinished({ ...draft, type: "lookup_api", mode: "referenced" })).toBeUndefined();
});
