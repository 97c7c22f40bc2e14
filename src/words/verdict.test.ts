import { expect, test } from "vitest";
import { type VerdictData, verdictQuality, verdictShort, verdictText, verdictTitle } from "./verdict.js";

const against = (decision: VerdictData["decision"], gain: number, low: number, high: number): string =>
  verdictText({ decision, code: "model_against_rule", figures: { rule: "recency", gain, low, high } });

test("a verdict names the rule, and the gain with its interval", () => {
  expect(against("clearly_better", 0.1, 0.05, 0.2)).toBe(
    "The model clearly beats the best simple rule, ranking by recency only: its prediction error (log loss) is 10 % lower (95 % interval 5 % to 20 % lower).",
  );
  expect(against("slightly_better", 0.01, 0.002, 0.02)).toBe(
    "The model slightly beats the best simple rule, ranking by recency only: its prediction error (log loss) is 1 % lower (95 % interval 0.2 % to 2 % lower).",
  );
});

test("a verdict over several past dates says so", () => {
  const figures = { rule: "recency", gain: 0.1, low: 0.05, high: 0.2, dates: 6 };
  expect(verdictText({ decision: "clearly_better", code: "model_against_rule", figures })).toMatch(
    /5 % to 20 % lower\), in the mean over 6 past dates\.$/,
  );
});

test("an interval with zero in it names both sides, and a loss is higher", () => {
  expect(against("too_little_data", 0.1, -0.15, 0.3)).toBe(
    "Too little data to tell whether the model beats the best simple rule, ranking by recency only: its prediction error (log loss) is 10 % lower " +
      "(95 % interval 30 % lower to 15 % higher).",
  );
  expect(against("no_better", -0.1, -0.2, -0.05)).toBe(
    "A simple rule works as well: ranking by recency only. The model's prediction error (log loss) is 10 % higher (95 % interval 5 % to 20 % higher).",
  );
});

test("a model that does not rank, and one whose level is off, are named as such", () => {
  const chance = {
    decision: "no_better",
    code: "model_does_not_rank",
    figures: { auc: 0.512, low: 0.47, high: 0.55 },
  } as const;
  expect(verdictText(chance)).toBe(
    "The model ranks people no better than chance: AUC 0.51 (95 % interval 0.47 to 0.55); 0.50 is guessing.",
  );
  expect(verdictTitle(chance)).toBe("A simple rule works as well");
  expect(verdictShort(chance)).toBe("Does not rank people");
  const off = {
    decision: "slightly_better",
    code: "model_level_off",
    figures: { expected: 1121.4, attained: 734 },
  } as const;
  expect(verdictText(off)).toBe(
    "The test expected 1,121 people to reach the goal; 734 did: half again too many. The model ranks people better than a simple rule, " +
      "so choose by rank, and do not plan with its numbers.",
  );
  expect(verdictTitle(off)).toBe("Use the ranking, not the probabilities");
});

test("broken claims are counted, and say what to do", () => {
  const broken = {
    decision: "slightly_better",
    code: "claims_broken",
    figures: { judged: 5, broken: 3 },
  } as const;
  expect(verdictText(broken)).toBe(
    "Of the last 5 lists whose day has passed, 3 brought more or fewer people than their 95 % interval allowed, which is more than chance. " +
      "Choose by rank, and do not plan with the numbers.",
  );
  expect(verdictTitle(broken)).toBe("Use the ranking, not the numbers: past claims broke");
  expect([verdictShort(broken), verdictQuality(broken)]).toEqual(["Past claims broke", "Broken claims"]);
});

test("a gain that no past date has tested is named as such", () => {
  const untested = {
    decision: "slightly_better",
    code: "model_untested_later",
    figures: { rule: "recency", gain: 0.15, low: 0.1, high: 0.2 },
  } as const;
  expect(verdictText(untested)).toBe(
    "On other people of the same days, the model beats the best simple rule, ranking by recency only: its prediction error (log loss) is " +
      "15 % lower (95 % interval 10 % to 20 % lower). The history is too short for a test at a past date, so nothing shows yet that this lasts.",
  );
  expect(verdictTitle(untested)).toBe("Use this model with care: no past date tests it");
  expect(verdictShort(untested)).toBe("Better on other people; not tested at a past date");
});

test("too few tested people are counted", () => {
  const tooFew = (tested: number, attained: boolean) =>
    verdictText({
      decision: "too_little_data",
      code: "model_too_few_tested",
      figures: { tested, needed: 10, attained },
    });
  expect(tooFew(1, true)).toBe(
    "Too little data: only 1 person in the test reached the goal, and 10 are needed to compare with a simple rule.",
  );
  expect(tooFew(7, false)).toMatch(/^Too little data: only 7 people in the test did not reach the goal/);
});

test("a recommender is compared with the most popular", () => {
  const figures = { candidate: "repeat", hits: 0.4, popular_hits: 0.25, low: 1.2, high: 1.5 };
  expect(verdictText({ decision: "clearly_better", code: "recommender_against_popular", figures })).toBe(
    "Recommending what people chose before is clearly better than recommending the most popular to everyone. 40 % of the people tested " +
      "chose one of the first three recommendations on their next visit; 25 % chose one of the three most popular. The ranking score " +
      "(NDCG) is 1.20 to 1.50 times that of the most popular (95 % interval).",
  );
});

test("a verdict that was stored as a sentence, or with an unknown code, shows its text", () => {
  expect(verdictText({ decision: "no_better", text: "As good as a rule." })).toBe("As good as a rule.");
  expect(verdictText({ decision: "no_better", code: "future", text: "Later." })).toBe("Later.");
  expect(verdictText({ decision: "no_better", code: "future" })).toBe("");
});
