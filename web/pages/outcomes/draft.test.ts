import { expect, test } from "vitest";
import { definitionOf, emptyDraft, type OutcomeDraft, patchOf, unfinished } from "./draft.js";

const draftWith = (
  cohorts: Partial<OutcomeDraft["cohorts"]>,
  rest: Partial<OutcomeDraft> = {},
): OutcomeDraft => ({
  ...emptyDraft,
  ...rest,
  cohorts: { ...emptyDraft.cohorts, ...cohorts },
});

test("a definition has only the fields that the draft sets", () => {
  expect(definitionOf(draftWith({ attainment: "a" }))).toEqual({ attainment_cohort_id: "a" });
});

test("age and gender share one mitigation strategy", () => {
  const draft = draftWith(
    { attainment: "a" },
    { mitigated: { age: true, gender: false }, strategy: "equity" },
  );
  expect(definitionOf(draft).bias_mitigation).toEqual({ age: "equity", gender: "none" });
});

test("undecided people can be left out only with an attrition cohort", () => {
  expect(
    definitionOf(draftWith({ attainment: "a" }, { isUndecidedLeftOut: true })).undecided,
  ).toBeUndefined();
  expect(
    definitionOf(draftWith({ attainment: "a", attrition: "x" }, { isUndecidedLeftOut: true })).undecided,
  ).toBe("left_out");
});

test("a patch clears the fields that the draft no longer has", () => {
  expect(patchOf(draftWith({ attainment: "a" }))).toMatchObject({
    eligible_cohort_id: null,
    horizon_days: null,
    recurring: null,
    feature_blocklist: null,
  });
});

test("one cohort can be the goal and the eligible cohort only if the goal is repeatable", () => {
  expect(unfinished(draftWith({ attainment: "a", eligible: "a" }))).toMatch(/same cohort/);
  expect(unfinished(draftWith({ attainment: "a", eligible: "a" }, { isRecurring: true }))).toBeUndefined();
  expect(unfinished(draftWith({ attainment: "a", attrition: "a" }))).toMatch(/attrition cohort/);
  expect(unfinished(draftWith({}))).toMatch(/Choose a goal/);
});
