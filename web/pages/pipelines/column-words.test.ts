import { expect, test } from "vitest";
import { columnsOf } from "./column-words.js";

const says = (name: string) =>
  columnsOf({ identity_columns: [], payload_columns: [{ name, human_name: "x" }] })[0]!.says;

test("every kind of column is explained", () => {
  expect(says("fdy_outcome_2b73_propensity_probability")).toMatch("how likely");
  expect(says("fdy_outcome_2b73_propensity_percentile")).toMatch("rank");
  expect(says("fdy_outcome_2b73_status")).toMatch("whether they are scored");
  expect(says("fdy_explanation_2b73")).toMatch("why");
  expect(says("fdy_persona_set_4_persona_name")).toMatch("persona");
  expect(says("fdy_recommender_b1af_rank_10")).toMatch("place 10");
  expect(says("plan")).toMatch("a trait");
});

test("who comes before what", () => {
  const told = columnsOf({
    identity_columns: ["city"],
    payload_columns: [{ name: "plan", human_name: "Plan" }],
  });
  expect(told.map(({ name }) => name)).toEqual(["city", "Plan"]);
});
