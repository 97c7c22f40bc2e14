import { expect, test } from "vitest";
import { columnsOf } from "./column-meanings.js";

const meaningOf = (name: string) =>
  columnsOf({ identity_columns: [], payload_columns: [{ name, human_name: "x" }] })[0]!.meaning;

test("every kind of column is explained", () => {
  expect(meaningOf("fdy_outcome_2b73_propensity_probability")).toMatch("probability");
  expect(meaningOf("fdy_outcome_2b73_propensity_percentile")).toMatch("rank");
  expect(meaningOf("fdy_outcome_2b73_status")).toMatch("not eligible");
  expect(meaningOf("fdy_outcome_2b73_expected_amount")).toMatch("expected to spend");
  expect(meaningOf("fdy_outcome_2b73_amount_low")).toMatch("80 % range");
  expect(meaningOf("fdy_outcome_2b73_lifetime_value")).toMatch("so far");
  expect(meaningOf("fdy_outcome_2b73_expected_count")).toMatch("events");
  expect(meaningOf("fdy_outcome_2b73_probability_30d")).toMatch("within 30 days");
  expect(meaningOf("fdy_outcome_2b73_expected_date")).toMatch("day by which");
  expect(meaningOf("fdy_outcome_2b73_date_high")).toMatch("last day");
  expect(meaningOf("fdy_outcome_2b73_date_status")).toMatch("unlikely");
  expect(meaningOf("fdy_explanation_2b73")).toMatch("reasons");
  expect(meaningOf("fdy_persona_set_4_persona_name")).toMatch("persona");
  expect(meaningOf("fdy_recommender_b1af_rank_10")).toMatch("number 10");
  expect(meaningOf("fdy_location_name")).toMatch("nearest location");
  expect(meaningOf("fdy_location_reference_key")).toMatch("your own ID");
  expect(meaningOf("fdy_location_atlas_id")).toMatch("atlas");
  expect(meaningOf("fdy_location_distance")).toMatch("meters");
  expect(meaningOf("plan")).toMatch("a trait");
});

test("the probability of active people is said to be theirs", () => {
  const payload_columns = ["probability", "percentile"].map((end) => ({
    name: `fdy_outcome_2b_73_propensity_${end}`,
    human_name: end,
  }));
  const meanings = (active: string[]) =>
    columnsOf({ identity_columns: [], payload_columns }, active).map(({ meaning }) => meaning);
  for (const meaning of meanings(["2b-73"])) expect(meaning).toMatch(/, if they are active$/);
  for (const meaning of meanings(["2c-73"])) expect(meaning).not.toMatch("active");
});

test("identity columns come first", () => {
  const columns = columnsOf({
    identity_columns: ["city"],
    payload_columns: [{ name: "plan", human_name: "Plan" }],
  });
  expect(columns.map(({ name }) => name)).toEqual(["city", "Plan"]);
});
