import { expect, test } from "vitest";
import type { Representation, StructureColumn, TargetConfig } from "../domain/target/target.js";
import { payloadColumns } from "./columns.js";
import { structureOf } from "./structure.js";

const payload = payloadColumns({
  outcomes: [{ id: "0f-1e", name: "Buys again" }],
  cohorts: [{ id: "c-1", name: "Loyal" }],
  personaSets: [],
  recommenders: [],
  attributes: ["tier"],
  isExplained: true,
});
const mapped = ["email", "state", "person_full_name"];

const identified: Representation = { mode: "identified", aggregate: "person" };
const hashed: Representation = { mode: "hashed" };
const byState: Representation = { mode: "aggregated", aggregate: "state" };
const byKey: Representation = { mode: "referenced", reference: { dataset_id: "d", column_name: "key" } };

const structure = (representation: Representation, config: Partial<TargetConfig> = {}) =>
  structureOf(
    { scope_id: "s", representation, options: { type: "hosted_csv" }, ...config },
    { representation, mapped, payload },
  );
const outputs = (representation: Representation, config: Partial<TargetConfig> = {}) =>
  structure(representation, config).map(({ output_col }) => output_col);
const chosen =
  (representation: Representation, ...columns: StructureColumn[]) =>
  () =>
    structure(representation, { custom_structure: columns });

test.each<[string, Representation, string[]]>([
  [
    "identity columns and the whole payload",
    identified,
    [
      ...["person_id", "person_full_name", "email", "state", "buys_again_propensity_probability"],
      ...["buys_again_propensity_percentile", "buys_again_status", "buys_again_explanation"],
      ...["loyal_member", "attribute_tier"],
    ],
  ],
  [
    "hashes and no exact probability",
    hashed,
    [
      ...["hashed_email", "hashed_first_name", "hashed_last_name", "hashed_state"],
      ...["buys_again_propensity_percentile", "buys_again_status", "loyal_member"],
    ],
  ],
  [
    "the key and the whole payload",
    byKey,
    [
      ...[
        "key",
        "buys_again_propensity_probability",
        "buys_again_propensity_percentile",
        "buys_again_status",
      ],
      ...["buys_again_explanation", "loyal_member", "attribute_tier"],
    ],
  ],
  [
    "the area and what has a mean",
    byState,
    [
      ...["state", "people_count", "buys_again_propensity_probability", "buys_again_propensity_percentile"],
      "loyal_member",
    ],
  ],
])("without a choice a file has %s", (_, representation, expected) => {
  expect(outputs(representation, { human_readable: true })).toEqual(expected);
});

test("a structure selects, renames and orders columns by either of their names", () => {
  const columns = structure(identified, {
    custom_structure: [
      { scope_col: "fdy_cohort_c_1_member", output_col: "loyal" },
      { scope_col: "buys_again_status", output_col: "state" },
      { scope_col: "email", output_col: "mail", is_identity_col: true },
    ],
  });
  expect(columns.map(({ scope_col, output_col, source }) => [scope_col, output_col, source])).toEqual([
    ["fdy_cohort_c_1_member", "loyal", "member_0"],
    ["fdy_outcome_0f_1e_status", "state", "status_0"],
    ["email", "mail", "email"],
  ]);
});

test("an unknown column is refused with the closest name", () => {
  expect(chosen(identified, { scope_col: "loyal_mebmer", output_col: "x" })).toThrow(
    "There is no column loyal_mebmer in a target of mode identified. Did you mean loyal_member?",
  );
  expect(chosen(identified, { scope_col: "phone", output_col: "x", is_identity_col: true })).toThrow(
    "Columns: person_id, person_full_name, email, state, household_id, fdy_outcome_0f_1e_propensity_probability",
  );
});

test("columns that a representation excludes cannot be selected", () => {
  const probability = { scope_col: "buys_again_propensity_probability", output_col: "p" };
  expect(chosen(hashed, probability)).toThrow("There is no column buys_again_propensity_probability");
  expect(chosen(byKey, { scope_col: "email", output_col: "email" })).toThrow("There is no column email");
});

test("two columns whose names differ only in case are refused", () => {
  expect(
    chosen(identified, { scope_col: "email", output_col: "A" }, { scope_col: "state", output_col: "a" }),
  ).toThrow("Two columns of the file are named a.");
});

test("an aggregation must fit its column", () => {
  const status = { scope_col: "buys_again_status", output_col: "n" };
  expect(chosen(byState, { ...status, aggregation: "avg" })).toThrow(
    "cannot be aggregated by avg. Possible: count.",
  );
  expect(chosen(byState, status)()).toMatchObject([{ aggregation: "count", source: "count_status_0" }]);
  expect(chosen(identified, { ...status, aggregation: "count" })).toThrow("This column is not aggregated.");
  expect(chosen(byState, { scope_col: "state", output_col: "s", aggregation: "count" })).toThrow(
    "not aggregated",
  );
});

test("a lookup returns predictions, and identity fields only if the structure lists them", () => {
  expect(outputs(identified, { options: { type: "lookup_api" } }).slice(0, 2)).toEqual([
    "person_id",
    "fdy_outcome_0f_1e_propensity_probability",
  ]);
  const custom_structure = [{ scope_col: "email", output_col: "email" }];
  expect(outputs(identified, { options: { type: "lookup_api" }, custom_structure })).toEqual(["email"]);
});
