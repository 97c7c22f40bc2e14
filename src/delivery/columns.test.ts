import { expect, test } from "vitest";
import { predictedColumnsOf } from "../domain/pipeline/predicted-columns.js";
import { hashedColumns, identityColumns, type Payload, payloadColumns, slug } from "./columns.js";

const nothing: Payload = {
  outcomes: [],
  cohorts: [],
  personaSets: [],
  recommenders: [],
  attributes: [],
  isExplained: false,
};
const names = (payload: Partial<Payload>) =>
  payloadColumns({ ...nothing, ...payload }).map(({ name }) => name);
const humanNames = (payload: Partial<Payload>) =>
  payloadColumns({ ...nothing, ...payload }).map(({ human_name }) => human_name);
const churn = { id: "0f-1e", name: "Likelihood to churn" };

test("a column is named after the id with underscores, or after the trait", () => {
  const payload = {
    outcomes: [churn],
    cohorts: [{ id: "c-1", name: "Loyal" }],
    personaSets: [{ id: "p-1", name: "Kinds of buyers" }],
    attributes: ["tier"],
  };
  expect(names({ ...payload, isExplained: true })).toEqual([
    "fdy_outcome_0f_1e_propensity_probability",
    "fdy_outcome_0f_1e_propensity_percentile",
    "fdy_outcome_0f_1e_status",
    "fdy_explanation_0f_1e",
    "fdy_cohort_c_1_member",
    "fdy_persona_set_p_1_persona_name",
    "fdy_attribute_tier",
  ]);
  expect(humanNames({ ...payload, isExplained: true })).toEqual([
    "likelihood_to_churn_propensity_probability",
    "likelihood_to_churn_propensity_percentile",
    "likelihood_to_churn_status",
    "likelihood_to_churn_explanation",
    "loyal_member",
    "kinds_of_buyers_persona_name",
    "attribute_tier",
  ]);
});

test("resources whose names differ only in punctuation have separate columns", () => {
  const twice = (name: string) => [
    { id: "1", name: `${name}?` },
    { id: "2", name: `${name}!` },
  ];
  expect(humanNames({ outcomes: twice("Churn") }).filter((name) => name.endsWith("status"))).toEqual([
    "churn_status",
    "churn_2_status",
  ]);
  expect(humanNames({ cohorts: twice("Loyal") })).toEqual(["loyal_member", "loyal_2_member"]);
  expect(humanNames({ attributes: ["a b", "a-b"] })).toEqual(["attribute_a_b", "attribute_a_b_2"]);
});

test("a slug has no accents, blanks or punctuation", () => {
  expect(slug("  Café — réachat, 90 jours ")).toBe("cafe_reachat_90_jours");
});

test("identity columns are in the order of the file, whatever that of the datasets", () => {
  expect(identityColumns(["postcode", "email", "person_first_name"])).toEqual([
    "person_first_name",
    "email",
    "postcode",
  ]);
});

test("a full name is hashed in parts, and an e-mail address or its hash in one column", () => {
  expect(hashedColumns(["person_full_name", "email_hash", "freeform_address", "customer_id"])).toEqual([
    "hashed_email",
    "hashed_first_name",
    "hashed_last_name",
  ]);
});

test("a horizon has a column of its own, and dates follow the longest", () => {
  const several = { ...churn, predictedColumns: predictedColumnsOf({ horizons: [30, 7] }) };
  expect(names({ outcomes: [several] }).slice(3)).toEqual(
    ["probability_7d", "probability_30d", "expected_date", "date_low", "date_high", "date_status"].map(
      (name) => `fdy_outcome_0f_1e_${name}`,
    ),
  );
});

test("amounts and counts follow the probability of their outcome", () => {
  const valued = { ...churn, predictedColumns: ["expected_amount", "expected_count"] as const };
  expect(names({ outcomes: [valued, { id: "2", name: "Again" }] })).toEqual([
    "fdy_outcome_0f_1e_propensity_probability",
    "fdy_outcome_0f_1e_propensity_percentile",
    "fdy_outcome_0f_1e_status",
    "fdy_outcome_0f_1e_expected_amount",
    "fdy_outcome_0f_1e_expected_count",
    "fdy_outcome_2_propensity_probability",
    "fdy_outcome_2_propensity_percentile",
    "fdy_outcome_2_status",
  ]);
});

test("a value if active has its range, and no amounts", () => {
  const predictedColumns = predictedColumnsOf({ value: { aggregation: "mean", property: "position" } });
  expect(names({ outcomes: [{ ...churn, predictedColumns }] }).slice(3)).toEqual([
    "fdy_outcome_0f_1e_value_if_active",
    "fdy_outcome_0f_1e_value_if_active_low",
    "fdy_outcome_0f_1e_value_if_active_high",
  ]);
});
