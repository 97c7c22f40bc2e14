import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePatch } from "./patch.js";

test("what is not to be there any more is cleared, at any depth", () => {
  expect(mergePatch({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 4 } })).toEqual({ a: null, b: { c: 4, d: null } });
});

test("a list is replaced as a whole", () => {
  expect(mergePatch({ columns: ["a", "b"] }, { columns: ["b"] })).toEqual({ columns: ["b"] });
});

/** RFC 7396. */
const applied = (target: unknown, patch: unknown): unknown => {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> =
    typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = applied(result[name], value);
  }
  return result;
};

test("whatever there was, the patch makes of it what there is to be", () => {
  const { node } = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
    node: fc.dictionary(
      fc.constantFrom("a", "b", "c"),
      fc.oneof({ depthSize: "small" }, fc.integer(), fc.array(fc.string(), { maxLength: 2 }), tie("node")),
      { noNullPrototype: true },
    ),
  }));
  fc.assert(
    fc.property(node, node, (before, after) => {
      expect(applied(before, mergePatch(before, after))).toEqual(after);
    }),
  );
});
