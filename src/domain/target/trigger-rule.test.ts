import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TriggerConfig } from "./trigger.js";
import { crossingRule, isMarginTooWide } from "./trigger-condition.js";
import {
  type CrossingRule,
  isNextDay,
  judge,
  largestMoves,
  type Remembered,
  type Side,
  sides,
} from "./trigger-rule.js";

const rule: CrossingRule = {
  risesAt: 0.6,
  fallsBelow: 0.5,
  reports: { up: true, down: true },
  isNewBelow: false,
  quietSeconds: 0,
};
const never = Number.NaN;

/** News of one person who has these values, one after the other, an hour apart. */
const newsOf = (values: readonly number[], own: CrossingRule, first: Side = sides.unknown) => {
  let before: Remembered = { side: first, reportedAt: never };
  return values.flatMap((value, i) => {
    const at = 3600 * i;
    const { side, reported } = judge(before, value, own, at);
    before = { side, reportedAt: reported ? at : before.reportedAt };
    return reported ? [{ at, reported, value }] : [];
  });
};
const reported = (values: readonly number[], own = rule) => newsOf(values, own).map((news) => news.reported);

describe("a person", () => {
  test("who is seen for the first time is remembered", () => {
    expect([reported([0.9]), reported([0.1])]).toEqual([[], []]);
  });
  test("is reported up at the upper bound, and down below the lower one", () => {
    expect(
      newsOf([0.4, 0.59, 0.6, 0.5, 0.499], rule).map(({ reported: way, value }) => [way, value]),
    ).toEqual([
      ["up", 0.6],
      ["down", 0.499],
    ]);
  });
  test("who goes back and forth between the bounds is reported once", () => {
    expect(reported([0.4, 0.61, 0.55, 0.62, 0.51, 0.7])).toEqual(["up"]);
  });
  test("who begins between the bounds has no side, and is remembered at the first", () => {
    expect(reported([0.55, 0.61, 0.4])).toEqual(["down"]);
  });
  test("without a value stays as they were", () => {
    expect(reported([0.4, Number.NaN, 0.61])).toEqual(["up"]);
  });
  test("who is on the other side after the quiet period is reported then", () => {
    const quiet = { ...rule, quietSeconds: 7200 };
    expect(newsOf([0.4, 0.7, 0.4, 0.4, 0.4], quiet)).toEqual([
      { at: 3600, reported: "up", value: 0.7 },
      { at: 10_800, reported: "down", value: 0.4 },
    ]);
    expect(reported([0.4, 0.7, 0.4, 0.7, 0.7], quiet)).toEqual(["up"]);
  });
  test("is reported again only after they were on the other side, also where that is not news", () => {
    const upAlone = { ...rule, reports: { up: true, down: false } };
    expect(reported([0.4, 0.7, 0.4, 0.7, 0.55, 0.7], upAlone)).toEqual(["up", "up"]);
  });
});

const walk = fc.array(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(Number.NaN)), {
  maxLength: 60,
});
const anyRule = fc.record({
  risesAt: fc.double({ min: 0.3, max: 0.9, noNaN: true }),
  fallsBelow: fc.double({ min: 0, max: 0.3, noNaN: true }),
  reports: fc.record({ up: fc.boolean(), down: fc.boolean() }),
  isNewBelow: fc.boolean(),
  quietSeconds: fc.integer({ min: 0, max: 20 * 3600 }),
});

