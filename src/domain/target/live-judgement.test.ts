import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JudgedLive, judgeLive, type LiveJudgement, type WatchedPerson } from "./live-judgement.js";
import { type CrossingRule, judge, type Side, sides } from "./trigger-rule.js";

const hour = 3600;
const rule: CrossingRule = {
  risesAt: 0.6,
  fallsBelow: 0.5,
  reports: { up: true, down: true },
  isNewBelow: false,
  quietSeconds: 24 * hour,
};
const below: WatchedPerson = { value: 0.7, side: sides.below, before: 0.4, reportedAt: null };

const judged = (
  person: Partial<WatchedPerson>,
  last?: LiveJudgement,
  { at = 1000, isAhead = true, ...other }: { at?: number; isAhead?: boolean } & Partial<CrossingRule> = {},
): JudgedLive | null =>
  judgeLive("7", { ...below, ...person }, last, { ...rule, ...other }, { at, now: 1000 * at, isAhead });

test("somebody who rises is reported, with the value of the last build", () => {
  expect(judged({})).toEqual({
    judgement: {
      personId: "7",
      side: sides.above,
      value: 0.7,
      reportedAt: 1000,
      sentAt: 1_000_000,
      judgedAt: 1_000_000,
      isAhead: true,
    },
    reported: "up",
    from: 0.4,
  });
});

test("nothing is remembered of those who stay, and of those who have no value", () => {
  expect(judged({ value: 0.55 })).toBeNull();
  expect(judged({ value: null })).toBeNull();
  expect(judged({ side: null, value: 0.55 })).toBeNull();
});

test("a live judgement counts before what the build remembers", () => {
  const { judgement } = judged({})!;
  expect(judged({ value: 0.9 }, judgement)).toBeNull();
  const fell = judged({ value: 0.2 }, judgement, { at: 1000 + 24 * hour });
  expect(fell).toMatchObject({ reported: "down", from: 0.7 });
  expect(judged({ value: 0.2 }, judgement, { at: 1000 + hour })).toBeNull();
});

test("somebody new is remembered, and reported only where new people count as below", () => {
  expect(judged({ side: null, before: null })).toMatchObject({
    judgement: { side: sides.above, sentAt: null },
    reported: null,
  });
  expect(judged({ side: null, before: null }, undefined, { isNewBelow: true })).toMatchObject({
    reported: "up",
    from: null,
  });
});

test("a judgement that a newer build has caught up with is settled, once", () => {
  const { judgement } = judged({})!;
  const settled = judged({ value: 0.7 }, judgement, { isAhead: false })!;
  expect(settled).toMatchObject({ reported: null, judgement: { isAhead: false, side: sides.above } });
  expect(settled.judgement.sentAt).toBe(judgement.sentAt);
  expect(judged({ value: 0.7 }, settled.judgement, { isAhead: false })).toBeNull();
  expect(judged({ value: null }, judgement, { isAhead: false })!.judgement.value).toBe(0.7);
});

describe("in any sequence", () => {
  const values = fc.array(
    fc.record({ value: fc.double({ min: 0, max: 1, noNaN: true }), hours: fc.nat(40) }),
    {
      maxLength: 30,
    },
  );

  test("live judgements report what the rule reports", () => {
    fc.assert(
      fc.property(values, fc.boolean(), (moments, isNewBelow) => {
        const own = { ...rule, isNewBelow };
        let last: LiveJudgement | undefined;
        let remembered = { side: isNewBelow ? sides.below : (sides.unknown as Side), reportedAt: Number.NaN };
        let at = 0;
        for (const { value, hours } of moments) {
          at += hours * hour;
          const expected = judge(remembered, value, own, at);
          const live = judgeLive("7", { value, side: null, before: null, reportedAt: null }, last, own, {
            at,
            now: at,
            isAhead: true,
          });
          expect(live?.reported ?? null).toBe(expected.reported);
          remembered = {
            side: expected.side,
            reportedAt: expected.reported ? at : remembered.reportedAt,
          };
          last = live?.judgement ?? last;
        }
      }),
    );
  });
});
