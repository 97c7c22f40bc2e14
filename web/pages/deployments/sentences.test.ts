import { expect, test } from "vitest";
import { cellText } from "./cell.js";
import { conditionPhrase, formatSummary, limitSentence, type Names, rowSentence } from "./sentences.js";
import { availableColumns, moved } from "./structure.js";
import { subjectsOf } from "./subjects.js";

const names: Names = {
  outcome: () => "Churn",
  cohort: () => "Members",
  persona: () => "Regulars",
  trait: () => "Plan",
  recommender: () => "Next",
  stream: () => "Mails",
};

test("conditions have readable phrases", () => {
  const phrase = (condition: Parameters<typeof conditionPhrase>[0]) => conditionPhrase(condition, names);
  expect(phrase({ part: "outcome_probability", is: { outcome_id: "o", _gte: 0.5 } })).toBe(
    "Churn: probability at least 50 %",
  );
  expect(phrase({ part: "outcome_percentile", is: { outcome_id: "o", _gte: 90, _lte: 99 } })).toBe(
    "Churn: percentile at least 90 and at most 99",
  );
  expect(phrase({ part: "contacted", is: { stream_name: "mail", days: 14, _eq: false } })).toBe(
    "not contacted in the last 14 days (Mails)",
  );
  expect(phrase({ part: "cohort_membership", is: { cohort_id: "c", _eq: false } })).toBe("not in Members");
  expect(phrase({ part: "trait", is: { name: "plan", _in: ["gold", "silver"] } })).toBe(
    "Plan one of gold, silver",
  );
  expect(phrase({ part: "trait", is: { name: "plan", _nnull: true } })).toBe("Plan has a value");
});

test("a limit names the rows that stay", () => {
  expect(
    limitSentence({ method: "row_count", threshold: 500, outcomeId: "o", isDescending: true }, names),
  ).toBe("At most 500 rows, the most likely first, ranked by Churn.");
  expect(limitSentence({ method: "none" }, names)).toBeUndefined();
});

test("the row sentence says how rows identify people", () => {
  expect(rowSentence({ mode: "aggregated", aggregate: "state" })).toMatch("One row per state");
  expect(
    rowSentence({ mode: "referenced", reference: { dataset_id: "d", column_name: "crm" } }, () => "Orders"),
  ).toMatch("“crm” of Orders");
});

test("only files have a format", () => {
  expect(formatSummary({ type: "hosted_csv", delimiter: ";", gzip: true, output_url: "" })).toBe(
    "delimiter: semicolon, compressed (gzip)",
  );
  expect(formatSummary({ type: "hosted_csv", format: "parquet", output_url: "" })).toBe("Parquet");
  expect(formatSummary({ type: "lookup_api", output_url: "" })).toBeUndefined();
});

test("reasons become a sentence, other values stay unchanged", () => {
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

test("columns have readable names or ids, as chosen", () => {
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

test("a column moves by one position", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
});

test("conditions are offered on the pipeline's predictions, and on all cohorts and traits", () => {
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
