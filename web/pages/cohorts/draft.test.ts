import { expect, test } from "vitest";
import { conditionAbout, testBy } from "./condition.js";
import {
  type Definition,
  definitionOf,
  draftOf,
  isInRange,
  isOfferedNotSince,
  patchOf,
  unfinished,
} from "./draft.js";

const full: Definition = {
  stream_name: "transaction",
  min_count: 0,
  max_count: 5,
  min_value: 10,
  recency: { occurrence: "first", max_days: 30 },
  not_followed_by: ["cancellation"],
  stream_conditions: [
    { property: "category", _in: ["books", "toys"] },
    { property: "value", _gte: 1, _lt: 5, optional: true },
    { property: "channel", _null: true },
  ],
  traits: [{ name: "age", _gt: 40 }],
  place_conditions: [{ place_id: "p", distance: 1500, invert: true }],
};

test("a definition that a program wrote passes through the form unchanged", () => {
  expect(definitionOf(draftOf(full))).toEqual(full);
});

test("days and counts below zero are nobody's", () => {
  expect(isInRange(full)).toBe(true);
  expect(isInRange({ recency: { occurrence: "last", min_days: -5 } })).toBe(false);
});

test("a condition without a value is left out, and keeps the form from being saved", () => {
  const draft = {
    ...draftOf({ stream_name: "transaction" }),
    where: [conditionAbout({ name: "category", label: "category", type: "text", values: [] })],
  };
  expect(definitionOf(draft)).toEqual({ stream_name: "transaction" });
  expect(unfinished(draft)).toMatch(/has no value/);
});

test("a condition on the nearest location needs an atlas", () => {
  const near = { locations: { atlas_ids: ["s"] }, distance: 5000 };
  const draft = { ...draftOf({}), locations: [near] };
  expect(definitionOf(draft)).toEqual({ location_conditions: [near] });
  expect(unfinished(draft)).toBeUndefined();
  const none = { ...draft, locations: [{ ...near, locations: { atlas_ids: [] } }] };
  expect(definitionOf(none)).toEqual({});
  expect(unfinished(none)).toMatch("Choose one or remove");
});

test("without a stream no condition on events is sent", () => {
  expect(definitionOf({ ...draftOf(full), stream: "" })).toEqual({
    traits: full.traits,
    place_conditions: full.place_conditions,
  });
});

test("the patch clears conditions that were removed", () => {
  const patch = patchOf({ ...draftOf(full, "Named"), stream: "", traits: [] }) as Record<string, unknown>;
  expect(patch.name).toBe("Named");
  expect(patch.stream_name).toBeNull();
  expect(patch.recency).toBeNull();
  expect(patch.traits).toBeNull();
});

test("the patch clears a bound of recency that was removed", () => {
  expect(patchOf(draftOf(full))).toMatchObject({
    recency: { occurrence: "first", min_days: null, max_days: 30 },
  });
});

test("another comparison keeps the typed value where it fits", () => {
  const text = { type: "text" } as const;
  const one = { operator: "_eq", values: ["books"] } as const;
  expect(testBy("_in", text, one).values).toEqual(["books"]);
  expect(testBy("_null", text, one).values).toEqual([]);
  expect(testBy("_eq", text, { operator: "_in", values: ["a", "b"] }).values).toEqual(["a"]);
});

test("a stream is offered as not since where it could leave anybody out", () => {
  const draft = draftOf({ stream_name: "subscription" });
  const own = { stream_name: "subscription", is_dated: true };
  const team = conditionAbout({ name: "plan", label: "plan", type: "text", values: ["team"] });
  expect(isOfferedNotSince(draft, own)).toBe(false);
  expect(isOfferedNotSince({ ...draft, where: [team] }, own)).toBe(true);
  expect(isOfferedNotSince({ ...draft, notSince: ["subscription"] }, own)).toBe(true);
  expect(isOfferedNotSince(draft, { stream_name: "cancellation", is_dated: true })).toBe(true);
  expect(isOfferedNotSince(draft, { stream_name: "cancellation", is_dated: false })).toBe(false);
});
