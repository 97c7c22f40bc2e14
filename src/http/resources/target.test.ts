import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/resource/json.js";
import { mergePatch } from "../json.js";
import { parseTarget, respellTarget } from "./target.js";

const file: JsonObject = {
  name: "File",
  scope_id: "s",
  representation: { mode: "identified" },
  options: { type: "hosted_csv" },
};
const written = (part: JsonObject) => parseTarget(respellTarget({ ...file, ...part })).config;
/** As a PATCH of a record does it. */
const patched = (before: JsonObject, patch: JsonObject) => {
  const { name, config } = parseTarget(respellTarget({ ...file, ...before }));
  return parseTarget(mergePatch({ name, ...config }, respellTarget(patch))).config;
};
const reference = { dataset_id: "d", column_name: "key" };
const percentile = { method: "percentile", outcome_id: "o", percentile_min: 90, percentile_max: 100 };

test("a mode has its own fields and their defaults", () => {
  expect(written({}).representation).toEqual({ mode: "identified", aggregate: "person" });
  expect(written({ representation: { mode: "hashed", transform_preset: "default" } }).representation).toEqual(
    {
      mode: "hashed",
    },
  );
  expect(written({ representation: { mode: "referenced", reference } }).representation).toEqual({
    mode: "referenced",
    reference,
  });
});

test("the preset of an ad platform is kept, and goes with the mode", () => {
  const representation = { mode: "hashed", transform_preset: "google_ads" };
  expect(written({ representation }).representation).toEqual(representation);
  const without = { mode: "hashed" };
  expect(
    patched({ representation }, { representation: { transform_preset: "default" } }).representation,
  ).toEqual(without);
  expect(
    patched({ representation: without }, { representation: { transform_preset: "google_ads" } })
      .representation,
  ).toEqual(representation);
  expect(patched({ representation }, { representation: { mode: "identified" } }).representation).toEqual({
    mode: "identified",
    aggregate: "person",
  });
});

test("the dataset of a reference can be written in the old spelling", () => {
  const old = { mode: "referenced", reference: { column_name: "key" }, reference_dataset_id: "d" };
  expect(written({ representation: old }).representation).toEqual({ mode: "referenced", reference });
  const both = { ...old, reference: { dataset_id: "e", column_name: "key" } };
  expect(() => written({ representation: both })).toThrow("mean the same and have different values");
});

test.each<[JsonObject, string]>([
  [
    { representation: { mode: "hashed", aggregate: "person" } },
    "representation.aggregate does not apply to mode hashed",
  ],
  [
    { representation: { mode: "identified", aggregate: "state" } },
    "representation.aggregate state does not apply to",
  ],
  [
    { representation: { mode: "aggregated", aggregate: "person" } },
    "aggregate person does not apply to mode aggregated",
  ],
  [
    { representation: { mode: "hashed", transform_preset: "tiktok" } },
    "transform_preset tiktok is not available for mode hashed. Presets of this mode: default, facebook, google_ads.",
  ],
  [
    { representation: { mode: "identified", transform_preset: "facebook" } },
    "transform_preset facebook is not available for mode identified. Presets of this mode: default, spreadsheet, klaviyo, mailchimp.",
  ],
  [
    {
      representation: { mode: "hashed", transform_preset: "facebook" },
      custom_structure: [{ scope_col: "fn", output_col: "first" }],
    },
    "custom_structure does not apply to transform_preset facebook",
  ],
  [{ representation: { mode: "aggregated" } }, "representation.aggregate is required"],
  [{ representation: { mode: "referenced" } }, "representation.reference is required"],
  [{ options: { type: "lookup_api", gzip: true } }, "options.gzip does not apply to type lookup_api"],
  [{ limit: { method: "row_count" } }, "limit.threshold is required"],
  [{ limit: { method: "row_count", threshold: 5, percentile_min: 1 } }, "does not apply to method row_count"],
  [{ limit: { ...percentile, percentile_min: 100, percentile_max: 90 } }, "percentile_min is 100, above"],
  [
    { limit: { method: "percentile", outcome_id: "o", percentile_min: 1 } },
    "limit.percentile_max is required",
  ],
  [{ filter: { recommender_uncalibrated_probability: [{}] } }, "Use recommender_rank"],
])("%j is refused", (part, words) => {
  expect(() => written(part)).toThrow(words);
});

test("a lookup covers all people, as persons", () => {
  const options = { type: "lookup_api" };
  expect(written({ options }).options).toEqual(options);
  for (const part of [
    { representation: { mode: "hashed" } },
    { representation: { mode: "identified", aggregate: "residence" } },
    { filter: { trait: [{ name: "tier", _eq: "gold" }] } },
    { limit: { method: "row_count", threshold: 5 } },
  ])
    expect(() => written({ options, ...part })).toThrow("does not apply to type lookup_api");
});

test("a patch of a mode, type or method drops the fields of the previous one", () => {
  const residence = { representation: { mode: "identified", aggregate: "residence" } };
  expect(patched(residence, { representation: { mode: "hashed" } }).representation).toEqual({
    mode: "hashed",
  });
  expect(
    patched({ options: { type: "hosted_csv", gzip: true } }, { options: { type: "lookup_api" } }).options,
  ).toEqual({
    type: "lookup_api",
  });
  expect(patched({ limit: percentile }, { limit: { method: "row_count", threshold: 5 } }).limit).toEqual({
    method: "row_count",
    threshold: 5,
    outcome_id: "o",
  });
  expect(patched({ limit: percentile }, { limit: null })).not.toHaveProperty("limit");
  expect(patched(residence, { human_readable: true }).representation).toEqual(residence.representation);
});

const toProgram = (options: JsonObject, others: JsonObject = {}) =>
  written({ connection_id: "c", ...others, options: { type: "klaviyo", list_name: "Likely", ...options } });

test("a program takes the list of people in its columns", () => {
  const list = { mode: "identified", aggregate: "person" };
  expect(toProgram({}).representation).toEqual({ ...list, transform_preset: "klaviyo" });
  expect(toProgram({ type: "mailchimp" }).representation).toEqual({ ...list, transform_preset: "mailchimp" });
  const sent = { dry_run: true, withdrawn: false };
  expect(toProgram(sent).options).toEqual({ type: "klaviyo", list_name: "Likely", ...sent });
});

test.each<[string, JsonObject, JsonObject]>([
  ["options.list_name is required", { list_name: undefined }, {}],
  ["options.template does not apply to type klaviyo", { template: "{}" }, {}],
  ["options.gzip does not apply to type klaviyo", { gzip: true }, {}],
  ["options.template must be JSON of an object", { type: "endpoint", template: "[1]" }, {}],
  ["representation.mode hashed does not apply to type klaviyo", {}, { representation: { mode: "hashed" } }],
  [
    "representation.aggregate record does not apply to type klaviyo",
    {},
    { representation: { mode: "identified", aggregate: "record" } },
  ],
  [
    "representation.transform_preset spreadsheet does not apply to type klaviyo",
    {},
    { representation: { mode: "identified", transform_preset: "spreadsheet" } },
  ],
  ["connection_id is required", {}, { connection_id: undefined }],
])("a list of a program is refused: %s", (message, options, others) => {
  expect(() => toProgram(options, others)).toThrow(message);
});
