import { expect, test } from "vitest";
import {
  definitionOf,
  emptyDraft,
  type OutcomeDraft,
  patchOf,
  unfinished,
  valueChoiceOf,
  valueOfChoice,
} from "./draft.js";

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

test("a horizon is of days, of calendar months or through a period, and its patch clears the others", () => {
  const patch = (rest: Partial<OutcomeDraft>) => patchOf(draftWith({ attainment: "a" }, rest));
  const none = { horizon_days: null, horizon_months: null, horizon_through: null };
  expect(patch({ horizonDays: 30 })).toMatchObject({ ...none, horizon_days: 30 });
  expect(patch({ calendar: "months", horizonDays: 3 })).toMatchObject({ ...none, horizon_months: 3 });
  expect(patch({ calendar: "this_month" })).toMatchObject({ ...none, horizon_through: "this_month" });
  expect(unfinished(draftWith({ attainment: "a" }, { calendar: "months", horizons: "7" }))).toMatch(/days/);
});

test("a cohort of active people is saved, and goes with the chance alone", () => {
  const draft = draftWith({ attainment: "a", active: "r" });
  expect(definitionOf(draft).active_cohort_id).toBe("r");
  expect(patchOf(draftWith({ attainment: "a" }))).toMatchObject({ active_cohort_id: null });
  expect(unfinished(draft)).toBeUndefined();
  expect(unfinished({ ...draft, value: {} })).toMatch(/about everyone/);
  expect(unfinished({ ...draft, isStatic: true })).toMatch(/no dates/);
  expect(unfinished(draftWith({ attainment: "a", active: "a" }))).toMatch(/Everyone who is active/);
});

test("one choice says what else is predicted, and keeps what it has", () => {
  const paid = { measures: ["amount" as const], discount_rate: 0.1 };
  expect(valueChoiceOf({ value: null })).toBe("");
  expect(valueChoiceOf({ value: paid })).toBe("sum");
  expect(valueOfChoice("sum", { value: paid })).toBe(paid);
  expect(valueOfChoice("", { value: paid })).toBeNull();
  expect(valueOfChoice("mean", { value: paid })).toEqual({ aggregation: "mean" });
  const position = { aggregation: "mean" as const, property: "position" };
  expect(valueChoiceOf({ value: position })).toBe("mean");
  expect(valueOfChoice("last", { value: position })).toEqual({ ...position, aggregation: "last" });
  expect(valueOfChoice("sum", { value: position })).toEqual({});
});

test("further horizons are numbers of days in any order, and go with a prediction that has dates", () => {
  const withHorizons = (horizons: string, rest: Partial<OutcomeDraft> = {}) =>
    draftWith({ attainment: "a" }, { horizons, ...rest });
  expect(definitionOf(withHorizons("90, 7;30")).horizons).toEqual([90, 7, 30]);
  expect(definitionOf(withHorizons(" ")).horizons).toBeUndefined();
  expect(patchOf(withHorizons(""))).toMatchObject({ horizons: null });
  for (const text of ["a week", "0", "7, 7", "1.5", "4000"]) {
    expect(unfinished(withHorizons(text))).toMatch(/numbers of days/);
    expect(definitionOf(withHorizons(text)).horizons).toBeUndefined();
  }
  expect(unfinished(withHorizons("7"))).toBeUndefined();
  expect(unfinished(withHorizons("7", { isStatic: true }))).toMatch(/no dates/);
  expect(unfinished(withHorizons("7", { mitigated: { age: true, gender: false } }))).toMatch(/bias/);
});

test("one cohort can be the goal and the eligible cohort only if the goal is repeatable", () => {
  expect(unfinished(draftWith({ attainment: "a", eligible: "a" }))).toMatch(/same cohort/);
  expect(unfinished(draftWith({ attainment: "a", eligible: "a" }, { isRecurring: true }))).toBeUndefined();
  expect(unfinished(draftWith({ attainment: "a", attrition: "a" }))).toMatch(/attrition cohort/);
  expect(unfinished(draftWith({}))).toMatch(/Choose a goal/);
});
