import { expect, test } from "vitest";
import { shownClaim, shownTally, tallyOf } from "../domain/pipeline/claim.js";
import { claim, judged } from "../domain/pipeline/fixtures.js";
import { challengePhrase, claimCountsSentence, claimNumber, claimSentence } from "./claims.js";

const counts = (...claims: Parameters<typeof tallyOf>[0]) => claimCountsSentence(shownTally(tallyOf(claims)));

test("the counts of claims say what held, what is open and what is lost", () => {
  expect(counts()).toBe("No claims yet. The first is made when a pipeline scores people.");
  expect(counts(claim(10), claim(20))).toBe(
    "2 claims made. The first can be judged once the data reach 20 February 1970.",
  );
  expect(counts(judged(10, 441), judged(20, 400))).toBe("Of 2 claims judged, 1 held.");
  expect(counts(judged(10, 441), claim(60))).toBe(
    "Of 1 claim judged, 1 held. 1 is open: it can be judged once the data reach 11 April 1970.",
  );
  expect(counts({ ...claim(10), verdict: "void" })).toBe("1 can no longer be judged.");
});

test("a claim is a sentence with what came, or why nobody can tell", () => {
  const claimed = "452 of 2,000 people expected to buy again by 20 February 1970 (411 to 496)";
  expect(claimSentence(shownClaim(claim(10)))).toBe(`${claimed}. Open.`);
  expect(claimSentence(shownClaim(judged(10, 441)))).toBe(`${claimed}: 441 did. Held.`);
  const waiting = judged(10, 441);
  const late = { ...waiting, judgement: { ...waiting.judgement!, about: { people: 449.8 } } };
  expect(claimSentence(shownClaim(late))).toBe(`${claimed}: 441 did so far of about 450. Held.`);
  const lost = { ...claim(10), verdict: "void", void_reason: "pipeline_deleted" } as const;
  expect(claimSentence(shownClaim(lost))).toBe(`${claimed}. Void: the pipeline was deleted.`);
});

test("lists beside the rule are counted in a sentence, and each is a phrase", () => {
  const tally = { ...tallyOf([judged(10, 441)]), against_rule: { better: 20, level: 0, worse: 1 } };
  expect(claimCountsSentence(shownTally(tally))).toBe(
    "Of 1 claim judged, 1 held. Beside a simple rule, 20 lists were better and 1 worse.",
  );
  const phrases = [
    { role: "rule", name: "recency", verdict: "better", auc: 0.7061 },
    { role: "member", name: "trees", verdict: "level" },
  ] as const;
  expect(phrases.map((each) => challengePhrase(each))).toEqual([
    "Better than ranking by recency only (AUC 0.71)",
    "Level with gradient-boosted trees alone",
  ]);
});

test("numbers of a claim have the unit of their measure", () => {
  expect([
    claimNumber(9000.4, "amount", "EUR"),
    claimNumber(0.7412, "auc", "EUR"),
    claimNumber(452.4, "people", "EUR"),
  ]).toEqual(["9,000 EUR", "0.74", "452"]);
});

test("a claim through a calendar period is said by the period's last day", () => {
  const monthly = { ...claim(10), horizon_through: "next_month" as const };
  expect(claimSentence(shownClaim(monthly))).toContain("buy again by 28 February 1970");
});
