import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/resource/json.js";
import { mergePatch } from "../../http/json.js";
import { fieldChanges, mergePatchBetween } from "./comparison.js";

test("differences are reported field by field, nested ones by their path", () => {
  const before = { name: "A", min: 2, options: { type: "csv", gzip: true }, ids: ["x"] };
  const after = { name: "A", max: 3, options: { type: "csv", gzip: false }, ids: ["x", "y"] };
  expect(fieldChanges(before, after)).toEqual([
    { path: "min", before: 2, after: undefined },
    { path: "options.gzip", before: true, after: false },
    { path: "ids", before: ["x"], after: ["x", "y"] },
    { path: "max", before: undefined, after: 3 },
  ]);
  expect(mergePatchBetween(before, after)).toEqual({
    min: null,
    options: { gzip: false },
    ids: ["x", "y"],
    max: 3,
  });
});

test("to say that there is none and to say nothing is no difference", () => {
  expect(fieldChanges({ streams: {}, ids: [] }, {})).toEqual([]);
  expect(fieldChanges({}, { streams: {}, ids: [] })).toEqual([]);
});

const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { minLength: 1 }));
const body: fc.Arbitrary<JsonObject> = fc.letrec<{ body: JsonObject; value: unknown }>((tie) => ({
  body: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { minKeys: 1 }),
  value: fc.oneof({ maxDepth: 2 }, leaf, tie("body")),
})).body;

test("the patch makes the one the other, and then there is nothing to change", () => {
  fc.assert(
    fc.property(body, body, (before, after) => {
      const patched = mergePatch(before, mergePatchBetween(before, after));
      expect(patched).toEqual(after);
      expect(fieldChanges(patched, after)).toEqual([]);
    }),
  );
});
