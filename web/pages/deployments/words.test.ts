import { expect, test } from "vitest";
import { cellText } from "./cell.js";
import { availableColumns, moved } from "./structure.js";
import { subjectsOf } from "./subjects.js";
import { conditionInWords, formatInWords, limitInWords, type Names, rowInWords } from "./words.js";

const names: Names = {
  outcome: () => "Churn",
  cohort: () => "Members",
  persona: () => "Regulars",
  trait: () => "Plan",
  recommender: () => "Next",
};

test("conditions read as what they ask", () => {
  const said = (condition: Parameters<typeof conditionInWords>[0]) => conditionInWords(condition, names);
  expect(said({ part: "outcome_probability", is: { outcome_id: "o", _gte: 0.5 } })).toBe(
    "Churn: probability from 50 %",
  );
  expect(said({ part: "outcome_percentile", is: { outcome_id: "o", _gte: 90, _lte: 99 } })).toBe(
    "Churn: percentile from 90 and up to 99",
  );
  expect(said({ part: "cohort_membership", is: { cohort_id: "c", _eq: false } })).toBe("not in Members");
  expect(said({ part: "trait", is: { name: "plan", _in: ["gold", "silver"] } })).toBe(
    "Plan one of gold, silver",
  );
  expect(said({ part: "trait", is: { name: "plan", _nnull: true } })).toBe("Plan is known");
});

test("a limit says which rows stay", () => {
  expect(
    limitInWords({ method: "row_count", threshold: 500, outcomeId: "o", isDescending: true }, names),
  ).toBe("At most 500 rows: the likeliest by Churn.");
  expect(limitInWords({ method: "none" }, names)).toBeUndefined();
});

test("a row says how much it tells of who somebody is", () => {
  expect(rowInWords({ mode: "aggregated", aggregate: "state" })).toMatch("A row is a state");
  expect(
    rowInWords({ mode: "referenced", reference: { dataset_id: "d", column_name: "crm" } }, () => "Orders"),
  ).toMatch("“crm” of Orders");
});

test("a format is said of files alone", () => {
  expect(formatInWords({ type: "hosted_csv", delimiter: ";", gzip: true, output_url: "" })).toBe(
    "semicolon between values, compressed (gzip)",
  );
  expect(formatInWords({ type: "lookup_api", output_url: "" })).toBeUndefined();
});

test("reasons are read as sentences, and what is none as it stands", () => {
  const reasons = [
    { reason: "last order 3 days ago", direction: "for" },
    { reason: "one order", direction: "against" },
  ];
  expect(cellText("fdy_explanation_1", JSON.stringify(reasons))).toBe(
    "for: last order 3 days ago · against: one order",
  );
  expect(cellText("fdy_explanation_1", "[1]")).toBe("[1]");
  expect(cellText("city", null)).toBe("");
});

test("columns carry the names that were asked for", () => {
  const columns = {
    identity_columns: [],
    payload_columns: [{ name: "fdy_1", human_name: "churn" }],
    columns_for_mode: {
      identified: [{ scope_col: "fdy_1", output_col: "fdy_1" }],
      hashed: [],
      aggregated: [],
    },
  };
  const named = (isHumanReadable: boolean) =>
    availableColumns(columns, { mode: "identified", type: "hosted_csv", isHumanReadable })[0]?.output_col;
  expect([named(true), named(false)]).toEqual(["churn", "fdy_1"]);
});

test("a column moves a place at a time", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
});

test("conditions are offered on outcomes of the pipeline, and on all cohorts and traits", () => {
  const known = {
    outcomes: [
      { id: "o", name: "Churn" },
      { id: "p", name: "Other" },
    ],
    recommenders: [],
    cohorts: [{ id: "c", name: "Members" }],
    sets: [{ id: "s", name: "Kinds" }],
    traits: [{ name: "plan", literate: "Plan" }],
  };
  expect(subjectsOf({ outcome_ids: ["o"] }, known).map(({ label }) => label)).toEqual([
    "percentile: Churn",
    "probability: Churn",
    "cohort: Members",
    "trait: Plan",
  ]);
  expect(subjectsOf(undefined, known)).toEqual([]);
});
