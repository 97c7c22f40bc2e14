import { expect, test } from "vitest";
import type { DatasetConfig } from "./dataset.js";
import { answerOf, answersOf, hasAllColumnsAsTraits, knownAnswers, snapshotFaults } from "./snapshot.js";

const dataset = (more: Partial<DatasetConfig> = {}, column_name = "Churn", is = ["Yes"]): DatasetConfig => ({
  identity_sets: { customer: { customer_id: "customerID" } },
  output_to_streams: {},
  output_to_traits: {},
  options: { type: "hosted_csv", upload_directory: "telecom", snapshot: { answer: { column_name, is } } },
  ...more,
});
const churn = { trait: "churn", column_name: "Churn", is: ["Yes"] };

test("the answer becomes a trait with the machine name of its column", () => {
  expect(answerOf(dataset())).toEqual(churn);
  expect(answerOf({ options: { type: "hosted_csv", upload_directory: "orders" } })).toBeNull();
});

test("files with the same column are one answer, and previews have none", () => {
  const left = dataset({}, "churn", ["left", "Yes"]);
  expect(answersOf([dataset(), left, dataset({ preview: true }, "y")])).toEqual([
    { ...churn, is: ["Yes", "left"] },
  ]);
});

test("a snapshot that names no traits has all columns as traits", () => {
  expect(hasAllColumnsAsTraits(dataset())).toBe(true);
  expect(hasAllColumnsAsTraits(dataset({ output_to_traits: { tenure: { column_name: "tenure" } } }))).toBe(
    false,
  );
});

test("only goals that ask for an answer need to know it", () => {
  expect(knownAnswers({ attainment: { traits: [{ name: "churn", _eq: "Yes" }] } }, [churn])).toEqual({
    traits: [{ name: "churn", _neq: "unknown" }],
  });
  expect(knownAnswers({ attainment: { traits: [{ name: "plan", _eq: "gold" }] } }, [churn])).toBeNull();
});

test("dates, a trait of the answer and a customer named by the answer contradict a snapshot", () => {
  const faulty = dataset({
    identity_sets: { customer: { customer_id: "Churn" } },
    output_to_streams: { sign_up: { data_map: { datetime: { column_name: "since" } } } },
    output_to_traits: { left: { column_name: "Churn" }, churn: { column_name: "other" } },
  });
  expect(snapshotFaults(faulty).map(({ path }) => path)).toEqual([
    "output_to_streams.sign_up",
    "output_to_traits.left",
    "output_to_traits.churn",
    "identity_sets.customer",
  ]);
  expect(snapshotFaults(dataset())).toEqual([]);
});
