import { expect, test } from "vitest";
import { referenceSize } from "./reference.js";

test.each([
  ["a small account learns from all its identities", 19_999, 19_999],
  ["from the first size on, the reference stays", 20_000, 20_000],
  ["until the identities have grown by a quarter", 24_999, 20_000],
  ["the next size comes then", 25_000, 25_000],
  ["and the one after it", 31_250, 31_250],
  ["a large account has most of its identities in the reference", 1_000_000, 888_230],
])("%s", (_, count, size) => {
  expect(referenceSize(count, 20_000)).toBe(size);
});

test("an account without identities has no reference", () => {
  expect(referenceSize(0, 0)).toBeLessThanOrEqual(1);
});
