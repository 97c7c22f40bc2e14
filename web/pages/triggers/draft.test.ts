import { expect, test } from "vitest";
import { configOf, scoredChoices, type TriggerDraft } from "./draft.js";

const draft: TriggerDraft = {
  watched: "crosses",
  scores: "s o",
  direction: "up",
  probability: 60,
  cohortId: "c",
  on: "enters",
  most: 20,
  isLive: false,
  quietHours: undefined,
  endpointId: "",
};

test("a draft makes the condition that is chosen, and leaves the rest to the service", () => {
  const scores = { scope_id: "s", outcome_id: "o" };
  expect(configOf(draft)).toEqual({ when: { crosses: { ...scores, probability: 0.6, direction: "up" } } });
  expect(configOf({ ...draft, watched: "cohort", quietHours: 0, endpointId: "e" })).toEqual({
    when: { cohort: { cohort_id: "c", on: "enters" } },
    quiet_hours: 0,
    webhook_endpoint_id: "e",
  });
  expect(configOf({ ...draft, isLive: true })?.when.crosses).toMatchObject({ live: true });
  expect(configOf({ ...draft, isLive: true, watched: "cohort" })?.when.cohort).toMatchObject({ live: true });
  expect(configOf({ ...draft, isLive: true, watched: "movers" })).toEqual({
    when: { movers: { ...scores, most: 20, direction: "up" } },
  });
});

test("a draft that lacks something makes none", () => {
  expect(configOf({ ...draft, scores: "" })).toBeUndefined();
  expect(configOf({ ...draft, probability: undefined })).toBeUndefined();
  expect(configOf({ ...draft, probability: 101 })).toBeUndefined();
  expect(configOf({ ...draft, watched: "cohort", cohortId: "" })).toBeUndefined();
});

test("a prediction that several pipelines score is named with the pipeline", () => {
  const pipeline = (id: string, outcome_ids: string[]) => ({
    id,
    name: `Pipeline ${id}`,
    payload: { outcome_ids },
  });
  const outcomes = [
    { id: "o", name: "Buy again" },
    { id: "q", name: "Leave" },
  ];
  expect(scoredChoices([pipeline("a", ["o", "q"]), pipeline("b", ["o"])], outcomes)).toEqual([
    { value: "a o", label: "Buy again (Pipeline a)" },
    { value: "a q", label: "Leave" },
    { value: "b o", label: "Buy again (Pipeline b)" },
  ]);
});
