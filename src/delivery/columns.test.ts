import { expect, test } from "vitest";
import { identityColumns, outcomeColumns, slug } from "./columns.js";

test("a column is named after the outcome's id with underscores", () => {
  const [columns] = outcomeColumns([{ id: "0f-1e", name: "Likelihood to churn" }], false);
  expect(columns).toEqual({
    probability: "fdy_outcome_0f_1e_propensity_probability",
    percentile: "fdy_outcome_0f_1e_propensity_percentile",
    status: "fdy_outcome_0f_1e_status",
  });
});

test("a human-readable column is named after the outcome", () => {
  const [columns] = outcomeColumns([{ id: "0f-1e", name: "Likelihood to buy again" }], true);
  expect(columns?.probability).toBe("likelihood_to_buy_again_propensity_probability");
});

test("two outcomes whose names differ only in punctuation keep their own columns", () => {
  const columns = outcomeColumns(
    [
      { id: "1", name: "Churn?" },
      { id: "2", name: "Churn!" },
    ],
    true,
  );
  expect(columns.map(({ status }) => status)).toEqual(["churn_status", "churn_2_status"]);
});

test("a slug has no accents, blanks or punctuation", () => {
  expect(slug("  Café — réachat, 90 jours ")).toBe("cafe_reachat_90_jours");
});

test("identity columns come in the file's order, whatever the datasets' was", () => {
  expect(identityColumns(["postcode", "email", "person_first_name"])).toEqual([
    "person_first_name",
    "email",
    "postcode",
  ]);
});
