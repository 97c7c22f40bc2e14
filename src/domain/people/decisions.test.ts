import fc from "fast-check";
import { expect, test } from "vitest";
import { keepApart, listDecisions, listReviewed, merge, noDecisions, split, withdraw } from "./decisions.js";
import type { Decisions } from "./people.js";

const made = (id: string, made_at = 0) => ({ id, made_at });

test("a split separates every pair across its sides, and none within a side", () => {
  const { apart, together } = split(noDecisions, ["a", "b"], ["c", "d"], made("1"));
  expect(apart.map(({ left, right }) => left + right)).toEqual(["ac", "ad", "bc", "bd"]);
  expect(together).toEqual([]);
});

test("a merge removes the pairs of an earlier split between its two people, and no others", () => {
  const parted = split(split(noDecisions, ["a"], ["b"], made("1")), ["c"], ["d"], made("2"));
  const { apart, together } = merge(parted, ["b"], ["a"], made("3"));
  expect(apart.map(({ id }) => id)).toEqual(["2"]);
  expect(together).toEqual([{ left: "b", right: "a", ...made("3") }]);
});

test("a merge is one of all records of both people, ten of each at most", () => {
  const { together } = merge(noDecisions, ["a", "b"], ["c", "d"], made("1"));
  expect(together.map(({ left, right }) => left + right)).toEqual(["ac", "ad", "bc", "bd"]);
  const many = Array.from({ length: 30 }, (_, i) => `r${i}`);
  expect(merge(noDecisions, many, ["a"], made("2")).together).toHaveLength(10);
});

test("two people who stay two are kept apart by ten of their records each", () => {
  const many = Array.from({ length: 30 }, (_, i) => `r${i}`);
  const { apart } = keepApart(noDecisions, many, ["a", "b"], made("1"));
  expect(apart).toHaveLength(20);
  expect(apart.every(({ were_two }) => were_two)).toBe(true);
});

test("a reviewed pair counts as long as its decision is in effect", () => {
  const decisions = merge(noDecisions, ["a"], ["b"], made("1"));
  const reviewed = { 1: { was_one: true, is_drawn: false }, 2: { was_one: true, is_drawn: true } };
  expect(listReviewed({ decisions, reviewed })).toEqual([{ was_one: true, is_drawn: false, isSame: true }]);
  expect(listReviewed({ decisions: noDecisions, reviewed })).toEqual([]);
});

test("a split removes an earlier merge, in either direction", () => {
  const joined = merge(noDecisions, ["b"], ["a"], made("1"));
  expect(split(joined, ["a"], ["b", "c"], made("2")).together).toEqual([]);
});

test("a repeated decision is kept once", () => {
  const twice = merge(merge(noDecisions, ["a"], ["b"], made("1")), ["b"], ["a"], made("2"));
  expect(twice.together.map(({ id }) => id)).toEqual(["2"]);
  expect(split(split(noDecisions, ["a"], ["b"], made("1")), ["b"], ["a"], made("2")).apart).toHaveLength(1);
});

test("decisions are listed newest first, with the records of both sides", () => {
  const both = merge(split(noDecisions, ["a", "b"], ["c"], made("1", 5)), ["d"], ["e"], made("2", 9));
  expect(listDecisions(both)).toEqual([
    { id: "2", kind: "together", made_at: 9, records: ["d"], others: ["e"] },
    { id: "1", kind: "apart", made_at: 5, records: ["a", "b"], others: ["c"] },
  ]);
  expect(listDecisions(withdraw(both, "1")).map(({ id }) => id)).toEqual(["2"]);
});

test("no pair is both merged and split, whatever the decisions and their order", () => {
  const sides = fc
    .shuffledSubarray([..."abcdef"], { minLength: 2 })
    .chain((records) =>
      fc.nat(records.length - 2).map((at) => [records.slice(0, at + 1), records.slice(at + 1)]),
    );
  const steps = fc.array(fc.tuple(fc.boolean(), sides), { maxLength: 8 });
  fc.assert(
    fc.property(steps, (taken) => {
      let decisions: Decisions = noDecisions;
      taken.forEach(([isSplit, [one, other]], i) => {
        decisions = (isSplit ? split : merge)(decisions, one!, other!, made(String(i)));
      });
      const key = ({ left, right }: { left: string; right: string }) => [left, right].sort().join();
      const apart = new Set(decisions.apart.map(key));
      expect(decisions.together.filter((pair) => apart.has(key(pair)))).toEqual([]);
      expect(apart.size).toBe(decisions.apart.length);
    }),
  );
});
