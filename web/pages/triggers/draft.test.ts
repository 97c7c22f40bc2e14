import { expect, test } from "vitest";
import { configOf, draftOf, patchOf, scoredChoices, type TriggerDraft } from "./draft.js";

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

test("a trigger makes the draft that makes it", () => {
  const scores = { scope_id: "s", outcome_id: "p" };
  const triggers = [
    { when: { crosses: { ...scores, probability: 0.29, direction: "both" as const } }, quiet_hours: 3 },
    { when: { crosses: { ...scores, probability: 0.5, direction: "up" as const, live: true } } },
    { when: { cohort: { cohort_id: "d", on: "leaves" as const } }, webhook_endpoint_id: "e" },
    { when: { movers: { ...scores, most: 7, direction: "down" as const } } },
  ];
  for (const trigger of triggers) expect(configOf(draftOf(trigger, draft))).toEqual(trigger);
});

test("a patch clears the other conditions and what was left to the service, and keeps what the form does not show", () => {
  const scores = { scope_id: "s", outcome_id: "o" };
  const trigger = { when: { crosses: { ...scores, probability: 0.6, margin: 0.2 } }, quiet_hours: 3 };
  const others = { cohort: null, movers: null };
  const same = { ...draftOf(trigger, draft), quietHours: undefined };
  const crosses = { ...scores, probability: 0.6, direction: "up" };
  expect(patchOf(trigger, same)).toEqual({
    when: { ...others, crosses: { ...crosses, live: null } },
    quiet_hours: null,
    webhook_endpoint_id: null,
  });
  expect(patchOf(trigger, { ...same, probability: 90 })).toMatchObject({
    when: { ...others, crosses: { ...crosses, probability: 0.9, margin: null } },
  });
  expect(patchOf(trigger, { ...same, watched: "cohort" })).toMatchObject({
    when: { crosses: null, movers: null, cohort: { cohort_id: "c", on: "enters" } },
  });
  expect(patchOf(trigger, { ...same, isLive: true })).toMatchObject({ when: { crosses: { live: true } } });
  expect(patchOf(trigger, { ...same, scores: "" })).toBeUndefined();
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
