import { expect, test } from "vitest";
import { bodyOf, emptyDraft, proposedName, unfinished } from "./draft.js";

const draft = { ...emptyDraft, name: " Scoring ", include: ["a"], outcomes: ["o"] };

test("whom and what are both needed", () => {
  expect(unfinished(emptyDraft)).toMatch("at least one cohort");
  expect(unfinished({ ...draft, outcomes: [] })).toMatch("at least one outcome");
  expect(unfinished({ ...draft, outcomes: [], recommenders: ["r"] })).toBeUndefined();
  expect(unfinished(draft)).toBeUndefined();
});

test("who leaves out all that is included is told so", () => {
  expect(unfinished({ ...draft, exclude: ["a", "b"] })).toMatch("left out again");
});

test("every list is said, so that a change leaves none from before", () => {
  expect(bodyOf(draft)).toEqual({
    name: "Scoring",
    population: { cohort_ids: ["a"], exclusion_cohort_ids: [] },
    payload: {
      outcome_ids: ["o"],
      persona_set_ids: [],
      recommender_ids: [],
      cohort_ids: [],
      attributes: [],
      explainability: true,
    },
  });
});

test("nothing is explained where nothing is foretold", () => {
  expect(bodyOf({ ...draft, outcomes: [], personaSets: ["p"] }).payload.explainability).toBe(false);
});

test("a name is proposed from what is foretold, and of whom", () => {
  expect(proposedName(["Likelihood to buy again"], ["One-time purchasers"])).toBe(
    "Likelihood to buy again of one-time purchasers",
  );
  expect(proposedName(["Churn"], ["VIPs", "Members"])).toBe("Churn of VIPs and others");
  expect(proposedName([], ["VIPs"])).toBe("");
});
