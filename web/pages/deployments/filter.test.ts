import { expect, test } from "vitest";
import {
  type Filter,
  filterOf,
  isFinished,
  operatorsFor,
  readFilter,
  traitTest,
  valueFor,
  withBound,
  withTest,
} from "./filter.js";

const filter: Filter = {
  outcome_percentile: [{ outcome_id: "o", _gte: 90 }],
  trait: [
    { name: "plan", _in: ["gold", "silver"] },
    { name: "age", _gte: 18, _lt: 30 },
  ],
};

test("a filter becomes conditions and the same filter again", () => {
  expect(filterOf(readFilter(filter))).toEqual(filter);
  expect(filterOf([])).toBeUndefined();
});

test("a bound is set or removed, and the others stay", () => {
  expect(withBound({ outcome_id: "o", _gte: 0.5 }, "_lte", 0.9)).toEqual({
    outcome_id: "o",
    _gte: 0.5,
    _lte: 0.9,
  });
  expect(withBound({ outcome_id: "o", _gte: 0.5 }, "_gte", undefined)).toEqual({ outcome_id: "o" });
});

test("a condition without a test or a value is not finished", () => {
  expect(isFinished({ part: "outcome_percentile", is: { outcome_id: "o" } })).toBe(false);
  expect(isFinished({ part: "persona", is: { persona_set_id: "s", persona_id: "", _eq: true } })).toBe(false);
  expect(isFinished({ part: "trait", is: { name: "plan", _in: [""] } })).toBe(false);
  expect(isFinished({ part: "cohort_membership", is: { cohort_id: "c", _eq: false } })).toBe(true);
});

test("a trait is compared by its type", () => {
  expect(valueFor("long", "18")).toBe(18);
  expect(valueFor("string", "18")).toBe("18");
  expect(valueFor("boolean", "false")).toBe(false);
  expect(valueFor("double", "")).toBe("");
});

test("several values are separated by commas", () => {
  expect(withTest("plan", "_in", "gold, silver")).toEqual({ name: "plan", _in: ["gold", "silver"] });
  expect(traitTest({ name: "plan", _in: ["gold", "silver"] })).toEqual({
    operator: "_in",
    value: "gold, silver",
  });
  expect(withTest("plan", "_nnull", "")).toEqual({ name: "plan", _nnull: true });
});

test("an operator in use is offered, even where it is unusual", () => {
  expect(operatorsFor("boolean", "_neq").map(({ value }) => value)).toContain("_neq");
  expect(operatorsFor("double", "_gte").map(({ value }) => value)).not.toContain("_matches");
});
