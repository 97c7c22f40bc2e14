import { expect, test } from "vitest";
import { bodyOf, emptyDraft, newBodyOf, proposedName, unfinished } from "./draft.js";

const draft = { ...emptyDraft, name: " Scoring ", include: ["a"], outcomes: ["o"] };

test("a pipeline needs a payload, and without cohorts it covers everyone", () => {
  expect(unfinished(emptyDraft)).toMatch("at least one prediction");
  expect(unfinished({ ...draft, outcomes: [] })).toMatch("at least one prediction");
  expect(unfinished({ ...draft, outcomes: [], recommenders: ["r"] })).toBeUndefined();
  expect(unfinished(draft)).toBeUndefined();
  expect(unfinished({ ...draft, include: [] })).toBeUndefined();
  expect(unfinished({ ...draft, include: [], exclude: ["b"] })).toBeUndefined();
});

test("excluding all that is included is a mistake", () => {
  expect(unfinished({ ...draft, exclude: ["a", "b"] })).toMatch("excluded again");
});

test("a change replaces every list", () => {
  expect(bodyOf(draft)).toEqual({
    name: "Scoring",
    population: { cohort_ids: ["a"], exclusion_cohort_ids: [] },
    payload: {
      outcome_ids: ["o"],
      persona_set_ids: [],
      recommender_ids: [],
      cohort_ids: [],
      attributes: [],
      location: null,
      explainability: true,
    },
    holdout: null,
    economics: null,
  });
});

test("the nearest location is delivered of the chosen atlases, within bounds in kilometres", () => {
  const located = { ...draft, atlases: ["s"], maxKilometres: 12.5 };
  expect(bodyOf(located).payload.location).toEqual({
    conditions: { atlas_ids: ["s"], min_distance: null, max_distance: 12_500 },
  });
  expect(newBodyOf(located).payload).toMatchObject({
    location: { conditions: { atlas_ids: ["s"], max_distance: 12_500 } },
  });
  expect(JSON.stringify(newBodyOf(located))).not.toContain("null");
  expect(newBodyOf(draft).payload).not.toHaveProperty("location");
  expect(unfinished({ ...located, minKilometres: 13 })).toMatch("Raise the maximum");
});

test("a hold-out and economics are saved, and cleared where the form has none", () => {
  const planned = { ...draft, heldOutPercent: 10, costPerContact: 0.8, valuePerConversion: 25 };
  expect(bodyOf(planned)).toMatchObject({
    holdout: { share: 0.1, by: "pipeline", contacts_stream: null },
    economics: { cost_per_contact: 0.8, value_per_conversion: 25, margin: null, budget: null },
  });
  expect(newBodyOf({ ...planned, contactsStream: "mail_sent" })).toMatchObject({
    holdout: { share: 0.1, contacts_stream: "mail_sent" },
  });
  expect(newBodyOf(planned).holdout).toEqual({ share: 0.1, by: "pipeline" });
  const byMargin = { ...planned, worthBy: "amount", marginPercent: 30 } as const;
  expect(bodyOf(byMargin).economics).toMatchObject({ value_per_conversion: null, margin: 0.3 });
  expect(unfinished({ ...byMargin, marginPercent: undefined })).toMatch("and the margin");
  expect(newBodyOf(planned).economics).toEqual({ cost_per_contact: 0.8, value_per_conversion: 25 });
  expect(newBodyOf(draft)).not.toHaveProperty("holdout");
  expect(unfinished({ ...draft, costPerContact: 1 })).toMatch("Give both");
});

test("without a prediction there are no reasons", () => {
  expect(bodyOf({ ...draft, outcomes: [], personaSets: ["p"] }).payload.explainability).toBe(false);
});

test("the default name has the prediction and the audience", () => {
  expect(proposedName(["Likelihood to buy again"], ["One-time purchasers"])).toBe(
    "Likelihood to buy again of one-time purchasers",
  );
  expect(proposedName(["Churn"], ["VIPs", "Members"])).toBe("Churn of VIPs and others");
  expect(proposedName([], ["VIPs"])).toBe("");
});
