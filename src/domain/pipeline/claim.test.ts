import fc from "fast-check";
import { expect, test } from "vitest";
import { secondsPerDay } from "../resource/resource.js";
import type { ObservedChallenger } from "./challenger.js";
import {
  brokenClaims,
  type Claim,
  type ClaimingBuild,
  claimsOfBuild,
  judgedClaim,
  judgedFrom,
  shownClaim,
  tallyOf,
  voidClaim,
} from "./claim.js";
import { claim, history, judged, observed, snapshot } from "./fixtures.js";
import type { ScoredOutcome } from "./scope.js";

const build: ClaimingBuild = {
  scope_id: "s",
  outcome_id: "o",
  data_through: 100 * secondsPerDay,
  history,
  definition: "d",
  scored: {
    expected: 452,
    expected_interval: { low: 411, high: 496 },
    value: { amount: { expected: 9000, interval: { low: 8000, high: 10_000 } } },
  } as ScoredOutcome,
  subject: { scope_name: "Buyers", outcome_name: "Repeat purchase", goal: "buy again", currency: "EUR" },
};

test("new scores make a claim of what was said with them, and carried ones make none", () => {
  const waiting = [snapshot(90), snapshot(100)];
  const [made, ...more] = claimsOfBuild([], { ...build, history: { ...history, waiting } }, 1);
  expect(more).toEqual([]);
  expect(made).toMatchObject({
    cutoff: 100 * secondsPerDay,
    goal: "buy again",
    currency: "EUR",
    people: 2000,
    figures: {
      people: { expected: 452, low: 411, high: 496 },
      amount: { expected: 9000, low: 8000, high: 10_000 },
      auc: { expected: 0.74, low: 0.7, high: 0.78 },
    },
    verdict: "open",
  });
  expect(claimsOfBuild([made!], { ...build, history: { ...history, waiting } }, 2)).toEqual([]);
});

test("a claim is judged by its bounds, measure by measure, and is broken if one of them is", () => {
  const held = judgedClaim(claim(100), observed(100, 441), 140 * secondsPerDay, 5);
  expect(held).toMatchObject({
    verdict: "held",
    judgement: {
      judged_at: 5,
      restated: 0,
      first: { people: 441 },
      figures: { people: { verdict: "held" } },
    },
  });
  const broken = judgedClaim(claim(100), observed(100, 410), 140 * secondsPerDay, 5);
  expect(broken).toMatchObject({
    verdict: "broken",
    judgement: { figures: { people: { verdict: "broken" } } },
  });
  const values = {
    amount: { expected: 9000, expected_interval: { low: 8000, high: 10_000 }, observed: 10_001, deciles: [] },
  };
  const amounts = judgedClaim(claim(100), { ...observed(100, 441), values }, 140 * secondsPerDay, 5);
  expect(amounts.verdict).toBe("broken");
  expect(amounts.judgement!.figures).toMatchObject({
    people: { verdict: "held" },
    amount: { verdict: "broken" },
  });
});

test("a judgement says how other models did, and the tally counts lists beside the rule", () => {
  const beside = (low: number, high: number): ObservedChallenger => ({
    role: "rule",
    name: "recency",
    expected: 460,
    auc: 0.7,
    gain: { value: (low + high) / 2, low, high },
  });
  const judgedBeside = (...challengers: ObservedChallenger[]) =>
    judgedClaim(claim(100), { ...observed(100, 441), challengers }, 140 * secondsPerDay, 5);
  const claims = [
    judgedBeside(beside(0.01, 0.03), { ...beside(-0.02, -0.01), role: "member", name: "trees" }),
    judgedBeside(beside(-0.01, 0.03)),
    judgedBeside(beside(-0.03, -0.01)),
    judgedBeside(),
    claim(100),
  ];
  expect(tallyOf(claims).against_rule).toEqual({ better: 1, level: 1, worse: 1 });
  expect(shownClaim(claims[0]!).challengers).toMatchObject([
    { role: "rule", name: "recency", auc: 0.7, gain: 0.02, verdict: "better" },
    { role: "member", name: "trees", verdict: "worse" },
  ]);
  expect(claims[2]!.verdict).toBe("held");
  expect(shownClaim(claim(100)).challengers).toEqual([]);
});

test("a ranking is broken only if it is certainly worse than claimed", () => {
  const rankedAt = (auc: number) =>
    judgedClaim(
      claim(100),
      { ...observed(100, 441), ranking: { auc, interval: { low: auc - 0.03, high: auc + 0.03 } } },
      140 * secondsPerDay,
      5,
    ).judgement!.figures.auc!.verdict;
  expect([0.66, 0.68, 0.9].map(rankedAt)).toEqual(["broken", "held", "held"]);
});

test("late events restate a judgement, and the first one stays known", () => {
  const first = judgedClaim(claim(100), observed(100, 405), 140 * secondsPerDay, 5);
  const again = judgedClaim(first, observed(100, 441), 150 * secondsPerDay, 6);
  expect([first.verdict, again.verdict]).toEqual(["broken", "held"]);
  expect(again.judgement).toMatchObject({
    judged_at: 5,
    restated: 1,
    restated_at: 6,
    first: { people: 405 },
  });
});

