import { Type } from "@sinclair/typebox";
import { expect, test } from "vitest";
import { Refusal, type ValidationError } from "../errors/refusal.js";
import { cohortPost } from "./schemas/cohort.js";
import { datasetPost } from "./schemas/dataset.js";
import { mergePatchOf } from "./schemas/merge-patch.js";
import { conform } from "./validation.js";

const errorsOf = (work: () => unknown): ValidationError[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.validationErrors;
    throw error;
  }
  return [];
};
const cohort = (fields: object) => errorsOf(() => conform(cohortPost, { name: "Customers", ...fields }));

test("an unknown field is refused with the field that was probably meant", () => {
  expect(cohort({ min_cuont: 2 })).toEqual([
    {
      path: "min_cuont",
      message: "is not a known field; did you mean min_count?",
      suggestion: "min_count",
      context: { errorType: "unknown_field" },
    },
  ]);
});

test("a value that is not in the list is refused with the nearest one", () => {
  expect(cohort({ recency: { occurrence: "frist" } })).toMatchObject([
    { path: "recency.occurrence", message: "must be one of first, last", suggestion: "first" },
  ]);
});

test("every invalid field is reported with its path", () => {
  expect(
    cohort({ name: " ", min_count: "2", recency: {} })
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["min_count", "name", "recency.occurrence"]);
});

const dataset = (columns: object) =>
  errorsOf(() =>
    conform(datasetPost, {
      name: "Sales",
      identity_sets: {},
      options: { type: "hosted_csv", upload_directory: "sales" },
      output_to_streams: { transaction: { data_map: columns } },
    }),
  );

test("a value that fits no branch of a union is reported once, by the branch that matched furthest", () => {
  expect(dataset({ datetime: 5 })).toEqual([
    {
      path: "output_to_streams.transaction.data_map.datetime",
      message: "must be string or object",
      context: { errorType: "wrong_type" },
    },
  ]);
  expect(
    dataset({ datetime: { column_nam: "day" }, value: 7 })
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    "output_to_streams.transaction.data_map.datetime.column_nam",
    "output_to_streams.transaction.data_map.value",
  ]);
});

const patch = (fields: object) => errorsOf(() => conform(mergePatchOf(cohortPost, "CohortPatch"), fields));

test("a patch clears one of two fields that exclude each other as it sets the other", () => {
  const exclusive = Type.Object(
    { one: Type.Optional(Type.String()), other: Type.Optional(Type.String()) },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  );
  expect(errorsOf(() => conform(mergePatchOf(exclusive, "Patch"), { one: null, other: "a" }))).toEqual([]);
});

test("a patch can omit and clear every field, and cannot add unknown ones", () => {
  expect(patch({})).toEqual([]);
  expect(patch({ min_count: null, recency: { max_days: null }, traits: null })).toEqual([]);
  expect(patch({ recency: { max_day: null } })).toMatchObject([{ path: "recency.max_day" }]);
  expect(patch({ recency: { occurrence: "frist" } })).toMatchObject([{ suggestion: "first" }]);
});
