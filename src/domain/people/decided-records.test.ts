import { expect, test } from "vitest";
import { decisionsNow, followedLeads, type Lead, replaceableRecords } from "./decided-records.js";
import { merge, noDecisions, split } from "./decisions.js";
import type { Decision, Decisions } from "./people.js";

const made = (id: string) => ({ id, made_at: 0 });
/** `itself`, the moment when the named record stopped to count, `earlier` or `number`. */
const lead = (name: string, record: string, how: number | "itself" | "earlier" | "number"): Lead => ({
  name,
  record,
  nearness: typeof how === "number" ? how : { itself: 2 ** 53 - 1, earlier: -1, number: -2 }[how],
  decision: null,
  numberOf: how === "number" ? name : null,
});
const shown = (pairs: readonly Decision[]) => pairs.map(({ left, right }) => `${left} ${right}`);

test("a decision about a record is about all that took its place", () => {
  const merged = merge(noDecisions, ["a"], ["b"], made("m"));
  const leads = [lead("a", "a2", 5), lead("a", "a3", 7), lead("b", "b", "itself")];
  expect(shown(decisionsNow(merged, leads).together)).toEqual(["a2 b", "a3 b"]);
});

test("a decision about a record that is gone has no effect", () => {
  const merged = merge(noDecisions, ["a"], ["b"], made("m"));
  expect(decisionsNow(merged, [lead("a", "a", "itself")])).toEqual(noDecisions);
});

test("of two sides, a record belongs to the one that named it last", () => {
  const parted = split(noDecisions, ["old"], ["new", "other"], made("s"));
  const leads = [
    lead("old", "newest", 3),
    lead("new", "newest", 8),
    lead("other", "other", "itself"),
    lead("old", "old", "itself"),
  ];
  expect(shown(decisionsNow(parted, leads).apart)).toEqual(["old newest", "old other"]);
});

test("another decision, which does not name the later record, follows it", () => {
  const parted = split(noDecisions, ["old"], ["new"], made("s"));
  const both = merge(parted, ["old"], ["friend"], made("m"));
  const leads = [lead("old", "new", 3), lead("new", "new", "itself"), lead("friend", "friend", "itself")];
  expect(shown(decisionsNow(both, leads).together)).toEqual(["new friend"]);
});

test("a record that came back otherwise is found by its number, unless the owner keeps its holder apart", () => {
  const merged = merge(noDecisions, ["a"], ["b"], made("m"));
  const leads = [lead("a", "back", "number"), lead("a", "rival", "number"), lead("b", "b", "itself")];
  expect(shown(decisionsNow(merged, leads).together)).toEqual(["back b", "rival b"]);
  const parted = split(merged, ["a"], ["rival"], made("s"));
  const all = [...leads, lead("rival", "rival", "itself")];
  expect(shown(decisionsNow(parted, all).together)).toEqual(["back b"]);
});

test("so it is where the decision that keeps them apart knows the record that is away by an earlier name", () => {
  const parted = split(noDecisions, ["first"], ["rival"], made("s"));
  const merged = merge(parted, ["later"], ["b"], made("m"));
  const guess = (name: string) => ({ ...lead(name, "rival", "number"), numberOf: "later" });
  const leads = [guess("first"), guess("later"), lead("rival", "rival", "itself"), lead("b", "b", "itself")];
  expect(decisionsNow(merged, leads).together).toEqual([]);
});

test("what both sides remember says nothing", () => {
  const parted = split(noDecisions, ["a"], ["b"], made("s"));
  expect(decisionsNow(parted, [lead("a", "new", "number"), lead("b", "new", "number")]).apart).toEqual([]);
});

test("a later decision replaces what an earlier one said about records under other names", () => {
  const parted = split(noDecisions, ["a"], ["b"], made("s"));
  const leads = [lead("a", "a2", 4), lead("b", "b", "itself")];
  const merged = merge(parted, ["a2"], ["b"], made("m"), replaceableRecords(parted, leads));
  expect(merged.apart).toEqual([]);
  expect(shown(merged.together)).toEqual(["a2 b"]);
});

test("a decision about the record that stands for one that is away replaces what was said about both", () => {
  const merged = merge(noDecisions, ["emil"], ["gina", "gina of the other list"], made("m"));
  const guess = { ...lead("gina of the other list", "gina", "number"), numberOf: "gina of the other list" };
  const leads = [lead("emil", "emil", "itself"), lead("gina", "gina", "itself"), guess];
  const recordsOf = replaceableRecords(merged, leads);
  expect(split(merged, ["emil"], ["someone else"], made("s"), recordsOf).together).toHaveLength(2);
  expect(split(merged, ["emil"], ["gina"], made("s"), recordsOf).together).toEqual([]);
});

test("the next build remembers the leads that were followed", () => {
  const parted = split(noDecisions, ["old"], ["new"], made("s"));
  const leads = [lead("old", "new", 3), lead("new", "new", "itself")];
  expect(followedLeads(parted, leads)).toEqual([{ decision: "s", name: "new", record: "new" }]);
});

test("a decision is not about a record that had taken the place of a named one before", () => {
  const merged = merge(noDecisions, ["old"], ["b"], { ...made("m"), heirs_until: 5 });
  const leads = [lead("old", "other", 5), lead("old", "changed", 6), lead("b", "b", "itself")];
  expect(shown(decisionsNow(merged, leads).together)).toEqual(["changed b"]);
  const earlier = [...leads, lead("old", "other", "earlier"), lead("old", "other", "number")];
  expect(shown(decisionsNow(merged, earlier).together)).toEqual(["changed b"]);
});

test("so it is where the other record is no longer named, because a later decision is about it", () => {
  const merged = merge(noDecisions, ["old", "new"], ["b"], { ...made("m"), heirs_until: 5 });
  const leads = [
    lead("old", "old", "itself"),
    lead("old", "new", 5),
    lead("new", "new", "itself"),
    lead("b", "b", "itself"),
  ];
  const again = (before: Decisions, id: string) =>
    split(before, ["new"], ["old", "b"], made(id), replaceableRecords(before, leads));
  const parted = again(again(merged, "s"), "t");
  expect(shown(decisionsNow(parted, leads).together)).toEqual(["old b"]);
});

test("what a build kept for one decision says nothing about another", () => {
  const both = merge(merge(noDecisions, ["a"], ["b"], made("m")), ["a"], ["c"], made("n"));
  const own = { ...lead("a", "back", "earlier"), decision: "m" };
  const leads = [own, lead("b", "b", "itself"), lead("c", "c", "itself")];
  expect(shown(decisionsNow(both, leads).together)).toEqual(["back b"]);
});
