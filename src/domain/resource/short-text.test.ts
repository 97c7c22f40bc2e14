import { expect, test } from "vitest";
import { shortened } from "./short-text.js";

test("a text keeps its beginning within the limit, and never half a character", () => {
  expect(shortened("abc", 3)).toBe("abc");
  expect(shortened("abcd", 3)).toBe("ab…");
  expect(shortened("a😀bc", 3)).toBe("a…");
});
