import { expect, test } from "vitest";
import {
  bodyOf,
  type DeploymentDraft,
  draftOf,
  emptyDraft,
  hasPreset,
  patchOf,
  type Target,
} from "./draft.js";
import { missingStep } from "./missing.js";

const draft: DeploymentDraft = { ...emptyDraft, name: "Mailing", scopeId: "s" };

test("the body of a plain file has its format, and no filter or limit", () => {
  expect(bodyOf(draft)).toEqual({
    name: "Mailing",
    scope_id: "s",
    representation: { mode: "identified", aggregate: "person", transform_preset: "default" },
    options: { type: "hosted_csv", delimiter: ",", gzip: false, quote_all: false },
    human_readable: true,
  });
});

test("a lookup leaves out the choices for a file", () => {
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

test("a change clears fields that the draft no longer has", () => {
  expect(patchOf(draft)).toMatchObject({
    filter: null,
    limit: null,
    custom_structure: null,
    connection_id: null,
  });
  const filtered = patchOf({ ...draft, conditions: [{ part: "trait", is: { name: "plan", _eq: "gold" } }] });
  expect(filtered.filter).toMatchObject({ trait: [{ name: "plan", _eq: "gold" }], cohort_membership: null });
});

test("a Parquet file has no options of a CSV file, and a list for another program is CSV", () => {
  const parquet = { ...draft, format: "parquet" as const, isCompressed: true, tracksChanges: true };
  expect(bodyOf(parquet).options).toEqual({ type: "hosted_csv", format: "parquet", track_changes: true });
  expect(bodyOf({ ...parquet, preset: "klaviyo" }).options).not.toHaveProperty("format");
  expect(patchOf(draft).options).toMatchObject({ format: null });
});

test("changes are tracked where each row is one person, and no longer where it is not", () => {
  const tracked = { ...draft, tracksChanges: true };
  expect(patchOf(tracked).options).toMatchObject({ track_changes: true });
  expect(patchOf({ ...tracked, mode: "hashed" }).options).toMatchObject({ track_changes: null });
  expect(patchOf(draft).options).toMatchObject({ track_changes: null });
});

test("a file in a bucket keeps its connection, its object and its format", () => {
  const target = {
    name: "Export",
    scope_id: "s",
    connection_id: "c",
    representation: { mode: "hashed" },
    options: { type: "s3", key: "a/{date}.csv", delimiter: ";", gzip: true, output_url: "" },
  } as Target;
  expect(bodyOf(draftOf(target))).toMatchObject({
    connection_id: "c",
    options: { type: "s3", key: "a/{date}.csv", delimiter: ";", gzip: true },
  });
});

test("a target survives the way through the form", () => {
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

test("the upload form of an ad platform survives the way through the form", () => {
  const representation = { mode: "hashed", transform_preset: "google_ads" };
  const target = { name: "Ads", scope_id: "s", representation, options: { type: "hosted_csv" } } as Target;
  expect(bodyOf(draftOf(target)).representation).toEqual(representation);
  expect(hasPreset(draftOf(target))).toBe(true);
  expect(hasPreset({ ...draftOf(target), mode: "identified" })).toBe(false);
});

test("a list for a program survives the way through the form, and a household has none", () => {
  const representation = { mode: "identified", aggregate: "person", transform_preset: "klaviyo" };
  const target = { name: "List", scope_id: "s", representation, options: { type: "hosted_csv" } } as Target;
  expect(bodyOf(draftOf(target)).representation).toEqual(representation);
  expect(bodyOf({ ...draftOf(target), unit: "residence" }).representation).toMatchObject({
    transform_preset: "default",
  });
});

test("a table of any type of database survives the way through the form", () => {
  for (const type of ["postgres", "mysql", "redshift"] as const) {
    const target = {
      name: "Scores",
      scope_id: "s",
      connection_id: "c",
      representation: { mode: "identified" },
      options: { type, table_name: "scores", output_url: "" },
    } as Target;
    const body = bodyOf(draftOf(target));
    expect(body).toMatchObject({ connection_id: "c", options: { type, table_name: "scores" } });
    expect(missingStep({ ...draftOf(target), connectionId: "" })).toMatch("connection");
  }
});

test("each missing step is named", () => {
  expect(missingStep(draft)).toBeUndefined();
  expect(missingStep(emptyDraft)).toMatch("Choose a pipeline");
  expect(missingStep({ ...draft, mode: "referenced" })).toMatch("customer ID");
  expect(missingStep({ ...draft, type: "postgres" })).toMatch("connection");
  expect(missingStep({ ...draft, type: "postgres", connectionId: "c" })).toMatch("name of the table");
  expect(missingStep({ ...draft, structure: [] })).toMatch("at least one column");
  expect(missingStep({ ...draft, conditions: [{ part: "trait", is: { name: "plan", _eq: "" } }] })).toMatch(
    "condition",
  );
  const limit = { method: "percentile", outcomeId: "o", min: 95, max: 90 } as const;
  expect(missingStep({ ...draft, limit })).toMatch("above the last");
});

test("a lookup needs no customer ID column", () => {
  expect(missingStep({ ...draft, type: "lookup_api", mode: "referenced" })).toBeUndefined();
});
