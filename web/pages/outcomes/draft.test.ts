import { expect, test } from "vitest";
import { definitionOf, emptyDraft, type OutcomeDraft, patchOf, unfinished } from "./draft.js";

const asked = (
  cohorts: Partial<OutcomeDraft["cohorts"]>,
  rest: Partial<OutcomeDraft> = {},
): OutcomeDraft => ({
  ...emptyDraft,
  ...rest,
  cohorts: { ...emptyDraft.cohorts, ...cohorts },
});

test("only what is asked for is sent", () => {
  expect(definitionOf(asked({ attainment: "a" }))).toEqual({ attainment_cohort_id: "a" });
});

test("who is mitigated shares one strategy", () => {
  const draft = asked({ attainment: "a" }, { mitigated: { age: true, gender: false }, strategy: "equity" });
  expect(definitionOf(draft).bias_mitigation).toEqual({ age: "equity", gender: "none" });
});

test("undecided people can be left out only where there are counter-examples", () => {
  expect(definitionOf(asked({ attainment: "a" }, { isUndecidedLeftOut: true })).undecided).toBeUndefined();
  expect(
    definitionOf(asked({ attainment: "a", attrition: "x" }, { isUndecidedLeftOut: true })).undecided,
  ).toBe("left_out");
});

test("what is taken back is cleared by the patch", () => {
  expect(patchOf(asked({ attainment: "a" }))).toMatchObject({
    eligible_cohort_id: null,
    horizon_days: null,
    recurring: null,
    feature_blocklist: null,
  });
});

test("the same cohort can attain and be eligible only where it can happen again", () => {
  expect(unfinished(asked({ attainment: "a", eligible: "a" }))).toMatch(/same cohort/);
  expect(unfinished(asked({ attainment: "a", eligible: "a" }, { isRecurring: true }))).toBeUndefined();
  expect(unfinished(asked({ attainment: "a", attrition: "a" }))).toMatch(/another cohort/);
  expect(unfinished(asked({}))).toMatch(/who attains/);
});
