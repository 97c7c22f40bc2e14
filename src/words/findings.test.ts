import { expect, test } from "vitest";
import { findingsIn } from "./findings.js";

test("a prediction opens with what its test found, and without the evidence", () => {
  const found = { verdict: { decision: "better" }, deciles: [], method: {} };
  const analysis = { ...found, overall_features: [1, 2], tenure_performances: { all: [] } };
  expect(findingsIn(analysis)).toEqual(found);
});