test("while late events may come, a count says what it will come to, by how earlier claims grew", () => {
  const grown = (day: number, first: number, last: number): Claim =>
    judgedClaim(judged(day, first), observed(day, last), (day + 79) * secondsPerDay, 6);
  const settled = [grown(10, 400, 404), grown(30, 500, 515), grown(50, 300, 305)];
  // Day 140 is the first on which the claim of day 100 can be judged; by day 180 it is settled.
  const onDay = (day: number, attained: number, known: readonly Claim[]) =>
    claimsOfBuild(
      known,
      {
        ...build,
        data_through: day * secondsPerDay,
        history: { ...history, observed: [observed(100, attained)] },
      },
      day,
    );
  const [first] = onDay(140, 441, [...settled, claim(100)]);
  expect(first!.judgement!.about).toEqual({ people: (441 * 1224) / 1200 });
  expect(shownClaim(first!).measures[0]).toMatchObject({ observed: 441, about: 449.82 });
  expect(onDay(141, 441, [...settled, first!]), "no news").toEqual([]);
  const [more] = onDay(160, 446, [...settled, first!]);
  expect(more!.judgement, "what came is not expected again").toMatchObject({
    restated: 1,
    about: { people: 449.82 },
  });
  const [end] = onDay(180, 446, [...settled, more!]);
  expect(end!.judgement!.about, "settled").toBeUndefined();
  expect(onDay(181, 446, [...settled, end!])).toEqual([]);
  expect(
    onDay(140, 441, [...settled.slice(1), claim(100)])[0]!.judgement!.about,
    "two claims",
  ).toBeUndefined();
  const others = settled.map((each) => ({ ...each, definition: "another" }));
  expect(onDay(140, 441, [...others, claim(100)])[0]!.judgement!.about).toBeUndefined();
});

test("scores from before claims were kept have a claim once they are judged", () => {
  const old = { ...history, waiting: [snapshot(95)], observed: [observed(50, 441)] };
  expect(claimsOfBuild([], { ...build, history: old }, 9)).toMatchObject([
    { cutoff: 50 * secondsPerDay, people: 2003, figures: { people: { expected: 452 } }, verdict: "held" },
  ]);
});

test("an open claim whose scores are gone is void, and says why; a judged one stays", () => {
  const reasonOf = (definition: string) =>
    claimsOfBuild([claim(80)], { ...build, definition }, 9).map(({ verdict, void_reason }) => [
      verdict,
      void_reason,
    ]);
  expect(reasonOf("d")).toEqual([["void", "scores_lost"]]);
  expect(reasonOf("other")).toEqual([["void", "definition_changed"]]);
  expect(claimsOfBuild([judged(80, 441)], { ...build, definition: "other" }, 9)).toEqual([]);
  expect(voidClaim(judged(80, 441), "pipeline_deleted")).toEqual(judged(80, 441));
});

test("a claim of people who are all gone is void", () => {
  const gone = judgedClaim(claim(100), { ...observed(100, 0), people: 0 }, 140 * secondsPerDay, 5);
  expect(gone).toMatchObject({ verdict: "void", void_reason: "nobody_left" });
});

const days = fc.integer({ min: 0, max: 300 });
const counts = fc.array(fc.tuple(days, fc.integer({ min: 300, max: 600 })), { minLength: 1, maxLength: 8 });

test("no claim is judged before its day; the same count judges once; the last count decides", () => {
  fc.assert(
    fc.property(counts, (builds) => {
      let one: Claim = claim(100);
      for (const [day, attained] of [...builds].sort(([a], [b]) => a - b)) {
        const now = day * secondsPerDay;
        const after = judgedClaim(one, observed(100, attained), now, day);
        if (now < judgedFrom(one)) expect(after).toBe(one);
        else {
          const inBounds = attained >= 411 && attained <= 496;
          expect(after.verdict).toBe(inBounds ? "held" : "broken");
          expect(judgedClaim(after, observed(100, attained), now, day + 1)).toBe(after);
        }
        expect(after.figures).toEqual(claim(100).figures);
        one = after;
      }
    }),
  );
});

test("every claim is in one sum", () => {
  const some = fc.array(fc.tuple(days, fc.constantFrom("open", "held", "broken", "void")), { maxLength: 30 });
  fc.assert(
    fc.property(some, (list) => {
      const claims = list.map(([day, verdict]) => ({ ...claim(day), verdict }));
      const tally = tallyOf(claims);
      expect(tally.held + tally.broken).toBe(tally.judged);
      expect(tally.judged + tally.open + tally.void).toBe(tally.made);
      expect(tally.next_judged_from === null).toBe(tally.open === 0);
    }),
  );
});

/** Judged claims a horizon apart: true where the number of people is broken. */
const series = (broken: boolean[], step = 40) => broken.map((is, i) => judged(i * step, is ? 600 : 441));

test("claims can be trusted until more are broken than by chance, among the newest that do not overlap", () => {
  expect(brokenClaims(series([true, true]))).toBeNull();
  expect(brokenClaims(series([false, true, false]))).toBeNull();
  expect(brokenClaims(series([false, true, true]))).toEqual({ judged: 3, broken: 2 });
  expect(brokenClaims(series([true, true, false, false, false, false, false, false]))).toBeNull();
  expect(brokenClaims(series([true, true, true, false, false, false, false, false]))).toEqual({
    judged: 8,
    broken: 3,
  });
  expect(brokenClaims(series([true, true, true, ...Array(8).fill(false)]))).toBeNull();
  expect(brokenClaims(series([true, true, true, true], 10))).toBeNull();
  const redefined = { ...claim(500), definition: "new" };
  expect(brokenClaims([...series([false, true, true]), redefined])).toBeNull();
});
