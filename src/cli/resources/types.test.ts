import { expect, test } from "vitest";
import { types } from "./types.js";

test("whatever is referred to is in the table, and no later than what refers to it", () => {
  for (const [i, { references }] of types.entries())
    for (const path of Object.values(references))
      expect(types.slice(0, i + 1).map((type) => type.path)).toContain(path);
});

test("nouns and paths are nobody else's", () => {
  for (const key of ["noun", "path"] as const)
    expect(new Set(types.map((type) => type[key])).size).toBe(types.length);
});