describe("over random walks", () => {
  test("no news comes within the quiet period of the one before", () => {
    fc.assert(
      fc.property(walk, anyRule, (values, own) => {
        const news = newsOf(values, own);
        news.slice(1).forEach(({ at }, i) => {
          expect(at - news[i]!.at).toBeGreaterThanOrEqual(own.quietSeconds);
        });
      }),
    );
  });
  test("between two news of one direction, the person was beyond the other bound", () => {
    fc.assert(
      fc.property(walk, anyRule, (values, own) => {
        const news = newsOf(values, own);
        news.slice(1).forEach(({ at, reported: way }, i) => {
          const between = values.slice(news[i]!.at / 3600 + 1, at / 3600);
          const isBeyond = (value: number) => (way === "up" ? value < own.fallsBelow : value >= own.risesAt);
          if (news[i]!.reported === way) expect(between.some(isBeyond)).toBe(true);
        });
      }),
    );
  });
  test("a value that is judged again is no news", () => {
    fc.assert(
      fc.property(walk, anyRule, (values, own) => {
        const once = newsOf(values, { ...own, quietSeconds: 0 });
        const twice = newsOf(
          values.flatMap((value) => [value, value]),
          { ...own, quietSeconds: 0 },
        );
        expect(twice.map((news) => [news.reported, news.value])).toEqual(
          once.map((news) => [news.reported, news.value]),
        );
      }),
    );
  });
  test("with both directions reported and no quiet period, the last news is the side where the person is", () => {
    fc.assert(
      fc.property(walk, (values) => {
        const last = newsOf(values, rule, sides.below).at(-1)?.reported ?? "down";
        const decided = values.findLast((value) => value >= rule.risesAt || value < rule.fallsBelow) ?? 0;
        expect(last).toBe(decided >= rule.risesAt ? "up" : "down");
      }),
    );
  });
});

describe("the margin of a probability", () => {
  const bounds = (direction: "up" | "down" | "both") => {
    const crosses = { scope_id: "s", outcome_id: "o", probability: 0.5, direction, margin: 0.125 };
    const { risesAt, fallsBelow, reports } = crossingRule({ when: { crosses } } as TriggerConfig)!;
    return { risesAt, fallsBelow, ...reports };
  };
  test("is on the side that people come from", () => {
    expect(bounds("up")).toEqual({ risesAt: 0.5, fallsBelow: 0.375, up: true, down: false });
    expect(bounds("down")).toEqual({ risesAt: 0.625, fallsBelow: 0.5, up: false, down: true });
    expect(bounds("both")).toEqual({ risesAt: 0.5, fallsBelow: 0.375, up: true, down: true });
  });
});

describe("a probability", () => {
  const watched = { scope_id: "s", outcome_id: "o" };
  test("that is small has a small margin, so that people can come from below", () => {
    expect(isMarginTooWide({ ...watched, probability: 0.01 })).toBe(false);
    expect(isMarginTooWide({ ...watched, probability: 1, direction: "down" })).toBe(false);
  });
  test("has a margin that leaves somebody on the other side", () => {
    expect(isMarginTooWide({ ...watched, probability: 0.1, margin: 0.1 })).toBe(true);
    expect(isMarginTooWide({ ...watched, probability: 0.9, margin: 0.2, direction: "down" })).toBe(true);
    expect(isMarginTooWide({ ...watched, probability: 0.9, margin: 0.2 })).toBe(false);
  });
});

describe("the largest moves", () => {
  const moves = {
    from: Float64Array.of(0.1, 0.5, 0.5, 0.2, Number.NaN, 0.3),
    to: Float64Array.of(0.4, 0.1, 0.51, 0.5, 0.9, Number.NaN),
    reportedAt: new Float64Array(6).fill(Number.NaN),
  };
  const own = { most: 2, direction: "both", leastChange: 0.05, quietSeconds: 0 } as const;
  test("are those of people with both probabilities, the largest first", () => {
    expect(largestMoves(moves, own, 0)).toEqual([1, 0]);
    expect(largestMoves(moves, { ...own, most: 9 }, 0)).toEqual([1, 0, 3]);
    expect(largestMoves(moves, { ...own, direction: "up" }, 0)).toEqual([0, 3]);
  });
  test("leave out who is quiet", () => {
    const reportedAt = Float64Array.of(never, 1000, never, never, never, never);
    expect(largestMoves({ ...moves, reportedAt }, { ...own, quietSeconds: 3600 }, 2000)).toEqual([0, 3]);
  });
});

test("a day ends with its last second", () => {
  expect([isNextDay(86_399, 86_400), isNextDay(86_400, 86_401)]).toEqual([false, true]);
});
